//! The opponents that a page offers besides the program's own computer.

use std::ops::RangeInclusive;
use std::time::Duration;

use opponents::Opponent;
use reversi_core::{Game, Square};
use reversi_engine::SearchLimits;
use serde::Deserialize;

use crate::engine::players::Players;

/// The depth from which a search on every board goes to the end of the game.
const DEEPEST: u32 = 60;

const TIMES: RangeInclusive<f64> = 0.001..=3600.0;

/// An opponent: a simple player by its name, or the engine within limits. JSON:
/// `{"player": "smartest"}`, `{"depth": 8}`, `{"seconds": 0.5}`, or both limits.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    player: Option<String>,
    depth: Option<u32>,
    seconds: Option<f64>,
}

impl Level {
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("The level is not valid: {error}."))
    }

    /// Returns the move in `game`, in which the side to move must have one.
    pub fn choose(&self, game: &Game, players: &mut Players) -> Result<Square, String> {
        let chosen = if let Some(choose) = self.chooser()? {
            choose(game)
        } else {
            let limits = self.limits()?;
            players.choose(game, &limits)?
        };
        chosen.ok_or_else(|| "There is no legal move.".to_owned())
    }

    fn chooser(&self) -> Result<Option<opponents::Chooser>, String> {
        let Some(name) = &self.player else {
            return Ok(None);
        };
        if self.depth.is_some() || self.seconds.is_some() {
            return Err("A level has either a player or limits, not both.".to_owned());
        }
        let opponent: Option<Opponent> = name.parse().ok();
        let chooser = opponent.and_then(Opponent::chooser);
        let unknown = || format!("There is no simple player {name:?}.");
        chooser.map(Some).ok_or_else(unknown)
    }

    fn limits(&self) -> Result<SearchLimits, String> {
        let seconds = |seconds: f64| {
            let time = TIMES
                .contains(&seconds)
                .then(|| Duration::from_secs_f64(seconds));
            time.ok_or_else(|| format!("The time is {seconds:?} seconds; expected 0.001 to 3600."))
        };
        let limits = SearchLimits {
            depth: self.depth.map(|depth| depth.clamp(1, DEEPEST)),
            time: self.seconds.map(seconds).transpose()?,
        };
        if limits == SearchLimits::default() {
            return Err("A level needs a player, a depth or a number of seconds.".to_owned());
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use reversi_core::{Rules, Size};

    use super::*;

    fn choose(game: &Game, level: &str) -> Result<Square, String> {
        Level::read(level)?.choose(game, &mut Players::default())
    }

    fn start(side: usize) -> Game {
        let size = Size::square(side).expect("a size");
        let rules = Rules {
            size,
            ..Rules::OTHELLO
        };
        Game::new(rules).expect("an even board")
    }

    #[test]
    fn a_wrong_level_is_a_sentence() {
        for (level, expected) in [
            ("{", "The level is not valid: "),
            (r#"{"plies": 3}"#, "The level is not valid: unknown field"),
            (
                "{}",
                "A level needs a player, a depth or a number of seconds.",
            ),
            (r#"{"player": "bob"}"#, "There is no simple player \"bob\"."),
            (
                r#"{"player": "smarter", "depth": 3}"#,
                "A level has either a player or limits, not both.",
            ),
            (
                r#"{"seconds": 0}"#,
                "The time is 0.0 seconds; expected 0.001 to 3600.",
            ),
            (
                r#"{"seconds": 1e300}"#,
                "The time is 1e300 seconds; expected 0.001 to 3600.",
            ),
        ] {
            let found = choose(&start(8), level).expect_err("it is wrong");
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn a_move_within_a_time_is_legal() {
        for side in [4, 8, 26] {
            let game = start(side);
            let at = choose(&game, r#"{"seconds": 0.01}"#).expect("there is a move");
            assert_eq!(game.check(at), Ok(()));
        }
    }
}
