//! When to stop a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{SearchLimits, Stopwatch};

/// The error of a search that was stopped; its unfinished result is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Counts nodes, and checks the clock and the stop flag at intervals.
#[derive(Debug)]
pub(super) struct Control<'a> {
    stopwatch: Stopwatch,
    /// The time for the search, if it is limited.
    budget: Option<Duration>,
    stop: &'a AtomicBool,
    nodes: u64,
    /// The time of the last check, since the start.
    seen: Duration,
    /// The longest time between two checks. It is short unless other programs
    /// occupy the processor.
    gap: Duration,
}

impl<'a> Control<'a> {
    /// The number of nodes between two checks. On the largest boards a node, with
    /// its move ordering, takes about 10 µs.
    const INTERVAL: u64 = 128;

    /// Starts the clock. A fifth of the time is reserved, for the interval between
    /// two checks and for delays by other programs.
    pub(super) fn new(limits: &SearchLimits, stop: &'a AtomicBool) -> Self {
        Self {
            stopwatch: Stopwatch::start(),
            budget: limits.time.map(|time| time.mul_f64(0.8)),
            stop,
            nodes: 0,
            seen: Duration::ZERO,
            gap: Duration::ZERO,
        }
    }

    /// Counts a node.
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::INTERVAL) {
            self.check()?;
        }
        Ok(())
    }

    /// Returns an error if the search must stop now. On a busy machine it stops
    /// earlier, since the next check may be as late as the latest one so far.
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        if let Some(budget) = self.budget {
            let now = self.stopwatch.elapsed();
            self.gap = self.gap.max(now.saturating_sub(self.seen));
            self.seen = now;
            if now + self.gap >= budget {
                return Err(Stopped);
            }
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Returns the used fraction of the time; 0 if it is not limited.
    pub(super) fn used(&self) -> f64 {
        self.budget.map_or(0.0, |budget| {
            self.stopwatch.elapsed().as_secs_f64() / budget.as_secs_f64().max(1e-9)
        })
    }

    /// The time for the whole search, if it is limited.
    pub(super) fn budget(&self) -> Option<Duration> {
        self.budget
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }
}
