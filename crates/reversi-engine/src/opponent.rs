//! The computer players of Lab 8, ready to play.

use opponents::{Chooser, Opponent};
use reversi_core::{Game, Size, Square};

use crate::wide::PlayerError;
use crate::{Options, Player, SearchLimits};

/// An opponent that is ready to play on boards of one size.
#[derive(Debug)]
pub enum OpponentPlayer {
    /// A simple opponent.
    Simple(Chooser),
    /// The engine.
    Engine(Box<Player>),
}

impl OpponentPlayer {
    /// Prepares `opponent` for boards of `size`. The engine, set up with
    /// `options`, takes about a tenth of a second to prepare.
    pub fn new(opponent: Opponent, size: Size, options: Options) -> Result<Self, PlayerError> {
        Ok(match opponent.chooser() {
            Some(chooser) => Self::Simple(chooser),
            None => Self::Engine(Box::new(Player::new(size, options)?)),
        })
    }

    /// Returns the move for the side to move; `None` if it has none. `limits`
    /// apply to the engine only.
    pub fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
    ) -> Result<Option<Square>, PlayerError> {
        match self {
            Self::Simple(choose) => Ok(choose(game)),
            Self::Engine(player) => player.choose(game.board(), game.to_move(), limits),
        }
    }
}
