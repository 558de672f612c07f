//! The stop flag and the clock of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Stopwatch;

#[derive(Debug)]
pub(crate) struct Control {
    /// The caller's flag, which no search clears.
    stop: Arc<AtomicBool>,
    /// If set, the time is up, and other threads need not read the clock.
    is_late: AtomicBool,
    stopwatch: Stopwatch,
    available: Option<Duration>,
    /// The longest time between two checks of a thread, in nanoseconds. It is short unless other
    /// programs use the processor.
    gap: AtomicU64,
    #[cfg(test)]
    checks: std::sync::atomic::AtomicU32,
}

impl Control {
    pub(crate) fn new(stop: Arc<AtomicBool>, available: Option<Duration>) -> Self {
        Self {
            stop,
            is_late: AtomicBool::new(false),
            stopwatch: Stopwatch::start(),
            available,
            gap: AtomicU64::new(0),
            #[cfg(test)]
            checks: u32::MAX.into(),
        }
    }

    #[cfg(test)]
    pub(crate) fn stopping_after(checks: u32) -> Self {
        Self {
            checks: checks.into(),
            ..Self::new(Arc::default(), None)
        }
    }

    /// Returns `true` if the search must stop now. Updates `last`, the time of the thread's last
    /// check since the start. On a busy machine the search stops earlier, since the next check may
    /// come as late as the latest so far.
    pub(crate) fn should_stop(&self, last: &mut Option<Duration>) -> bool {
        #[cfg(test)]
        if self.checks.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.is_late.store(true, Ordering::Relaxed);
        }
        if self.stop.load(Ordering::Relaxed) || self.is_late.load(Ordering::Relaxed) {
            return true;
        }
        let Some(available) = self.available else {
            return false;
        };
        let now = self.elapsed();
        let since = now.saturating_sub(last.replace(now).unwrap_or(now));
        let since = u64::try_from(since.as_nanos()).unwrap_or(u64::MAX);
        let gap = self.gap.fetch_max(since, Ordering::Relaxed).max(since);
        let is_late = now.saturating_add(Duration::from_nanos(gap)) >= available;
        if is_late {
            self.is_late.store(true, Ordering::Relaxed);
        }
        is_late
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }
}
