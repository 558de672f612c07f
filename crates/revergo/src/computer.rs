//! The computer's move.

use std::cmp::Reverse;
use std::str::FromStr;

use reversi_core::{Flips, Game, Square};

use crate::search;

/// The skill of the computer, whose move depends only on the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skill {
    /// Looks ahead and plays to win.
    #[default]
    Strong,
    /// Flips the most stones it can; of equal cells, the first row by row.
    Greedy,
}

impl Skill {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Greedy => "greedy",
        }
    }

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

impl FromStr for Skill {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, &'static str> {
        let mut all = [Self::Strong, Self::Greedy].into_iter();
        let skill = all.find(|skill| skill.name() == name);
        skill.ok_or("unknown opponent: expected strong or greedy")
    }
}
