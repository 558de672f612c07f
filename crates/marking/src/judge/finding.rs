//! The finding of the rules judge.

use std::fmt;

use course::Aspect;

use crate::diagnose::{AnnouncedScores, BoardPair, Mistake, ResultClaim};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub mistake: Mistake,
    pub place: GamePlace,
    pub boards: Option<Box<BoardPair>>,
    /// A mistake before it that leaves the game as it is.
    pub minor: Option<Box<Finding>>,
}

impl Finding {
    pub(super) fn new(place: GamePlace, mistake: Mistake) -> Self {
        Self {
            mistake,
            place,
            boards: None,
            minor: None,
        }
    }

    pub(super) fn with(self, boards: BoardPair) -> Self {
        Self {
            boards: Some(Box::new(boards)),
            ..self
        }
    }

    /// Returns the aspect of the mistake; the whole task if the first board is already wrong.
    pub fn aspect(&self) -> Aspect {
        match (self.mistake.aspect(), self.place) {
            (Aspect::Placement, GamePlace::Move(1) | GamePlace::After(1)) => Aspect::Whole,
            (aspect, _) => aspect,
        }
    }

    /// Returns the part of a game of `moves` that is right before it: nothing of one that is wrong
    /// from the start.
    pub fn share_before(&self, moves: usize) -> f64 {
        let stops = self.mistake == Mistake::StoppedInGame || self.mistake.is_endless_output();
        match self.aspect() {
            Aspect::Whole if !stops => 0.0,
            _ => self.place.share_before(moves),
        }
    }

    /// Returns `true` if the end of the game or its result is missing.
    pub fn is_of_missing_end(&self) -> bool {
        match &self.mistake {
            Mistake::StoppedInGame => true,
            Mistake::ResultWrong { announced, .. } => *announced == ResultClaim::Nothing,
            Mistake::ScoreWrong { announced, .. } => {
                *announced == AnnouncedScores::Numbers(Vec::new())
            }
            _ => false,
        }
    }

    /// Returns `true` if the part that a crash or a limit cut off may have been right.
    pub fn may_follow_from_end(&self) -> bool {
        self.place == GamePlace::Result
            || matches!(
                self.mistake,
                Mistake::StoppedInGame
                    | Mistake::NotOver { .. }
                    | Mistake::PrintsOn
                    | Mistake::NoBoard { .. }
                    | Mistake::WaitsAtStart
                    | Mistake::BoardUnchanged { .. }
                    | Mistake::ComputerMissing
            )
    }
}

/// A place in a game, whose moves count from 1, those of both sides together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePlace {
    Move(usize),
    /// After this move, or at the start if it is 0.
    After(usize),
    Result,
}

impl GamePlace {
    /// Returns the part of a game of `moves` that comes before it. The result counts as a move.
    #[expect(clippy::cast_precision_loss, reason = "no game has 2^53 moves")]
    pub fn share_before(self, moves: usize) -> f64 {
        let right = match self {
            Self::Move(number) => number - 1,
            Self::After(number) => number,
            Self::Result => moves,
        };
        right.min(moves) as f64 / (moves + 1) as f64
    }
}

impl fmt::Display for GamePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(0) => f.write_str("the start"),
            Self::Move(number) => write!(f, "move {number}"),
            Self::After(number) => write!(f, "after move {number}"),
            Self::Result => f.write_str("the result"),
        }
    }
}
