//! The search.
//!
//! | file | what it is |
//! | --- | --- |
//! | `root.rs` | iterative deepening, and what is told of it |
//! | `pv.rs` | the search with a window |
//! | `nws.rs` | the null-window search, for the middle of the game and its end |
//! | `endgame/` | the last twelve empty squares |
//! | `probcut.rs`, `selectivity.rs` | cuts that are likely, but no proofs |
//! | `choices.rs`, `value.rs` | the order of moves |
//! | `table.rs` | the transposition table |
//! | `control.rs` | when to stop |
//! | `trampoline.rs` | how all of it is compiled for each kind of processor |

mod choices;
mod control;
pub(crate) mod endgame;
pub(crate) mod nws;
pub(crate) mod probcut;
pub(crate) mod pv;
pub(crate) mod root;
mod selectivity;
mod table;
mod trampoline;
pub(crate) mod value;

pub(crate) use control::Control;
pub(crate) use selectivity::Selectivity;
pub(crate) use table::Table;
pub(crate) use trampoline::{
    all_trampolines, declare_each, declare_trampolines, define_each, trampolines,
};

use crate::eval::Weights;
use crate::isa::Isa;
use choices::Choice;
use endgame::LateTable;

/// A thread that searches.
pub(crate) struct Worker<'a> {
    /// How many positions it has visited, without those with one empty square.
    pub(crate) nodes: u64,
    /// Whether the search is over before its end: what it returns from then on
    /// means nothing.
    pub(crate) stopped: bool,
    selectivity: Selectivity,
    /// How many likely cuts the one in hand rests on.
    nested: u32,
    late: LateTable,
    table: &'a Table,
    weights: &'a Weights,
    control: &'a Control,
    /// How many more positions are visited before the clock is looked at.
    patience: u32,
}

/// How many positions with much left to search are visited between two looks
/// at the clock: about half a millisecond's.
const PATIENCE: u32 = 64;

impl<'a> Worker<'a> {
    pub(crate) fn new(table: &'a Table, weights: &'a Weights, control: &'a Control) -> Self {
        Self {
            nodes: 0,
            stopped: false,
            selectivity: Selectivity::EXACT,
            nested: 0,
            late: LateTable::new(),
            table,
            weights,
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
        self.stopped
    }

    /// What a search of `depth` plies says of the position after a move, for
    /// its side to move.
    #[inline(always)]
    fn value<I: Isa>(&mut self, isa: I, choice: &Choice, depth: u32) -> i32 {
        let position = (choice.player, choice.opponent);
        isa.value(self, position, &choice.features, depth, -6400, 6400)
    }
}

/// A number of 64 bits that all bits of both words have a part in.
#[inline(always)]
pub(crate) fn fold(player: u64, opponent: u64) -> u64 {
    let product =
        u128::from(player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opponent ^ 0xc2b2_ae3d_27d4_eb4f);
    (product as u64) ^ (product >> 64) as u64
}
