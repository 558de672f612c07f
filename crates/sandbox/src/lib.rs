#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod end;
mod ending;
mod error;
mod limits;
mod policy;
mod program;
mod readable;
mod scratch;
mod signals;

#[cfg(target_os = "linux")]
mod capture;
#[cfg(not(target_os = "linux"))]
mod fallback;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod message;
#[cfg(target_os = "linux")]
mod monitor;
#[cfg(target_os = "linux")]
mod paths;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod running;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod tree;

pub use end::{Awaited, End, Progress, Run, State};
pub use ending::park_if_ending;
pub use error::SandboxError;
#[cfg(not(target_os = "linux"))]
pub use fallback::{Sandbox, Session, run, run_watched, supervise_if_asked};
pub use limits::Limits;
pub use policy::{Level, Policy, Requirement, UnknownLevel};
pub use program::Program;
pub use readable::{is_system_file, search_path};
#[cfg(target_os = "linux")]
pub use run::{run, run_watched};
#[cfg(target_os = "linux")]
pub use sandbox::Sandbox;
#[cfg(target_os = "linux")]
pub use session::Session;
pub use signals::end_on_signals;
#[cfg(target_os = "linux")]
pub use supervisor::supervise_if_asked;
