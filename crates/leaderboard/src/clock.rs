//! The clock of a game: the times that its players are charged.

use reversi_core::Disc;
use serde::{Deserialize, Serialize};

/// The times of a game, corrected by the cost of an answer, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// The floor per move of black.
    pub black_floor_us: u64,
    /// The floor per move of white.
    pub white_floor_us: u64,
    /// The time charged to black: of each move the measured time less the floor,
    /// and never less than zero.
    pub black_charged_us: u64,
    /// The time charged to white.
    pub white_charged_us: u64,
    /// The resolution of these two: a smaller difference between them says
    /// nothing about the players.
    pub resolution_us: u64,
}

impl Clock {
    /// Returns the time charged to `disc`.
    pub fn charged(&self, disc: Disc) -> u64 {
        match disc {
            Disc::Black => self.black_charged_us,
            Disc::White => self.white_charged_us,
        }
    }

    /// Returns the floor per move of `disc`.
    pub fn floor(&self, disc: Disc) -> u64 {
        match disc {
            Disc::Black => self.black_floor_us,
            Disc::White => self.white_floor_us,
        }
    }
}
