//! The engine as its front ends see it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Position, Square};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads search.
    pub threads: usize,
    /// How large the transposition table is, in MiB.
    pub table: usize,
    /// The file of the evaluation's weights; `None` for its own.
    pub weights: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            table: 256,
            weights: None,
        }
    }
}

/// What ends a search; without any, it goes on to the end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// How deep, in plies; at the end of the game the engine may look further.
    pub depth: Option<u32>,
    /// The time in which the move must be out.
    pub time: Option<Duration>,
}

/// A score for the side to move, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

/// How much a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The search looked so many plies ahead, with this chance, in percent,
    /// that no cut was wrong: 100 if there was none but those that are proofs.
    Plies(u32, u32),
    /// To the end of the game; the score is right with this chance, in
    /// percent: 100 is proven.
    End(u32),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves of both sides from the best one on, without passes; none if
    /// the side to move has no move.
    pub moves: Vec<Square>,
    /// For the side to move.
    pub score: Score,
    /// How much the score says.
    pub depth: Depth,
    /// Positions visited so far.
    pub nodes: u64,
    /// The time taken so far.
    pub time: Duration,
}

/// A player of the 8×8 game.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// An engine with an empty transposition table.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            stop: Arc::default(),
        }
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Set to true from another thread, it ends the search that runs.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {}

    /// Searches `position`. `watch` hears of every finished iteration.
    pub fn search(
        &mut self,
        position: Position,
        limits: &Limits,
        watch: &mut dyn FnMut(&Line),
    ) -> Line {
        let mut lines = self.hint(position, 1, limits, &mut |lines| watch(&lines[0]));
        lines.remove(0)
    }

    /// Searches `position` for its `count` best moves, best first. There is at
    /// least one line: one without moves if the side to move has none.
    pub fn hint(
        &mut self,
        position: Position,
        count: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&[Line]),
    ) -> Vec<Line> {
        self.stop.store(false, Ordering::Relaxed);
        let start = Instant::now();
        let depth = limits.depth.unwrap_or(4).min(4);
        let mut lines: Vec<Line> = Square::all_in(position.moves())
            .map(|square| {
                let next = position.play(square).expect("it is a move");
                Line {
                    moves: vec![square],
                    score: Score(-100 * negamax(next, depth - 1)),
                    depth: Depth::Plies(depth, 100),
                    nodes: 1,
                    time: start.elapsed(),
                }
            })
            .collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines.truncate(count.max(1));
        if lines.is_empty() {
            lines.push(Line {
                moves: Vec::new(),
                score: Score(100 * position.final_score()),
                depth: Depth::End(100),
                nodes: 0,
                time: start.elapsed(),
            });
        }
        watch(&lines);
        lines
    }
}

fn negamax(position: Position, depth: u32) -> i32 {
    if position.is_over() {
        return position.final_score();
    }
    if depth == 0 {
        let count = |word: u64| word.count_ones().cast_signed();
        return count(position.moves()) - count(position.pass().moves());
    }
    Square::all_in(position.moves())
        .filter_map(|square| position.play(square))
        .map(|next| -negamax(next, depth - 1))
        .max()
        .unwrap_or_else(|| -negamax(position.pass(), depth - 1))
}
