//! Running a program that nobody has reason to trust.
//!
//! [`run`] gives a program its whole input and comes back with what it printed
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
//! that leaves its group outlives its program, and there is no sandbox; on
//! Windows there is no [`Session`] either.

mod confine;
mod end;
mod limits;
mod program;
mod scratch;

#[cfg(unix)]
mod capture;
#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod launch;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod running;
#[cfg(unix)]
mod session;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod tree;
#[cfg(unix)]
mod watch;

pub use confine::{Confinement, confine_this_thread};
#[cfg(not(unix))]
pub use elsewhere::{Session, run};
pub use end::{End, Run, State};
pub use limits::Limits;
pub use program::Program;
#[cfg(unix)]
pub use run::run;
#[cfg(unix)]
pub use session::Session;
