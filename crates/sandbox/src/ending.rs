//! The state of this process: it may be ending before its work is done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static ENDING: AtomicBool = AtomicBool::new(false);

pub(crate) fn begin() {
    ENDING.store(true, Ordering::SeqCst);
}

pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Does not return if a signal is ending this process.
///
/// Programs and builds that end together with this process fail, so call this before recording a
/// result.
pub fn park_if_ending() {
    while is_ending() {
        thread::park();
    }
}
