//! The built-in players.

use std::fmt;
use std::str::FromStr;

use opponents::Opponent;

/// A built-in player. Written as `prescribed`, `smarter`, `smartest`, `engine`
/// or, at a level, `engine:6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The player.
    pub opponent: Opponent,
    /// The number of plies that the engine looks ahead; only time limits it, if
    /// `None`.
    pub level: Option<u32>,
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
        let level = |text: &str| {
            let level = text.strip_prefix(':')?.parse().ok();
            level.filter(|level| (1..=60).contains(level))
        };
        let engine = |level| Self {
            opponent: Opponent::Strongest,
            level,
        };
        let known = match text.strip_prefix("engine") {
            Some("") => Some(engine(None)),
            Some(rest) => level(rest).map(|level| engine(Some(level))),
            None => text
                .parse::<Opponent>()
                .ok()
                .filter(|&one| one != Opponent::Strongest)
                .map(Self::from),
        };
        known.ok_or_else(|| {
            format!(
                "unknown built-in player {text:?}; expected prescribed, smarter, smartest, engine, \
                 or engine:1 to engine:60"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_player_is_read_as_it_is_written() {
        for text in [
            "prescribed",
            "smarter",
            "smartest",
            "engine",
            "engine:1",
            "engine:60",
        ] {
            let builtin: Builtin = text.parse().expect(text);
            assert_eq!(builtin.to_string(), text);
        }
        for text in [
            "",
            "engine:0",
            "engine:61",
            "engine:",
            "Engine",
            "smartest ",
        ] {
            assert!(text.parse::<Builtin>().is_err(), "{text}");
        }
    }
}
