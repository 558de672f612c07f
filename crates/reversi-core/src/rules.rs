//! The rules of a game as one value, compared with Othello.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::game::IllegalMove;
use crate::{Board, ByDisc, Direction, Disc, Size, Square};

/// The rules of one game, written as their difference from
/// [`Rules::OTHELLO`]:
///
/// ```
/// use reversi_core::{Blocked, Direction, Rules};
///
/// // No diagonals, and over as soon as the side to move is blocked.
/// const RULES: Rules = Rules {
///     directions: Direction::ORTHOGONAL,
///     blocked: Blocked::End,
///     ..Rules::OTHELLO
/// };
/// ```
///
/// New fields may be added, so write `..Rules::OTHELLO` even if every field is given. The
/// attribute `#[non_exhaustive]` would also forbid constants like this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The size of the board.
    pub size: Size,
    /// The discs on the board at the start.
    pub opening: Opening,
    /// The side that moves first.
    pub first: Disc,
    /// The directions in which discs are flipped.
    pub directions: &'static [Direction],
    /// The squares on which a disc may be placed.
    pub placement: Placement,
    /// The consequence if the side to move has no legal move.
    pub blocked: Blocked,
    /// The side that wins.
    pub winner: Winner,
}

/// The discs on the board at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::large_enum_variant,
    reason = "it is copied as a part of rules, which a box would not allow"
)]
#[non_exhaustive]
pub enum Opening {
    /// No discs.
    Empty,
    /// Two discs of each colour crosswise on the four middle squares, with white
    /// on the upper left one. Requires even sides of at least two.
    Cross,
    /// The cross with the colours exchanged: black on the upper left one.
    MirroredCross,
    /// Any discs.
    Given(Discs),
}

/// The discs of a board of any [`Size`], in bits: a value that [`Rules`] can be copied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs([ByDisc<u32>; Size::LONGEST as usize]);

impl Discs {
    /// Returns the discs on `board`.
    pub fn of(board: &Board) -> Self {
        let mut rows = [ByDisc::default(); Size::LONGEST as usize];
        for at in board.occupied() {
            let disc = board.disc(at).expect("the square is occupied");
            rows[usize::from(at.row)][disc] |= 1 << at.col;
        }
        Self(rows)
    }

    fn disc(&self, at: Square) -> Option<Disc> {
        let row = self.0[usize::from(at.row)];
        let mut both = [Disc::Black, Disc::White].into_iter();
        both.find(|&disc| row[disc] >> at.col & 1 == 1)
    }
}

/// The side that wins at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Winner {
    /// The side with more discs.
    Most,
    /// The side with fewer discs, as in Anti-Reversi.
    Fewest,
}

/// The empty squares on which a disc may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Placement {
    /// The squares on which it flips at least one disc.
    Flipping,
    /// Those of the safe area and near a disc; the placed disc need not flip any.
    Near {
        /// The safe area, in which a disc may always be placed.
        safe: Area,
        /// The greatest distance from a disc that is near, in king's steps.
        reach: u8,
    },
}

/// A rectangle of squares, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The upper left corner.
    pub first: Square,
    /// The lower right corner.
    pub last: Square,
}

impl Area {
    /// Returns `true` if `square` is in the area.
    pub fn contains(self, square: Square) -> bool {
        (self.first.row..=self.last.row).contains(&square.row)
            && (self.first.col..=self.last.col).contains(&square.col)
    }
}

/// The consequence if the side to move has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blocked {
    /// It passes if its opponent has a legal move; otherwise the game is over.
    Pass,
    /// The game is over.
    End,
}

impl Default for Rules {
    fn default() -> Self {
        Self::OTHELLO
    }
}

impl Rules {
    /// Othello on 8×8.
    pub const OTHELLO: Self = Self {
        size: Size::EIGHT,
        opening: Opening::Cross,
        first: Disc::Black,
        directions: Direction::ALL,
        placement: Placement::Flipping,
        blocked: Blocked::Pass,
        winner: Winner::Most,
    };

