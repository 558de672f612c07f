#![doc = include_str!("README.md")]

mod bits;
mod control;
mod eval;
mod position;
mod root;
mod rows;
mod search;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod weights;
mod word;

use std::error::Error;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi_core::{Board, Disc, Size, Square};

use crate::{Score, SearchLimits};
use root::{Brain, Think};
use rows::Rows;
use word::Word;

pub use weights::{FEATURES, Features, PHASES, Weights};

/// A player for boards of one size.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use reversi_core::{Disc, Game, Rules, Size};
/// use reversi_engine::{SearchLimits, wide::Player};
///
/// let size = Size::square(10)?;
/// let game = Game::new(Rules { size, ..Rules::OTHELLO })?;
/// let limits = SearchLimits { depth: Some(3), time: None };
/// let found = Player::new(size)?.choose(game.board(), Disc::Black, &limits, &AtomicBool::new(false))?;
/// assert!(game.check(found.best.expect("black has four moves")).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    size: Size,
    brain: Box<dyn Think>,
}

/// What a player has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move to play; `None` if the side to move has none.
    pub best: Option<Square>,
    /// For the side to move; the winner gets no empty squares.
    pub score: Score,
    /// How many plies were looked ahead; 0 if there was nothing to choose.
    pub depth: u32,
    /// Whether the score is that of the end of the game, both sides playing
    /// their best.
    pub exact: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// Why there is no player, or no move from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// No board that it plays: rows and columns must be as many, even, and
    /// from 4 to 26.
    Size(Size),
    /// A board of another size than the player's.
    Board {
        /// The size of the board.
        found: Size,
        /// The size of the player.
        expected: Size,
    },
}

impl Player {
    /// How large the transposition table is, in bytes.
    const TABLE: usize = 64 << 20;

    /// A player for boards of `size`, which must be square and even, from 4×4
    /// to 26×26. It takes 64 MiB of memory.
    pub fn new(size: Size) -> Result<Self, PlayerError> {
        Self::with(size, None)
    }

    /// A player that evaluates by other weights than the engine's own, to
    /// compare them.
    pub fn with_weights(size: Size, weights: &Weights) -> Result<Self, PlayerError> {
        Self::with(size, Some(weights))
    }

    /// The weights by which [`Player::new`] evaluates.
    pub fn weights(size: Size) -> Weights {
        weights::of(size.rows())
    }

    fn with(size: Size, weights: Option<&Weights>) -> Result<Self, PlayerError> {
        let side = size.rows();
        if side != size.cols() || !side.is_multiple_of(2) || side < 4 {
            return Err(PlayerError::Size(size));
        }
        let brain: Box<dyn Think> = match side {
            ..=8 => Box::new(Brain::<Word>::new(side, weights, Self::TABLE)),
            9..=10 => Box::new(Brain::<Rows<10>>::new(side, weights, Self::TABLE)),
            11..=14 => Box::new(Brain::<Rows<14>>::new(side, weights, Self::TABLE)),
            15..=20 => Box::new(Brain::<Rows<20>>::new(side, weights, Self::TABLE)),
            _ => Box::new(Brain::<Rows<26>>::new(side, weights, Self::TABLE)),
        };
        Ok(Self { size, brain })
    }

    /// The best move for `mover` on `board`, as far as it can be found within
    /// `limits` or until `stop` is set; there always is one if `mover` has a
    /// move. Without a limit of time the same question always gets the same
    /// answer.
    pub fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Result<Found, PlayerError> {
        self.fits(board)?;
        Ok(self.brain.choose(board, mover, limits, stop))
    }

    /// What the evaluation counts in a position, each for `mover` less for its
    /// opponent.
    pub fn features(&self, board: &Board, mover: Disc) -> Result<Features, PlayerError> {
        self.fits(board)?;
        Ok(self.brain.features(board, mover))
    }

    fn fits(&self, board: &Board) -> Result<(), PlayerError> {
        if board.size() == self.size {
            Ok(())
        } else {
            Err(PlayerError::Board {
                found: board.size(),
                expected: self.size,
            })
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

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => write!(
                f,
                "a board of {}x{} squares: the sides must be equal, even, and from 4 to 26",
                size.rows(),
                size.cols()
            ),
            Self::Board { found, expected } => write!(
                f,
                "a board of {}x{} squares for a player of {}x{}",
                found.rows(),
                found.cols(),
                expected.rows(),
                expected.cols()
            ),
        }
    }
}

impl Error for PlayerError {}
