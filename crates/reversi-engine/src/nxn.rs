//! The search on boards of other sizes than 8×8: square and even, from 4×4 to 26×26.
//!
//! A compact, portable alpha-beta search with hand-set values, which is enough to beat the simple
//! opponents of a course. The empty squares of a finished game count for neither side.
//!
//! | file | subject |
//! | --- | --- |
//! | `rows.rs` | boards as one word per row, and their moves |
//! | `eval.rs` | the evaluation |
//! | `search.rs` | the search, and the analysis of every move |
//! | `table.rs` | the transposition table |

mod eval;
mod rows;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reversi_core::{Board, Disc};

use crate::{Line, SearchLimits};
use search::Searcher;

/// The searches on boards of one size, whatever the number of words.
pub(crate) trait NxnSearch: Send {
    fn clear(&mut self);

    /// Searches for the move to play; the line has no moves if there is none. Without a time limit,
    /// the result is deterministic.
    fn search(&mut self, board: &Board, mover: Disc, limits: &SearchLimits) -> Line;

    /// Searches each move on its own, one step deeper than in `before`, the lines of the last step,
    /// initially empty. Returns the lines, best first; `None` if the scores are exact already, if
    /// there is no move, or if the search was stopped.
    fn deepen(&mut self, board: &Board, mover: Disc, before: &[Line]) -> Option<Vec<Line>>;
}

/// Each length of row arrays takes a tenth of the time to compile the engine.
pub(crate) fn searches(side: u8, mebibytes: usize, stop: Arc<AtomicBool>) -> Box<dyn NxnSearch> {
    match side {
        ..=6 => Box::new(Searcher::<6>::new(side, mebibytes, stop)),
        7..=10 => Box::new(Searcher::<10>::new(side, mebibytes, stop)),
        11..=16 => Box::new(Searcher::<16>::new(side, mebibytes, stop)),
        _ => Box::new(Searcher::<26>::new(side, mebibytes, stop)),
    }
}
