//! When a search must end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::SearchLimits;

/// The search was stopped; what it has not finished is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Counts nodes, and looks at the time every few of them.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    start: Instant,
    /// How long to search, if there is a limit.
    budget: Option<Duration>,
    stop: &'a AtomicBool,
    nodes: u64,
    /// When the time was looked at last, since the start.
    seen: Duration,
    /// The longest time between two looks, which are close together unless
    /// other programs have the processor.
    gap: Duration,
}

impl<'a> Clock<'a> {
    /// How many nodes lie between two looks at the time: on the largest boards
    /// a node, with the ordering of its moves, takes some 10 µs.
    const PATIENCE: u64 = 128;

    /// Starts now. Part of the time is kept back, for what the search does
    /// before it sees that its time is over, and for other programs that may
    /// have the processor just then.
    pub(super) fn new(limits: &SearchLimits, stop: &'a AtomicBool) -> Self {
        Self {
            start: Instant::now(),
            budget: limits.time.map(|time| time.mul_f64(0.8)),
            stop,
            nodes: 0,
            seen: Duration::ZERO,
            gap: Duration::ZERO,
        }
    }

    /// One node more.
    pub(super) fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::PATIENCE) {
            self.check()?;
        }
        Ok(())
    }

    /// Whether the search must end here. On a busy machine that is earlier, as
    /// the next look may come as late as the latest so far.
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        if let Some(budget) = self.budget {
            let now = self.start.elapsed();
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

    /// Which part of the time is used up; 0 if there is no limit.
    pub(super) fn used(&self) -> f64 {
        self.budget.map_or(0.0, |budget| {
            self.start.elapsed().as_secs_f64() / budget.as_secs_f64().max(1e-9)
        })
    }

    /// How long the search may take in all.
    pub(super) fn budget(&self) -> Option<Duration> {
        self.budget
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
