//! The opponents that a page offers besides the program's own computer.

use std::time::Duration;

use opponents::{Chooser, Opponent, positional, prescribed};
use reversi_core::{Game, Square};
use reversi_engine::SearchLimits;
use serde::Deserialize;

use crate::engine::players::Players;

/// An opponent: a simple player by its name, or the engine with one limit. JSON:
/// `{"player": "smartest"}`, `{"depth": 8}` or `{"seconds": 0.5}`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Player(String),
    Depth(u32),
    Seconds(f64),
}

impl Level {
    /// Returns the move in `game`, in which the side to move must have one.
    pub fn choose(&self, game: &Game, players: &mut Players) -> Result<Square, String> {
        let mut limits = SearchLimits::default();
        match self {
            Self::Player(name) => {
                let choose = simple(name);
                let choose =
                    choose.ok_or_else(|| format!("There is no simple player {name:?}."))?;
                return choose(game).ok_or_else(no_move);
            }
            Self::Depth(depth) => limits.depth = Some(*depth),
            Self::Seconds(seconds) => {
                let time = Duration::try_from_secs_f64(*seconds);
                let wrong = |error| format!("The time of {seconds} s is not valid: {error}.");
                limits.time = Some(time.map_err(wrong)?);
            }
        }
        players.choose(game, &limits)?.ok_or_else(no_move)
    }
}

fn simple(name: &str) -> Option<Chooser> {
    match name {
        "greedy" => Some(prescribed),
        "positional" => Some(positional),
        _ => name.parse().ok().and_then(Opponent::chooser),
    }
}

fn no_move() -> String {
    "There is no legal move.".to_owned()
}

#[cfg(test)]
mod tests {
    use reversi_core::{Rules, Size};

    use super::*;
    use crate::json::parsed;

    fn choose(side: usize, level: &str) -> (Game, Result<Square, String>) {
        let size = Size::square(side).expect("a size");
        let rules = Rules {
            size,
            ..Rules::OTHELLO
        };
        let game = Game::new(rules).expect("an even board");
        let chosen =
            parsed(level).and_then(|level: Level| level.choose(&game, &mut Players::default()));
        (game, chosen)
    }

    #[test]
    fn a_wrong_level_is_a_sentence() {
        for (level, expected) in [
            (
                r#"{"plies": 3}"#,
                "The page sent damaged data: unknown variant",
            ),
            (r#"{"player": "bob"}"#, "There is no simple player \"bob\"."),
            (r#"{"seconds": -1}"#, "The time of -1 s is not valid: "),
        ] {
            let found = choose(8, level).1.expect_err("it is wrong");
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn simple_players_have_the_names_of_the_page() {
        for name in ["greedy", "positional", "smarter", "smartest"] {
            let level = format!("{{\"player\": \"{name}\"}}");
            let (game, at) = choose(26, &level);
            assert_eq!(game.check(at.expect(name)), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_move_within_a_time_is_legal() {
        for side in [4, 8, 26] {
            let (game, at) = choose(side, r#"{"seconds": 0.01}"#);
            assert_eq!(game.check(at.expect("there is a move")), Ok(()));
        }
    }
}
