//! The engine as its front ends see it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::eval::Weights;
use crate::isa::with_isa;
use crate::search::root::{Question, search_together};
use crate::search::{Control, LateTable, Pool, Shared, Table};
use crate::{Position, Processor, Square};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads search.
    pub threads: usize,
    /// How large the transposition table is, in MiB.
    pub table: usize,
    /// The weights of the evaluation; `None` for the engine's own, which are
    /// unpacked when the first engine is made.
    pub weights: Option<Weights>,
    /// What kind of processor it runs on.
    pub processor: Processor,
    /// Whether nothing is cut but what is proven to be cut rightly. It makes a
    /// search to some depth slower, and a timed one weaker.
    pub proofs_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            table: 256,
            weights: None,
            processor: Processor::best(),
            proofs_only: false,
        }
    }
}

/// What ends a search; without any, it goes on to the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
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
pub struct Engine {
    options: Options,
    stop: Arc<AtomicBool>,
    table: Table,
    weights: Weights,
    /// One for each thread.
    late: Vec<LateTable>,
}

impl Engine {
    /// An engine with an empty transposition table.
    pub fn new(options: Options) -> Self {
        Self {
            weights: match &options.weights {
                Some(weights) => weights.clone(),
                None => Weights::builtin().clone(),
            },
            table: Table::new(options.table),
            late: (0..options.threads.max(1))
                .map(|_| LateTable::new())
                .collect(),
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
    pub fn clear(&mut self) {
        self.table.clear();
        self.late.fill_with(LateTable::new);
    }

    /// Searches `position`. `watch` hears of every finished iteration.
    pub fn search(
        &mut self,
        position: Position,
        limits: &SearchLimits,
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
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&[Line]),
    ) -> Vec<Line> {
        self.stop.store(false, Ordering::Relaxed);
        let control = Control::begin(Arc::clone(&self.stop), limits.time);
        self.table.age();
        let pool = Pool::default();
        let shared = Shared {
            table: &self.table,
            evaluator: &self.weights,
            control: &control,
            pool: &pool,
        };
        if position.is_over() {
            return vec![Line {
                moves: Vec::new(),
                score: Score(100 * position.final_score()),
                depth: Depth::End(100),
                nodes: 0,
                time: control.elapsed(),
            }];
        }
        if position.moves() == 0 {
            let mut watch = |lines: &[Line]| watch(&lines.iter().map(passed).collect::<Vec<_>>());
            let question = Question {
                position: position.pass(),
                count: 1,
                depth: limits.depth.unwrap_or(60).max(1),
                proofs_only: self.options.proofs_only,
                watch: &mut watch,
            };
            let lines = with_isa!(self.options.processor.kind(), isa => search_together(isa, &shared, &mut self.late, question));
            return lines.iter().map(passed).collect();
        }
        let question = Question {
            position,
            count,
            depth: limits.depth.unwrap_or(60).max(1),
            proofs_only: self.options.proofs_only,
            watch,
        };
        with_isa!(self.options.processor.kind(), isa => search_together(isa, &shared, &mut self.late, question))
    }
}

/// The opponent's line after a pass, for the side that passes.
fn passed(line: &Line) -> Line {
    Line {
        moves: Vec::new(),
        score: Score(-line.score.0),
        ..*line
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