    /// Returns an error if the rules cannot be played: for a cross on a board
    /// without a middle, or a safe area that is not on the board.
    pub(crate) fn check(&self) -> Result<(), RulesError> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let is_cross = matches!(self.opening, Opening::Cross | Opening::MirroredCross);
        if is_cross && (rows % 2 != 0 || cols % 2 != 0) {
            return Err(RulesError(format!(
                "a board of {} squares has no four middle squares: both sides must be even",
                self.size
            )));
        }
        if let Placement::Near { safe, .. } = self.placement {
            let on_board = self.size.contains(safe.first) && self.size.contains(safe.last);
            if !on_board || !safe.contains(safe.first) {
                return Err(RulesError(format!(
                    "the safe area from {:?} to {:?} is empty or not on the board",
                    safe.first, safe.last
                )));
            }
        }
        Ok(())
    }

    /// Returns the board at the start.
    pub(crate) fn opening_board(&self) -> Board {
        let mut board = Board::empty(self.size);
        let (row, col) = (self.size.rows() / 2, self.size.cols() / 2);
        let cross = |at: Square, upper_left: Disc| {
            let is_middle =
                (at.row == row || at.row + 1 == row) && (at.col == col || at.col + 1 == col);
            let is_diagonal = (at.row < row) == (at.col < col);
            is_middle.then_some(if is_diagonal {
                upper_left
            } else {
                upper_left.opponent()
            })
        };
        for at in self.size.squares() {
            let disc = match self.opening {
                Opening::Empty => None,
                Opening::Cross => cross(at, Disc::White),
                Opening::MirroredCross => cross(at, Disc::Black),
                Opening::Given(discs) => discs.disc(at),
            };
            if let Some(disc) = disc {
                board.put(at, disc);
            }
        }
        board
    }

    /// Returns the reason why `disc` may not be placed on `at`.
    pub(crate) fn allow(&self, board: &Board, disc: Disc, at: Square) -> Result<(), IllegalMove> {
        if !self.size.contains(at) {
            return Err(IllegalMove::OffBoard);
        }
        if board.disc(at).is_some() {
            return Err(IllegalMove::Occupied);
        }
        match self.placement {
            Placement::Flipping => {
                let flips = |&direction| sandwiched(board, disc, at, direction) > 0;
                if !self.directions.iter().any(flips) {
                    return Err(IllegalMove::FlipsNothing);
                }
            }
            Placement::Near { safe, reach } => {
                let near = || board.occupied().any(|other| at.king_steps(other) <= reach);
                if !safe.contains(at) && !near() {
                    return Err(IllegalMove::TooFar);
                }
            }
        }
        Ok(())
    }

    /// Returns the discs that `disc` on `at` flips: in each direction, the
    /// opponent's discs up to the next disc of its own colour, if there is one.
    pub(crate) fn flipped(
        &self,
        board: &Board,
        disc: Disc,
        at: Square,
    ) -> impl Iterator<Item = Square> {
        self.directions.iter().flat_map(move |&direction| {
            let line =
                core::iter::successors(at.step(direction), move |square| square.step(direction));
            line.take(sandwiched(board, disc, at, direction))
        })
    }
}

/// Returns the number of discs that `disc` on `at` flips in one direction.
fn sandwiched(board: &Board, disc: Disc, at: Square, direction: Direction) -> usize {
    let mut next = at.step(direction);
    let mut count = 0;
    while let Some(square) = next.filter(|&at| board.disc(at) == Some(disc.opponent())) {
        next = square.step(direction);
        count += 1;
    }
    let is_closed = next.is_some_and(|square| board.disc(square) == Some(disc));
    if is_closed { count } else { 0 }
}

/// The reason why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError(pub(crate) String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for RulesError {}
