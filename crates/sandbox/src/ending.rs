//! The state of this process: it may be ending before its work is done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static ENDING: AtomicBool = AtomicBool::new(false);

/// Marks this process as ending. It is called before anything is ended.
pub(crate) fn begin() {
    ENDING.store(true, Ordering::SeqCst);
}

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
