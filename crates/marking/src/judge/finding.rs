//! The finding of the rules judge.

use std::fmt;

use crate::diagnose::{Boards, Mistake};

/// A mistake in a game, and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub mistake: Mistake,
    pub place: Place,
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

    pub(super) fn with(self, boards: Boards) -> Self {
        Self {
            boards: Some(Box::new(boards)),
            ..self
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
    Start,
    Move(usize),
    /// After this move, or at the start if it is 0.
    After(usize),
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
