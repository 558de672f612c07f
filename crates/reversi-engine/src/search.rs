//! The search on 8×8.
//!
//! | file | subject |
//! | --- | --- |
//! | `root.rs`, `steps.rs` | the root search: iterative deepening, the best moves |
//! | `tree.rs` | the search below the root, in the middle game and the endgame |
//! | `endgame/` | the exact search with at most twelve empty squares |
//! | `probcut.rs`, `confidence.rs` | ProbCut: cuts that are probably right |
//! | `move_list.rs`, `alpha_beta.rs` | move ordering |
//! | `table.rs` | the transposition table |
//! | `split.rs` | searching with several threads |
//! | `control.rs` | the clock and the stop flag |
//! | `trampoline.rs`, `compiled.rs` | the recursive functions for each kind of processor |
//!
//! Scores are in hundredths of a disc, in the endgame in discs.

mod alpha_beta;
#[allow(
    unsafe_code,
    reason = "functions compiled for instruction sets that the processor has"
)]
mod compiled;
mod confidence;
mod control;
pub(crate) mod endgame;
mod move_list;
pub(crate) mod probcut;
pub(crate) mod root;
mod split;
pub(crate) mod steps;
#[allow(unsafe_code, reason = "zeroed allocation and prefetch")]
pub(crate) mod table;
mod trampoline;
mod tree;

pub(crate) use confidence::Confidence;
pub(crate) use control::Control;
pub(crate) use endgame::EndgameTables;
use split::Pool;
pub(crate) use table::Table;
pub(crate) use trampoline::Trampoline;

use crate::eval::{Features, View, Weights};
use crate::isa::Isa;
use endgame::last::finished;
use probcut::ErrorStatistics;
use split::SplitPoint;
use std::sync::Arc;
use std::time::Duration;

/// The moves of a principal variation, the last one first.
pub(crate) type Variation = Vec<u8>;

pub(crate) struct Shared<'a> {
    table: &'a Table,
    weights: &'a Weights,
    control: Control,
    pool: Pool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(table: &'a Table, weights: &'a Weights, control: Control) -> Self {
        let pool = Pool::default();
        Self {
            table,
            weights,
            control,
            pool,
        }
    }
}

/// The state of a search thread without the weights: all that the endgame needs.
pub(crate) struct SearchThread<'a> {
    /// The number of positions visited, except those with one empty square.
    pub(crate) nodes: u64,
    /// If set, the search was stopped early and its scores are meaningless.
    pub(crate) stopped: bool,
    tables: &'a mut EndgameTables,
    /// The split point below which this thread searches.
    split_point: Option<Arc<SplitPoint>>,
    control: &'a Control,
    countdown: u32,
    /// The time of the last check; `None` if the thread has waited since.
    last_check: Option<Duration>,
}

/// The number of positions between two checks of the clock, which take about a tenth of a
/// millisecond. Only positions far from the leaves count.
const CLOCK_INTERVAL: u32 = 16;

impl<'a> SearchThread<'a> {
    pub(crate) fn new(control: &'a Control, tables: &'a mut EndgameTables) -> Self {
        Self {
            nodes: 0,
            stopped: false,
            tables,
            split_point: None,
            control,
            countdown: 0,
            last_check: None,
        }
    }

    /// Call this only far from the leaves.
    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        if self.countdown == 0 {
            self.countdown = CLOCK_INTERVAL;
            self.stopped |= self.control.should_stop(&mut self.last_check);
        }
        self.countdown -= 1;
        self.stopped |= self.is_cut();
        self.stopped
    }

    #[inline(always)]
    fn is_cut(&self) -> bool {
        self.split_point
            .as_ref()
            .is_some_and(|split_point| split_point.is_cut())
    }
}

pub(crate) struct Worker<'a> {
    thread: SearchThread<'a>,
    confidence: Confidence,
    /// The nesting level of ProbCut searches.
    probcut_level: u32,
    pool: &'a Pool,
    table: &'a Table,
    weights: &'a Weights,
    errors: &'static ErrorStatistics,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'_>, tables: &'a mut EndgameTables) -> Self {
        Self {
            thread: SearchThread::new(&shared.control, tables),
            confidence: Confidence::EXACT,
            probcut_level: 0,
            pool: &shared.pool,
            table: shared.table,
            weights: shared.weights,
            errors: ErrorStatistics::shared(),
        }
    }

    /// Returns the evaluation, or the score if neither side has a move.
    #[inline(always)]
    fn value<I: Isa>(&self, isa: I, (player, opponent): (u64, u64), features: &Features) -> i32 {
        let view = View::new(isa, player, opponent);
        if view.moves | view.replies == 0 {
            return 100 * finished(player, opponent);
        }
        self.weights.evaluate(features, &view)
    }

    fn all_nodes(&self) -> u64 {
        self.thread.nodes + self.pool.nodes()
    }
}

#[cfg(test)]
mod tests;
