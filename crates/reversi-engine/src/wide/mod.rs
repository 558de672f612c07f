#![doc = include_str!("README.md")]

mod analysis;
mod aspiration;
mod bitboard;
mod control;
mod errors;
mod eval;
mod position;
mod probcut;
mod root;
mod rows;
mod score;
mod search;
mod size_class;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod thread;
#[allow(
    unsafe_code,
    reason = "functions compiled for instruction sets that the processor has"
)]
mod trampoline;
mod word;

use std::error::Error;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi_core::{Board, Disc, Size, Square};

use crate::isa::{Portable, with_isa};
use crate::{Processor, Score, SearchLimits};
use root::{ChooseMove, SizedPlayer};
use rows::Rows;
use word::Word;

pub use analysis::{Analysis, Line};
pub use eval::{Features, Numbering, POINTS, TERMS, Weights};

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
    player: Box<dyn ChooseMove>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move to play; `None` if the side to move has none.
    pub best: Option<Square>,
    /// The principal variation without passes, as far as the table still has it.
    pub line: Vec<Square>,
    /// The score for the side to move. Empty squares at the end of the game belong to
    /// nobody.
    pub score: Score,
    /// The depth in plies; 0 if the only move was played without a search.
    pub depth: u32,
    /// If set, the score is exact: the final disc difference with best play.
    pub exact: bool,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// The error for a board that a player cannot play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// Rows and columns must be equal, even, and from 4 to 26.
    Size(Size),
    /// The board does not have the player's size.
    Board {
        /// The size of the board.
        found: Size,
        /// The size of the player.
        expected: Size,
    },
}

impl Player {
    /// The default size of the transposition table in MiB.
    pub(crate) const TABLE: usize = 64;

    /// Returns a player for boards of `size`, which must be square and even, from
    /// 4×4 to 26×26. It uses 64 MiB of memory.
    pub fn new(size: Size) -> Result<Self, PlayerError> {
        Self::with_table(size, Self::TABLE)
    }

    /// Returns a player with a transposition table of `table` MiB.
    pub fn with_table(size: Size, table: usize) -> Result<Self, PlayerError> {
        Self::with_weights(size, None, table)
    }

    /// Returns `true` if there is a player for boards of `size`.
    pub fn supports(size: Size) -> bool {
        let side = size.rows();
        side == size.cols() && side.is_multiple_of(2) && side >= 4
    }

    /// Returns a player that runs on a kind of processor, with a transposition table of
    /// `table` MiB. The kind makes a difference up to 8×8 only.
    pub fn with_processor(
        size: Size,
        processor: Processor,
        table: usize,
    ) -> Result<Self, PlayerError> {
        Self::build(size, None, processor, table)
    }

    /// Returns a player with other weights than the built-in ones, if some are given,
    /// and with a transposition table of `table` MiB.
    pub fn with_weights(
        size: Size,
        weights: Option<&Weights>,
        table: usize,
    ) -> Result<Self, PlayerError> {
        Self::build(size, weights, Processor::best(), table)
    }

    fn build(
        size: Size,
        weights: Option<&Weights>,
        processor: Processor,
        table: usize,
    ) -> Result<Self, PlayerError> {
        if !Self::supports(size) {
            return Err(PlayerError::Size(size));
        }
        let side = size.rows();
        let bytes = table << 20;
        let weights = weights.unwrap_or_else(|| Weights::builtin(side));
        let player: Box<dyn ChooseMove> = match side {
            ..=8 => {
                with_isa!(processor.kind(), isa => Box::new(SizedPlayer::<Word, _>::new(isa, side, weights, bytes)))
            }
            9..=10 => Box::new(SizedPlayer::<Rows<10>, _>::new(
                Portable, side, weights, bytes,
            )),
            11..=14 => Box::new(SizedPlayer::<Rows<14>, _>::new(
                Portable, side, weights, bytes,
            )),
            15..=20 => Box::new(SizedPlayer::<Rows<20>, _>::new(
                Portable, side, weights, bytes,
            )),
            _ => Box::new(SizedPlayer::<Rows<26>, _>::new(
                Portable, side, weights, bytes,
            )),
        };
        Ok(Self { size, player })
    }

    /// Searches for the best move for `mover` on `board` within `limits` or until
    /// `stop` is set. Finds a move whenever `mover` has one. Without a time limit
    /// the result is deterministic.
    pub fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Result<Found, PlayerError> {
        self.check_size(board)?;
        Ok(self.player.choose(board, mover, limits, stop))
    }

    /// Searches each move of `analysis` on its own, one step deeper than before, with an
    /// empty table for the first step. Returns `false`, and changes nothing, if the
    /// scores are exact already, if there is no move, or if `stop` was set.
    pub fn deepen(
        &mut self,
        analysis: &mut Analysis,
        stop: &AtomicBool,
    ) -> Result<bool, PlayerError> {
        self.check_size(&analysis.board)?;
        Ok(self.player.deepen(analysis, stop))
    }

    /// Makes later searches use this number of threads. The results of searches with more
    /// than one thread vary.
    pub fn set_threads(&mut self, threads: usize) {
        self.player.set_threads(threads);
    }

    /// Makes every later search to a depth prove its score: it searches all moves to that
    /// depth, and leaves out none that ProbCut finds hopeless.
    pub fn prove(&mut self) {
        self.player.prove();
    }

    /// Returns the score of a position for `mover` without a search.
    pub fn evaluate(&mut self, board: &Board, mover: Disc) -> Result<Score, PlayerError> {
        self.check_size(board)?;
        Ok(score::reported(self.player.evaluate(board, mover)))
    }

    /// Returns the features of a position for `mover`; `None` if neither side has a
    /// move.
    pub fn features(&self, board: &Board, mover: Disc) -> Result<Option<Features>, PlayerError> {
        self.check_size(board)?;
        Ok(self.player.features(board, mover))
    }

    fn check_size(&self, board: &Board) -> Result<(), PlayerError> {
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
                "unsupported board size {}x{}: rows and columns must be equal, even, and from 4 to 26",
                size.rows(),
                size.cols()
            ),
            Self::Board { found, expected } => write!(
                f,
                "board size {}x{} does not match the player's size {}x{}",
                found.rows(),
                found.cols(),
                expected.rows(),
                expected.cols()
            ),
        }
    }
}

impl Error for PlayerError {}
