//! The state of a search: a thread, what it keeps from one search to the next, and the
//! window.

use super::bitboard::Cell;
use super::control::Control;
use super::errors::Errors;
use super::eval::Evaluator;
use super::position::Shape;
use super::score::INFINITE;
use super::table::Table;

/// The state of a thread that is kept from one search to the next.
#[derive(Debug)]
pub(super) struct Memory {
    /// The history heuristic: how often a move on each square was recently best.
    pub(super) history: Vec<i32>,
    /// The moves of all nodes from the root to the current one that are still to be
    /// searched, with their sort keys: those with the least key first.
    pub(super) ordered: Vec<(i32, Cell)>,
}

impl Memory {
    /// Returns the memory of a thread for boards with this number of cells.
    pub(super) fn new(cells: usize) -> Self {
        Self {
            history: vec![0; cells],
            ordered: Vec::new(),
        }
    }
}

/// A search in progress.
pub(super) struct SearchThread<'a, B, I> {
    /// The kind of processor.
    pub(super) isa: I,
    pub(super) shape: &'a Shape<B>,
    pub(super) evaluator: &'a Evaluator,
    /// The errors of predictions; `None` if a search to a depth proves every cut. Then
    /// late moves are not reduced either.
    pub(super) errors: Option<&'a Errors>,
    /// The number of ProbCut searches around the current node.
    pub(super) probcut_level: u32,
    pub(super) table: &'a Table,
    pub(super) memory: &'a mut Memory,
    /// The memories of the threads that help this one at the root.
    pub(super) helpers: &'a mut [Memory],
    pub(super) control: Control<'a>,
}

/// The window of a search: a score outside of it is only a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// All scores.
    pub(super) const ALL: Self = Self {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Returns the window for the other side.
    #[inline(always)]
    pub(super) fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    #[inline(always)]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}
