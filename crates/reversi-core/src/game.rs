//! A game under way: whose turn it is, what a move does, when it is over.

use std::error::Error;
use std::fmt;

use crate::{Blocked, Board, ByDisc, Disc, Rules, RulesError, Square};

/// A game under way, by whatever [`Rules`].
///
/// ```
/// use reversi_core::{Disc, Game, Rules, Square, Turn};
///
/// let mut game = Game::new(Rules::OTHELLO)?;
/// assert_eq!(game.turn(), Turn::Move(Disc::Black));
/// let flips = game.play(Square::new(2, 3))?;
/// assert_eq!(flips.squares(), [Square::new(3, 3)]);
/// assert_eq!(game.turn(), Turn::Move(Disc::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    board: Board,
    to_move: Disc,
}

/// What comes next. A pass is a turn of its own, so that a course can
/// announce it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side places a disc.
    Move(Disc),
    /// This side cannot, and the other goes on.
    Pass(Disc),
    /// Nobody moves any more.
    Over(Outcome),
}

/// How a finished game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    discs: ByDisc<usize>,
}

impl Outcome {
    /// How many discs each side has. The winner gets no empty squares.
    pub fn discs(self) -> ByDisc<usize> {
        self.discs
    }

    /// The side with more discs, or `None` for a draw.
    pub fn winner(self) -> Option<Disc> {
        match self.discs.black.cmp(&self.discs.white) {
            std::cmp::Ordering::Greater => Some(Disc::Black),
            std::cmp::Ordering::Less => Some(Disc::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// How many discs more the winner has.
    pub fn margin(self) -> usize {
        self.discs.black.abs_diff(self.discs.white)
    }
}

/// The discs that a move flips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flips {
    squares: Vec<Square>,
}

impl Flips {
    /// Where the discs lie, direction by direction, each from the placed disc
    /// outwards.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// How many discs there are.
    pub fn count(&self) -> usize {
        self.squares.len()
    }
}

impl Game {
    /// The start of a game by `rules`. Refuses rules that cannot be played.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        rules.check()?;
        Ok(Self {
            board: rules.opening_board(),
            to_move: rules.first,
            rules,
        })
    }

    /// A game by `rules` that goes on from `board` with `to_move`'s turn.
    pub fn resume(rules: Rules, board: Board, to_move: Disc) -> Result<Self, RulesError> {
        rules.check()?;
        if board.size() != rules.size {
            return Err(RulesError::BoardSize {
                found: board.size(),
                expected: rules.size,
            });
        }
        Ok(Self {
            rules,
            board,
            to_move,
        })
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board as it is now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side whose turn it is, or would be if the game went on.
    pub fn to_move(&self) -> Disc {
        self.to_move
    }

    /// What comes next.
    pub fn turn(&self) -> Turn {
        if self.can_move(self.to_move) {
            return Turn::Move(self.to_move);
        }
        match self.rules.blocked {
            Blocked::Pass if self.can_move(self.to_move.opponent()) => Turn::Pass(self.to_move),
            Blocked::Pass | Blocked::End => Turn::Over(Outcome {
                discs: self.board.count(),
            }),
        }
    }

    /// Where the side to move may place a disc, row by row.
    pub fn legal_moves(&self) -> impl Iterator<Item = Square> {
        self.moves_of(self.to_move)
    }

    /// Whether the side to move may place a disc on `at`: `Err` says why not.
    pub fn check(&self, at: Square) -> Result<(), IllegalMove> {
        self.rules.allow(&self.board, self.to_move, at)
    }

    /// What a disc of the side to move on `at` would flip.
    pub fn flips(&self, at: Square) -> Result<Flips, IllegalMove> {
        self.check(at)?;
        Ok(Flips {
            squares: self.rules.flipped(&self.board, self.to_move, at).collect(),
        })
    }

    /// Places a disc of the side to move on `at`. An illegal move is refused
    /// and changes nothing; whether to ask again is the course's choice.
    pub fn play(&mut self, at: Square) -> Result<Flips, IllegalMove> {
        let flips = self.flips(at)?;
        self.board.put(at, self.to_move);
        for &square in flips.squares() {
            self.board.put(square, self.to_move);
        }
        self.to_move = self.to_move.opponent();
        Ok(flips)
    }

    /// Passes: the other side goes on. Refused unless it is the turn's.
    pub fn pass(&mut self) -> Result<(), PassError> {
        match self.turn() {
            Turn::Pass(_) => {
                self.to_move = self.to_move.opponent();
                Ok(())
            }
            Turn::Move(disc) => Err(PassError::CanMove(disc)),
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

/// Why a disc may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The square is not on the board.
    OffBoard,
    /// The square has a disc.
    Occupied,
    /// No disc would be flipped.
    FlipsNothing,
    /// Outside the safe area and not near a disc.
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

/// Why a pass is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassError {
    /// The side to move has a move, and must make one.
    CanMove(Disc),
    /// The game is over.
    Over,
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CanMove(disc) => write!(f, "{disc:?} has a legal move"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl Error for PassError {}
