#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod confine;
mod end;
mod limits;
mod program;
mod scratch;

#[cfg(target_os = "linux")]
mod capture;
#[cfg(not(target_os = "linux"))]
mod fallback;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod monitor;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod running;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod tree;

pub use confine::{Confinement, confine_this_thread};
pub use end::{Awaited, End, Run, State};
#[cfg(not(target_os = "linux"))]
pub use fallback::{Session, run};
pub use limits::Limits;
pub use program::Program;
#[cfg(target_os = "linux")]
pub use run::run;
#[cfg(target_os = "linux")]
pub use session::Session;
