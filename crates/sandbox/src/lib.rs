//! Running a program that nobody has reason to trust.
//!
//! [`run()`] gives a program its whole input and comes back with what it printed
//! and how it ended; [`Session`] talks to it move by move. Both hold it to
//! [`Limits`], and end everything it started. [`confine_this_thread`] takes
//! away what a marked program has no need of.
//!
//! The calling process becomes the *subreaper* of what it starts (Linux): an
//! orphan, however it was made, comes to it and is ended. A child that was
//! started in another way is left alone as long as it stays in the process
//! group of the caller, where [`std::process::Command`] puts it.
//!
//! Elsewhere than on Linux only wall time and output are limited, a process
//! that leaves its group outlives its program (on Windows any that the program
//! starts), and there is neither a [`Session`] nor a sandbox.

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
