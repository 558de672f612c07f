//! An engine whose searches stop when an urgent line arrives or the input ends.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::Settings;
use super::input::{InputLines, Urgent};
use crate::{Depth, Engine, Line, Position, SearchLimits};

/// An engine, and the urgent lines that stop its searches.
#[derive(Debug)]
pub(crate) struct Thinker {
    pub(crate) engine: Engine,
    urgent: Arc<Urgent>,
}

impl Thinker {
    /// Starts to read `input`. A line for which `is_urgent` returns `true` stops a search.
    pub(crate) fn start(
        settings: &Settings,
        input: impl BufRead + Send + 'static,
        is_urgent: fn(&str) -> bool,
    ) -> (Self, InputLines) {
        let engine = Engine::new(settings.options.clone());
        let lines = InputLines::read(input, is_urgent, engine.stop_flag());
        let urgent = lines.urgent();
        (Self { engine, urgent }, lines)
    }

    /// Returns `true` if an urgent line is waiting.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.urgent.check()
    }

    /// Returns the move to play in `position`. Calls `report` after every iteration;
    /// the search stops at its first error.
    pub(crate) fn choose(
        &mut self,
        position: Position,
        limits: &SearchLimits,
        mut report: impl FnMut(&Line) -> io::Result<()>,
    ) -> io::Result<Line> {
        self.run(limits, |engine, limits, watch| {
            let line = engine.search(position, limits, &mut |line| watch(report(line)));
            (line.depth, line)
        })
    }

    /// Returns the best `count` moves of `position`, best first. Calls `report` after
    /// every iteration; the search stops at its first error.
    pub(crate) fn hint(
        &mut self,
        position: Position,
        count: usize,
        limits: &SearchLimits,
        mut report: impl FnMut(&[Line]) -> io::Result<()>,
    ) -> io::Result<Vec<Line>> {
        self.run(limits, |engine, limits, watch| {
            let mut watch = |lines: &[Line]| watch(report(lines));
            let lines = engine.hint(position, count, limits, &mut watch);
            (lines[0].depth, lines)
        })
    }

    /// Runs a search, which returns its depth and its result. After the end of the input
    /// it takes a few milliseconds: one that is running then is stopped, and if it has
    /// found nothing useful yet, or if it begins later, it is only [`AFTER_THE_END`] plies
    /// deep.
    fn run<T>(
        &mut self,
        limits: &SearchLimits,
        mut search: impl FnMut(&mut Engine, &SearchLimits, &mut dyn FnMut(io::Result<()>)) -> (Depth, T),
    ) -> io::Result<T> {
        loop {
            let mut reported = Ok(());
            let has_ended = self.urgent.has_ended();
            let mut limits = *limits;
            let least = limits.depth.unwrap_or(AFTER_THE_END).min(AFTER_THE_END);
            if has_ended {
                limits.depth = Some(least);
            }
            let urgent = &self.urgent;
            let (depth, found) = search(&mut self.engine, &limits, &mut |result| {
                let ends_now = !has_ended && urgent.has_ended();
                if result.is_err() || ends_now {
                    urgent.stop();
                }
                if reported.is_ok() {
                    reported = result;
                }
                urgent.check();
            });
            reported?;
            let is_useful = !matches!(depth, Depth::Plies(depth, _) if depth < least);
            if has_ended || is_useful || !self.urgent.has_ended() {
                return Ok(found);
            }
        }
    }
}

/// The depth of a search after the end of the input.
const AFTER_THE_END: u32 = 6;
