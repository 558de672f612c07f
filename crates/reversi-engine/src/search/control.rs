//! When to stop a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The stop flag and the clock of a search.
#[derive(Debug)]
pub(crate) struct Control {
    stop: Arc<AtomicBool>,
    start: Instant,
    deadline: Option<Instant>,
}

impl Control {
    /// Starts the clock. The move must be available after `time`.
    pub(crate) fn new(stop: Arc<AtomicBool>, time: Option<Duration>) -> Self {
        let start = Instant::now();
        Self {
            stop,
            start,
            deadline: time.map(|time| start + time.saturating_sub(margin(time))),
        }
    }

    /// Returns `true` if the search must stop now.
    pub(crate) fn should_stop(&self) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return true;
        }
        let is_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        if is_late {
            // The other threads need not read the clock.
            self.stop.store(true, Ordering::Relaxed);
        }
        is_late
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns `true` if another iteration could not finish in time: it would
    /// take several times as long as the last one.
    pub(crate) fn is_nearly_over(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| self.start.elapsed() * 2 > deadline - self.start)
    }
}

/// The part of the time that is reserved for delivering the move and for delays
/// by other programs. With twice as many threads as processors, one search of
/// 1,000 was late by 31 ms.
fn margin(time: Duration) -> Duration {
    (time / 10).max(Duration::from_millis(40)).min(time / 2)
}
