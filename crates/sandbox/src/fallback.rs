//! Sandboxes on systems other than Linux: checks of running programs, and the limits of the system
//! itself.

mod channel;
mod launch;
#[cfg(not(target_os = "linux"))]
mod sandbox;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use crate::launched::RUNNING;

pub(crate) use channel::Terminal;
#[cfg(not(target_os = "linux"))]
pub use sandbox::Sandbox;
pub(crate) use system::Processes;

/// Does nothing: there are no supervisors.
pub fn supervise_if_asked() {}

/// Waits at most `patience` for all programs to end. The threads that run them notice that this
/// process is ending.
pub(crate) fn await_end_of_all(patience: Duration) {
    let begun = Instant::now();
    while RUNNING.load(Ordering::SeqCst) > 0 && begun.elapsed() < patience {
        thread::sleep(Duration::from_millis(1));
    }
}
