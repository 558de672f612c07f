//! An engine whose searches end when a line comes that must not wait.

use std::io;
use std::sync::Arc;

use super::input::Urgent;
use crate::{Depth, Engine, Line, Position, Score, SearchLimits};

#[derive(Debug)]
pub(crate) struct Thinker {
    pub(crate) engine: Engine,
    urgent: Arc<Urgent>,
}

impl Thinker {
    pub(crate) fn new(engine: Engine, urgent: Arc<Urgent>) -> Self {
        Self { engine, urgent }
    }

    /// Whether a line waits that must not wait.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.urgent.check()
    }

    /// The best `count` moves of `position`, best first. `tell` hears of every
    /// iteration; where it fails, the search ends.
    pub(crate) fn think(
        &mut self,
        position: Position,
        count: usize,
        limits: &SearchLimits,
        mut tell: impl FnMut(&[Line]) -> io::Result<()>,
    ) -> io::Result<Vec<Line>> {
        let urgent = Arc::clone(&self.urgent);
        let mut told = Ok(());
        let lines = search(&mut self.engine, position, count, limits, &mut |lines| {
            if told.is_ok() {
                told = tell(lines);
            }
            if told.is_err() {
                urgent.stop();
            }
            urgent.check();
        });
        told.map(|()| lines)
    }
}

/// As [`Engine::hint`], but for the side that moves next: where `position` is
/// a forced pass, the other side is searched and the score turned. A finished
/// game has its score.
pub(crate) fn search(
    engine: &mut Engine,
    position: Position,
    count: usize,
    limits: &SearchLimits,
    watch: &mut dyn FnMut(&[Line]),
) -> Vec<Line> {
    if position.is_over() {
        return vec![Line {
            moves: Vec::new(),
            score: Score(100 * position.final_score()),
            depth: Depth::End(100),
            nodes: 0,
            time: std::time::Duration::ZERO,
        }];
    }
    if position.moves() != 0 {
        return engine.hint(position, count, limits, watch);
    }
    let mut watch_turned = |lines: &[Line]| watch(&turned(lines.to_vec()));
    turned(engine.hint(position.pass(), 1, limits, &mut watch_turned))
}

fn turned(mut lines: Vec<Line>) -> Vec<Line> {
    for line in &mut lines {
        line.score.0 = -line.score.0;
    }
    lines
}
