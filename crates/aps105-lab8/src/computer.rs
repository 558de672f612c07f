//! The players for the computer's side.

use std::time::Duration;

use opponents::{Chooser, Opponent};
use reversi_core::{Game, Size, Square};

use crate::strongest::Strongest;

/// A computer player that is ready to play on boards of one size.
pub struct ComputerPlayer(ComputerKind);

enum ComputerKind {
    Simple(Chooser),
    Strongest(Strongest),
}

impl ComputerPlayer {
    /// Prepares `opponent` for boards of `size`, which the handout must allow. The strongest player
    /// moves within `time`, and searches at most `depth` plies.
    pub fn new(
        opponent: Opponent,
        size: Size,
        time: Duration,
        depth: Option<u32>,
    ) -> course::Result<Self> {
        Ok(Self(match opponent.chooser() {
            Some(choose) => ComputerKind::Simple(choose),
            None => ComputerKind::Strongest(Strongest::new(size, time, depth)?),
        }))
    }

    pub fn choose(&mut self, game: &Game) -> Option<Square> {
        match &mut self.0 {
            ComputerKind::Simple(choose) => choose(game),
            ComputerKind::Strongest(player) => player.choose(game),
        }
    }
}

impl std::fmt::Debug for ComputerPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ComputerPlayer").finish_non_exhaustive()
    }
}
