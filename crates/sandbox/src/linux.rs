//! Sandboxes on Linux: supervisors, namespaces, Landlock, seccomp, and `/proc`.

mod cgroup;
mod channel;
mod connection;
mod disk;
mod message;
mod sandbox;
mod supervised;
mod supervisor;
mod tree;

pub(crate) use channel::Terminal;
pub(crate) use connection::await_end_of_all;
pub use sandbox::Sandbox;
pub(crate) use supervised::Supervised as Processes;
pub use supervisor::supervise_if_asked;
