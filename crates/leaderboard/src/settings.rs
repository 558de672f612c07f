//! The settings of a tournament.

use std::fmt;
use std::str::FromStr;
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

/// The way the finals are played. Written as `round-robin`, `swiss:5` or `gauntlet`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finals {
    /// Every pair of finalists plays, as the handout says.
    #[default]
    RoundRobin,
    /// So many rounds, in which players with about equal points meet.
    Swiss(u16),
    /// Every finalist plays the built-in players of the plan.
    Gauntlet,
}

impl Finals {
    /// Returns `true` for the handout's round robin.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(crate) fn is_round_robin(&self) -> bool {
        *self == Self::RoundRobin
    }
}

impl fmt::Display for Finals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("round-robin"),
            Self::Swiss(rounds) => write!(f, "swiss:{rounds}"),
            Self::Gauntlet => f.write_str("gauntlet"),
        }
    }
}

impl FromStr for Finals {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rounds = |text: &str| {
            let rounds = text.strip_prefix("swiss:")?.parse().ok();
            rounds.filter(|rounds| (1..=999).contains(rounds))
        };
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => rounds(text).map(Self::Swiss).ok_or_else(|| {
                format!("unknown finals {text:?}; expected round-robin, swiss:1 to swiss:999, or gauntlet")
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finals_are_read_as_they_are_written() {
        for text in ["round-robin", "swiss:1", "swiss:999", "gauntlet"] {
            let finals: Finals = text.parse().expect(text);
            assert_eq!(finals.to_string(), text);
        }
        for text in ["", "swiss", "swiss:0", "swiss:1000", "swiss:x", "knockout"] {
            assert!(text.parse::<Finals>().is_err(), "{text}");
        }
    }
}
