//! A game in progress: turns, moves, and the end of the game.

use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;

use crate::{Blocked, Board, ByDisc, Disc, Rules, RulesError, Square, Winner};

/// A game in progress, by any [`Rules`].
///
/// ```
/// use reversi_core::{Disc, Game, Square, Turn};
///
/// let mut game = Game::default();
/// assert_eq!(game.turn(), Turn::Move(Disc::Black));
/// let flips = game.play(Square::new(2, 3))?;
/// assert_eq!(flips.squares(), [Square::new(3, 3)]);
/// assert_eq!(game.turn(), Turn::Move(Disc::White));
/// # Ok::<(), reversi_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    board: Board,
    to_move: Disc,
}

/// The next event of a game: a pass is one, so that a course can announce it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This side must place a disc.
    Move(Disc),
    /// This side cannot place a disc, and must pass.
    Pass(Disc),
    /// The game is over.
    Over(Outcome),
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    discs: ByDisc<usize>,
    rule: Winner,
}

impl Outcome {
    /// Returns the discs of each side; empty squares do not count for the winner.
    pub fn discs(self) -> ByDisc<usize> {
        self.discs
    }

    /// Returns the side that has won by the rules, or `None` for a draw.
    pub fn winner(self) -> Option<Disc> {
        let ByDisc { black, white } = self.discs;
        let more = match black.cmp(&white) {
            Ordering::Greater => Disc::Black,
            Ordering::Less => Disc::White,
            Ordering::Equal => return None,
        };
        Some(match self.rule {
            Winner::Most => more,
            Winner::Fewest => more.opponent(),
        })
    }

    /// Returns the difference between the numbers of discs.
    pub fn margin(self) -> usize {
        self.discs.black.abs_diff(self.discs.white)
    }
}

/// The discs that a move flips.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Flips {
    squares: Vec<Square>,
}

impl Flips {
    /// The flipped discs, direction by direction, each from the placed disc outwards.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of flipped discs.
    pub fn count(&self) -> usize {
        self.squares.len()
    }
}

/// Starts a game of Othello on 8×8.
impl Default for Game {
    fn default() -> Self {
        Self::new(Rules::OTHELLO).expect("Othello can be played")
    }
}

impl Game {
    /// Starts a game by `rules`, or returns an error if they cannot be played.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        rules.check()?;
        Ok(Self {
            board: rules.opening_board(),
            to_move: rules.first,
            rules,
        })
    }

    /// Continues a game by `rules` from `board`, with `to_move` to move.
    pub fn resume(rules: Rules, board: Board, to_move: Disc) -> Result<Self, RulesError> {
        rules.check()?;
        if board.size() != rules.size {
            return Err(RulesError(format!(
                "a board of {} squares where the rules have {}",
                board.size(),
                rules.size
            )));
        }
        Ok(Self {
            rules,
            board,
            to_move,
        })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move; after the end, the side that would have the next turn.
    pub fn to_move(&self) -> Disc {
        self.to_move
    }

    /// Returns the next event of the game.
    pub fn turn(&self) -> Turn {
        if self.can_move(self.to_move) {
            return Turn::Move(self.to_move);
        }
        match self.rules.blocked {
            Blocked::Pass if self.can_move(self.to_move.opponent()) => Turn::Pass(self.to_move),
            Blocked::Pass | Blocked::End => Turn::Over(Outcome {
                discs: self.board.count(),
                rule: self.rules.winner,
            }),
        }
    }

    /// Returns the legal moves of the side to move, row by row.
    pub fn legal_moves(&self) -> impl Iterator<Item = Square> {
        self.moves_of(self.to_move)
    }

    /// Returns the reason why the side to move may not place a disc on `at`.
    pub fn check(&self, at: Square) -> Result<(), IllegalMove> {
        self.rules.allow(&self.board, self.to_move, at)
    }

    /// Returns the discs that a disc of the side to move on `at` would flip.
    pub fn flips(&self, at: Square) -> Result<Flips, IllegalMove> {
        self.check(at)?;
        Ok(Flips {
            squares: self.rules.flipped(&self.board, self.to_move, at).collect(),
        })
    }

    /// Places a disc of the side to move on `at`; an error leaves the game unchanged.
    pub fn play(&mut self, at: Square) -> Result<Flips, IllegalMove> {
        let flips = self.flips(at)?;
        self.board.put(at, self.to_move);
        for &square in flips.squares() {
            self.board.put(square, self.to_move);
        }
        self.to_move = self.to_move.opponent();
        Ok(flips)
    }

    /// Passes the turn to the other side, if the next turn is a pass.
    pub fn pass(&mut self) -> Result<(), PassError> {
        match self.turn() {
            Turn::Pass(_) => {
                self.to_move = self.to_move.opponent();
                Ok(())
            }
            Turn::Move(_) => Err(PassError::CanMove),
            Turn::Over(_) => Err(PassError::Over),
        }
    }

    fn moves_of(&self, disc: Disc) -> impl Iterator<Item = Square> {
        self.rules
            .size
            .squares()
            .filter(move |&at| self.rules.allow(&self.board, disc, at).is_ok())
    }

    fn can_move(&self, disc: Disc) -> bool {
        self.moves_of(disc).next().is_some()
    }
}

/// The reason why a disc may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The square is not on the board.
    OffBoard,
    /// The square has a disc.
    Occupied,
    /// The disc would flip no other disc.
    FlipsNothing,
    /// The square is outside the safe area and not near a disc.
    TooFar,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "the square is off the board",
            Self::Occupied => "the square is occupied",
            Self::FlipsNothing => "the move flips nothing",
            Self::TooFar => "the square is too far from the other discs",
        })
    }
}

impl Error for IllegalMove {}

/// The reason why a pass is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PassError {
    /// The side to move has a legal move, and must make one.
    CanMove,
    /// The game is over.
    Over,
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CanMove => "it has a legal move",
            Self::Over => "the game is over",
        })
    }
}

impl Error for PassError {}
