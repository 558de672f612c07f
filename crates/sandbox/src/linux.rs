//! Sandboxes on Linux: supervisors, namespaces, Landlock, seccomp, and `/proc`.

mod cgroup;
mod channel;
mod disk;
mod launch;
mod message;
mod monitor;
mod paths;
mod running;
mod sandbox;
mod supervisor;
mod tree;
mod users;

pub(crate) use channel::Terminal;
pub(crate) use launch::Launched;
pub use sandbox::Sandbox;
pub(crate) use sandbox::await_end_of_all;
pub use supervisor::supervise_if_asked;
