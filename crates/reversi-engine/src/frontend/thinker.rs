//! An engine whose searches stop when an urgent line arrives.

use std::io;
use std::sync::Arc;

use super::input::Urgent;
use crate::{Engine, Line, Position, SearchLimits};

/// An engine, and the urgent lines that stop its searches.
#[derive(Debug)]
pub(crate) struct Thinker {
    pub(crate) engine: Engine,
    urgent: Arc<Urgent>,
}

impl Thinker {
    pub(crate) fn new(engine: Engine, urgent: Arc<Urgent>) -> Self {
        Self { engine, urgent }
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
        mut report: impl FnMut(&[Line]) -> io::Result<()>,
    ) -> io::Result<Line> {
        let mut watch = Watch::new(&self.urgent);
        let line = self.engine.search(position, limits, &mut |line| {
            watch.call(|| report(std::slice::from_ref(line)));
        });
        watch.reported.map(|()| line)
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
        let mut watch = Watch::new(&self.urgent);
        let lines = search(&mut self.engine, position, count, limits, &mut |lines| {
            watch.call(|| report(lines));
        });
        watch.reported.map(|()| lines)
    }
}

/// The result of the reports of a search. After an error there are no more.
struct Watch<'a> {
    urgent: &'a Urgent,
    reported: io::Result<()>,
}

impl<'a> Watch<'a> {
    fn new(urgent: &'a Urgent) -> Self {
        Self {
            urgent,
            reported: Ok(()),
        }
    }

    /// Reports an iteration, and stops the search if this fails or an urgent line is
    /// waiting.
    fn call(&mut self, report: impl FnOnce() -> io::Result<()>) {
        if self.reported.is_ok() {
            self.reported = report();
        }
        if self.reported.is_err() {
            self.urgent.stop();
        }
        self.urgent.check();
    }
}

/// Returns [`Engine::hint`] with moves even for a forced pass: then the lines are
/// those of the other side with the opposite scores. A finished game has its final
/// score.
pub(crate) fn search(
    engine: &mut Engine,
    position: Position,
    count: usize,
    limits: &SearchLimits,
    watch: &mut dyn FnMut(&[Line]),
) -> Vec<Line> {
    if position.moves() != 0 || position.is_over() {
        return engine.hint(position, count, limits, watch);
    }
    let mut watch_negated = |lines: &[Line]| watch(&negated(lines.to_vec()));
    negated(engine.hint(position.pass(), 1, limits, &mut watch_negated))
}

fn negated(mut lines: Vec<Line>) -> Vec<Line> {
    for line in &mut lines {
        line.score.0 = -line.score.0;
    }
    lines
}
