//! The settings of a tournament.

use std::time::Duration;

use reversi_core::Rules;
use serde::{Deserialize, Serialize};

/// The settings of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The number of rows and columns of the board: even, from 4 to 26.
    pub size: u8,
    /// The time limit per move, in milliseconds.
    pub move_ms: u32,
    /// The memory limit per player, in MiB.
    pub memory_mib: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            size: 8,
            move_ms: 1000,
            memory_mib: 1024,
        }
    }
}

impl Settings {
    /// Returns the rules of the game on that board.
    pub fn rules(&self) -> Rules {
        aps105_lab8::rules(self.size.into()).expect("the size of a plan is checked")
    }

    /// Returns the time limit per move.
    pub fn move_time(&self) -> Duration {
        Duration::from_millis(self.move_ms.into())
    }
}
