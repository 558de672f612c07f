//! The search.
//!
//! | file | what it is |
//! | --- | --- |
//! | `root.rs` | iterative deepening, and what is told of it |
//! | `pv.rs` | the search with a window |
//! | `nws.rs` | the null-window search, for the middle of the game and its end |
//! | `endgame/` | the last thirteen empty squares |
//! | `probcut.rs`, `selectivity.rs` | cuts that are likely, but no proofs |
//! | `choices.rs`, `value.rs` | the order of moves |
//! | `table.rs` | the transposition table |
//! | `split.rs` | several threads |
//! | `control.rs` | when to stop |
//!
//! All of it but the endgame, which needs none, is generic over the
//! [`Evaluator`]. How it is compiled for each kind of processor stands in
//! `isa/trampoline.rs`.

mod choices;
mod control;
pub(crate) mod endgame;
pub(crate) mod nws;
pub(crate) mod probcut;
pub(crate) mod pv;
pub(crate) mod root;
mod selectivity;
mod split;
#[allow(
    unsafe_code,
    reason = "memory that is zero, and near before it is used"
)]
mod table;
pub(crate) mod value;

pub(crate) use control::Control;
pub(crate) use endgame::LateTable;
pub(crate) use selectivity::Selectivity;
pub(crate) use split::Pool;
pub(crate) use table::Table;

use crate::eval::Evaluator;
use probcut::Deviations;
use split::Point;
use std::sync::Arc;

/// What the threads of a search share.
pub(crate) struct Shared<'a, E> {
    pub(crate) table: &'a Table,
    pub(crate) evaluator: &'a E,
    pub(crate) control: &'a Control,
    pub(crate) pool: &'a Pool,
}

/// What a thread knows of the search it is in, whatever values the positions:
/// all that the end of the game needs.
pub(crate) struct Thread<'a> {
    /// How many positions it has visited, without those with one empty square.
    pub(crate) nodes: u64,
    /// Whether the search is over before its end: what it returns from then on
    /// means nothing.
    pub(crate) stopped: bool,
    late: &'a mut LateTable,
    /// The split point that the search in hand lies below.
    point: Option<Arc<Point>>,
    control: &'a Control,
    /// How many more positions are visited before the clock is looked at.
    patience: u32,
}

/// How many positions with much left to search are visited between two looks
/// at the clock: about half a millisecond's.
const PATIENCE: u32 = 64;

impl<'a> Thread<'a> {
    pub(crate) fn new(control: &'a Control, late: &'a mut LateTable) -> Self {
        Self {
            nodes: 0,
            stopped: false,
            late,
            point: None,
            control,
            patience: 0,
        }
    }

    /// Whether to stop; to be asked where there is much left to search.
    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.stopped |= self.control.says_stop();
        }
        self.patience -= 1;
        self.stopped |= self.is_cut();
        self.stopped
    }

    /// Whether another thread has found what makes this search superfluous.
    #[inline(always)]
    fn is_cut(&self) -> bool {
        self.point.as_ref().is_some_and(|point| point.is_cut())
    }
}

/// A thread that searches with an evaluation.
pub(crate) struct Worker<'a, E> {
    thread: Thread<'a>,
    selectivity: Selectivity,
    /// How many likely cuts the one in hand rests on.
    nested: u32,
    pool: &'a Pool,
    table: &'a Table,
    evaluator: &'a E,
    deviations: &'static Deviations,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(crate) fn new(shared: &Shared<'a, E>, late: &'a mut LateTable) -> Self {
        let &Shared {
            table,
            evaluator,
            control,
            pool,
        } = shared;
        Self {
            thread: Thread::new(control, late),
            selectivity: Selectivity::EXACT,
            nested: 0,
            pool,
            table,
            evaluator,
            deviations: Deviations::shared(),
        }
    }

    /// The positions visited so far by all threads.
    fn all_nodes(&self) -> u64 {
        self.thread.nodes + self.pool.nodes()
    }
}

/// A number of 64 bits that all bits of both words have a part in.
#[inline(always)]
pub(crate) fn fold(player: u64, opponent: u64) -> u64 {
    let product =
        u128::from(player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opponent ^ 0xc2b2_ae3d_27d4_eb4f);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests;
