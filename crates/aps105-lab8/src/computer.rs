//! The players for the computer's side.

use std::time::Duration;

use opponents::{Chooser, Opponent};
use reversi_core::{Game, Size, Square};

use crate::strongest::Strongest;

/// A computer player that is ready to play on boards of one size.
pub(crate) enum ComputerPlayer {
    Simple(Chooser),
    Strongest(Strongest),
}

impl ComputerPlayer {
    /// Prepares `opponent` for boards of `size`, which the handout must allow. The
    /// strongest player moves within `time`.
    pub(crate) fn new(opponent: Opponent, size: Size, time: Duration) -> dialogue::Result<Self> {
        Ok(match opponent.chooser() {
            Some(choose) => Self::Simple(choose),
            None => Self::Strongest(Strongest::new(size, time)?),
        })
    }

    /// Returns the move for the side to move; `None` if it has none.
    pub(crate) fn choose(&mut self, game: &Game) -> Option<Square> {
        match self {
            Self::Simple(choose) => choose(game),
            Self::Strongest(player) => player.choose(game),
        }
    }
}
