//! The strongest player for a board of any size.

use std::fmt;
use std::sync::atomic::AtomicBool;

use reversi_core::{Board, Disc, Size, Square};

use crate::eval::Weights;
use crate::wide::{self, PlayerError};
use crate::{Engine, Options, Position, SearchLimits};

/// A player for one board size: the engine on 8×8, and [`wide::Player`] on every
/// other even board from 4×4 to 26×26.
///
/// ```
/// use std::time::Duration;
///
/// use reversi_core::{Disc, Game, Rules};
/// use reversi_engine::{SearchLimits, Options, Player};
///
/// let game = Game::new(Rules::OTHELLO)?;
/// let options = Options { table: 1, ..Options::default() };
/// let mut player = Player::new(game.board().size(), options)?;
/// let limits = SearchLimits { depth: Some(5), time: Some(Duration::from_secs(1)) };
/// let at = player.choose(game.board(), Disc::Black, &limits)?;
/// assert!(game.check(at.expect("black has four moves")).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    size: Size,
    player: SizedPlayer,
}

enum SizedPlayer {
    Eight(Box<Engine>),
    Wide(wide::Player),
}

impl Player {
    /// Returns a player for boards of `size`, ready for its first move. `options`
    /// apply to 8×8 only, but for the number of threads.
    pub fn new(size: Size, options: Options) -> Result<Self, PlayerError> {
        let player = if size == Size::EIGHT {
            if options.weights.is_none() {
                // It takes some time, which must not be part of the first move's.
                Weights::builtin();
            }
            SizedPlayer::Eight(Box::new(Engine::new(options)))
        } else {
            let mut player =
                wide::Player::with_processor(size, options.processor, wide::Player::TABLE)?;
            player.set_threads(options.threads);
            SizedPlayer::Wide(player)
        };
        Ok(Self { size, player })
    }

    /// Searches for the best move for `mover` on `board` within `limits`. Returns
    /// `None` if it has no legal move.
    pub fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
    ) -> Result<Option<Square>, PlayerError> {
        if board.size() != self.size {
            return Err(PlayerError::Board {
                found: board.size(),
                expected: self.size,
            });
        }
        match &mut self.player {
            SizedPlayer::Eight(engine) => {
                let position = Position::of(board, mover).expect("its size was checked");
                if position.moves() == 0 {
                    return Ok(None);
                }
                let line = engine.search(position, limits, &mut |_| {});
                Ok(line.moves.first().copied())
            }
            SizedPlayer::Wide(player) => {
                let found = player.choose(board, mover, limits, &AtomicBool::new(false))?;
                Ok(found.best)
            }
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
