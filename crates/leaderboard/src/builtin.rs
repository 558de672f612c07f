//! The built-in players.

use std::fmt;
use std::str::FromStr;

use opponents::Opponent;
use serde::{Deserialize, Serialize};

/// A built-in player. Written as `prescribed`, `smarter`, `smartest`, `engine` or, at a level,
/// `engine:6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Builtin {
    pub opponent: Opponent,
    /// The number of plies that the engine looks ahead; `None` if only time limits it.
    pub level: Option<u32>,
}

impl Builtin {
    /// Returns `true` if it plays the same moves in the same game. Without a level, the engine
    /// thinks until its time is over.
    pub fn is_deterministic(self) -> bool {
        self.opponent != Opponent::Strongest || self.level.is_some()
    }
}

impl From<Opponent> for Builtin {
    fn from(opponent: Opponent) -> Self {
        Self {
            opponent,
            level: None,
        }
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.opponent, self.level) {
            (Opponent::Strongest, None) => f.write_str("engine"),
            (Opponent::Strongest, Some(level)) => write!(f, "engine:{level}"),
            (simple, _) => simple.fmt(f),
        }
    }
}

impl FromStr for Builtin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = |text: &str| text.parse().ok().filter(|level| (1..=60).contains(level));
        let simple = |text: &str| {
            text.parse()
                .ok()
                .filter(|one: &Opponent| *one != Opponent::Strongest)
        };
        let known = match text.split_once(':') {
            Some(("engine", text)) => level(text).map(|level| Self {
                level: Some(level),
                ..Opponent::Strongest.into()
            }),
            None if text == "engine" => Some(Opponent::Strongest.into()),
            _ => simple(text).map(Self::from),
        };
        known.ok_or_else(|| {
            format!(
                "unknown built-in player {text:?}; expected prescribed, smarter, smartest, engine, \
                 or engine:1 to engine:60"
            )
        })
    }
}

impl From<Builtin> for String {
    fn from(builtin: Builtin) -> Self {
        builtin.to_string()
    }
}

impl TryFrom<String> for Builtin {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
