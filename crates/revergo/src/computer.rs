//! The computer's move.

use std::cmp::Reverse;

use reversi_core::{Flips, Game, Square};

use crate::search;

/// The skill of the computer, whose move depends only on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Looks ahead and plays to win.
    Strong,
    /// Flips the most stones; of equal cells, the first row by row.
    Greedy,
}

impl Skill {
    /// In the order of the values of [`OPPONENT`](crate::OPPONENT).
    pub const ALL: [Self; 2] = [Self::Strong, Self::Greedy];

    pub fn choose(self, game: &Game) -> Option<Square> {
        match self {
            Self::Strong => search::best_move(game),
            // The first of equal ones.
            Self::Greedy => game
                .legal_moves()
                .min_by_key(|&at| Reverse(game.flips(at).as_ref().map_or(0, Flips::count))),
        }
    }
}
