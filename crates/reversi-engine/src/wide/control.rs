//! When to stop a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Stopwatch;

/// The error of a search that was stopped; its unfinished result is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Counts nodes, and checks the clock and the stop flag at intervals.
#[derive(Debug)]
pub(super) struct Control<'a> {
    stopwatch: Stopwatch,
    /// The time after which the search must stop, if it is limited.
    available: Option<Duration>,
    stop: &'a AtomicBool,
    nodes: u64,
    /// The work since the last check.
    work: u32,
    /// The time of the last check, since the start.
    seen: Duration,
    /// The longest time between two checks, at first that of earlier searches. It is short
    /// unless other programs occupy the processor.
    gap: Duration,
}

impl<'a> Control<'a> {
    /// The work between two checks: the number of nodes and of evaluations, which take
    /// up to 10 µs on the largest boards.
    const INTERVAL: u32 = 128;

    /// Returns the control of a search that began with `stopwatch` and stops after
    /// `available`. `gap` is that of earlier searches.
    pub(super) fn new(
        stopwatch: Stopwatch,
        available: Option<Duration>,
        gap: Duration,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            stopwatch,
            available,
            stop,
            nodes: 0,
            work: 0,
            seen: stopwatch.elapsed(),
            // A search must take place, even if the machine stood still once.
            gap: gap.min(available.unwrap_or_default() / 4),
        }
    }

    /// Returns the control of a thread that helps this one until `stop` is set.
    pub(super) fn helper<'b>(&self, stop: &'b AtomicBool) -> Control<'b> {
        Control::new(self.stopwatch, None, Duration::ZERO, stop)
    }

    /// Adds the nodes of another thread.
    pub(super) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts a node.
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.count_work(1)
    }

    /// Counts evaluations that are not nodes.
    pub(super) fn count_work(&mut self, evaluations: u32) -> Result<(), Stopped> {
        self.work += evaluations;
        if self.work >= Self::INTERVAL {
            self.work = 0;
            self.check()?;
        }
        Ok(())
    }

    /// Returns an error if the search must stop now. On a busy machine it stops
    /// earlier, since the next check may be as late as the latest one so far.
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        if let Some(available) = self.available {
            let now = self.stopwatch.elapsed();
            self.gap = self.gap.max(now.saturating_sub(self.seen));
            self.seen = now;
            if now + self.gap >= available {
                return Err(Stopped);
            }
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// The longest time between two checks.
    pub(super) fn gap(&self) -> Duration {
        self.gap
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }
}
