//! The strongest computer player: the engine.

use std::time::Duration;

use dialogue::Error;
use reversi_core::{Game, Size, Square};
use reversi_engine::wide::PlayerError;
use reversi_engine::{Options, Player, SearchLimits};

/// The size, in MiB, of the engine's transposition table on 8×8.
const TABLE: usize = 64;

/// The engine, and its limits for each move.
pub(crate) struct Strongest {
    player: Player,
    limits: SearchLimits,
}

impl Strongest {
    /// Prepares the engine for boards of `size`. It moves within `time`.
    pub(crate) fn new(size: Size, time: Duration) -> dialogue::Result<Self> {
        let limits = SearchLimits {
            time: Some(time),
            depth: None,
        };
        let player = engine(size).map_err(Error::course)?;
        Ok(Self { player, limits })
    }

    /// Returns the move for the side to move; `None` if it has none.
    pub(crate) fn choose(&mut self, game: &Game) -> Option<Square> {
        self.player
            .choose(game.board(), game.to_move(), &self.limits)
            .expect("the player was prepared for this size")
    }
}

/// Prepares the engine for boards of `size`.
pub(crate) fn engine(size: Size) -> Result<Player, PlayerError> {
    let options = Options {
        threads: 1,
        table: TABLE,
        ..Options::default()
    };
    Player::new(size, options)
}
