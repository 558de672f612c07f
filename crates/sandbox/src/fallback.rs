//! Sandboxes on systems other than Linux. A program is held to its limits by a loop
//! that looks at it every few milliseconds, and by what the system itself offers.

mod channel;
mod command;
mod launch;
mod sandbox;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::time::Duration;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub(crate) use channel::Terminal;
pub(crate) use launch::{Launched, await_end_of_all};
pub use sandbox::Sandbox;

/// Does nothing: there are no supervisors.
pub fn supervise_if_asked() {}

/// The resources that a program uses, together with everything it has started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usage {
    processes: usize,
    /// In bytes.
    memory: u64,
    cpu: Duration,
}
