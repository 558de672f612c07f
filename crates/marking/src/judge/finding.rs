//! The finding of the rules judge.

use std::fmt;

use reversi_core::Board;

use crate::diagnose::Mistake;
use crate::read::boards::Palette;

/// A mistake in a game, and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The mistake.
    pub mistake: Mistake,
    /// The place in the game.
    pub place: Place,
    /// The boards that show it, if any do.
    pub boards: Option<Box<Boards>>,
    /// A mistake before it that leaves the game as it is.
    pub minor: Option<Box<Finding>>,
}

impl Finding {
    pub(super) fn new(place: Place, mistake: Mistake) -> Self {
        Self {
            mistake,
            place,
            boards: None,
            minor: None,
        }
    }

    /// Returns `true` if it may follow from the end of the program: the output that
    /// a crash or a limit cut off may have been right.
    pub fn may_follow_from_end(&self) -> bool {
        self.place == Place::Result
            || matches!(
                self.mistake,
                Mistake::StoppedInGame
                    | Mistake::NotOver { .. }
                    | Mistake::PrintsOn
                    | Mistake::NoBoard { .. }
                    | Mistake::BoardUnchanged { .. }
                    | Mistake::ComputerMissing
            )
    }
}

/// A place in a game. Moves count from 1, those of both sides together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the first move.
    Start,
    /// At this move.
    Move(usize),
    /// After this move, or at the start if it is 0.
    After(usize),
    /// In the closing words.
    Result,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start | Self::After(0) => f.write_str("the start"),
            Self::Move(number) => write!(f, "move {number}"),
            Self::After(number) => write!(f, "after move {number}"),
            Self::Result => f.write_str("the result"),
        }
    }
}

/// A board as it should be and as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    /// The last board before it that was printed right.
    pub before: Option<Board>,
    /// The board as it should be.
    pub expected: Board,
    /// The board as it is printed.
    pub printed: Board,
    /// The characters that the program draws it with.
    pub palette: Palette,
}
