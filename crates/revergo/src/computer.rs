//! The computer's move.

use std::cmp::Reverse;

use clap::ValueEnum;
use reversi_core::{Flips, Game, Square};

use crate::search;

/// How the computer plays. Each way always makes the same move in the same
/// position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Opponent {
    /// Looks ahead and plays to win
    #[default]
    Strong,
    /// Flips the most stones it can; of equal cells, the first row by row
    Greedy,
}

impl Opponent {
    /// The move for the side to move; `None` when the game is over.
    pub fn choose(self, game: &Game) -> Option<Square> {
        match self {
            Self::Strong => search::best_move(game),
            // Of equal ones this is the first.
            Self::Greedy => game
                .legal_moves()
                .min_by_key(|&at| Reverse(game.flips(at).as_ref().map_or(0, Flips::count))),
        }
    }
}
