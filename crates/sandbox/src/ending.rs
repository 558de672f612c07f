//! The end of this process before its work is done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

#[cfg(not(target_os = "linux"))]
use crate::fallback::await_end_of_all;
#[cfg(target_os = "linux")]
use crate::sandbox::await_end_of_all;

/// The longest wait for the end of all programs. It takes milliseconds, unless a
/// program has stopped its supervisor.
const PATIENCE: Duration = Duration::from_secs(2);

/// Set before anything is ended.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Returns `true` if this process is ending.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Does not return if a signal ends this process.
///
/// A program that is ended with this process fails, and so does a build whose
/// folder is removed: no result may be recorded without calling this first.
pub fn park_if_ending() {
    while is_ending() {
        thread::park();
    }
}

/// Ends all programs, and removes all temporary folders.
pub(crate) fn end() {
    ENDING.store(true, Ordering::SeqCst);
    await_end_of_all(PATIENCE);
    temporary::end();
}
