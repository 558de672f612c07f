#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only this workspace uses it: a sentence stands where it says more than the name"
)]

#[cfg(feature = "engine")]
pub mod c_library;
pub mod cli;
mod computer;
mod course;
#[cfg(not(feature = "engine"))]
#[path = "no_engine.rs"]
mod strongest;
#[cfg(feature = "engine")]
mod strongest;
mod words;

use std::str::FromStr;
use std::time::Duration;

use ::course::{Console, Environment, Error};

pub use crate::computer::ComputerPlayer;
pub use crate::course::COURSE;
pub use opponents::{Opponent, prescribed};
use reversi_core::{Disc, Game, Rules, Size, Square, Turn};
pub use words::COMPUTER_PLACES;

/// Returns Othello's rules on a board of `dimension` rows and columns; `None` unless `dimension` is
/// even and from 4 to 26.
pub fn rules(dimension: i64) -> Option<Rules> {
    let side = usize::try_from(dimension).ok()?;
    if side < 4 || !side.is_multiple_of(2) {
        return None;
    }
    let size = Size::square(side).ok()?;
    Some(Rules {
        size,
        ..Rules::OTHELLO
    })
}

/// The option for the spelling of the move prompt: `color`, as in the handout, or `colour`,
/// as in the course's own test files.
pub const SPELLING: &str = "spelling";
/// The option for the part of the lab: 1 or 2.
pub const PART: &str = "part";
/// The option for the computer player: an [`Opponent`], or empty for the part's player.
pub const COMPUTER: &str = "computer";
/// The option for the time per move of the strongest player: [`Seconds`].
pub const TIME: &str = "time";

/// The time per move of the strongest player, at least 0.001 seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        // Parsing an `f64` needs a table that takes 13 kB of the playground's first file.
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let millis = format!("{whole}{fraction:0<3.3}").parse().ok();
        let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit());
        match millis.filter(|_| is_number) {
            Some(0) => Err("a time of at least 0.001 seconds is needed"),
            Some(millis) => Ok(Self(Duration::from_millis(millis))),
            None => Err("not a number of seconds"),
        }
    }
}

/// Plays one game on `console`, from the prompt for the dimension to the result.
pub fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> ::course::Result<()> {
    let spelling = environment.choice(SPELLING)?;
    let Seconds(time) = environment.option(TIME)?;
    let part: u8 = environment.option(PART)?;
    let opponent = match (environment.text(COMPUTER), part) {
        ("", 1) => Opponent::Prescribed,
        ("", _) => Opponent::Strongest,
        _ => environment.option(COMPUTER)?,
    };
    console.prompt(words::dimension_prompt())?;
    let dimension = console
        .scan_number()?
        .ok_or_else(|| Error::course(words::NOT_A_DIMENSION))?;
    let rules = rules(dimension).ok_or_else(|| Error::course(words::bad_dimension(dimension)))?;
    // The engine takes a tenth of a second to prepare, which must not count as part of its first
    // move.
    let mut player = environment
        .needs_computer()
        .then(|| ComputerPlayer::new(opponent, rules.size, time, None))
        .transpose()?;
    console.prompt(words::computer_prompt())?;
    let computer = match console.scan_char()? {
        b'B' => Disc::Black,
        b'W' => Disc::White,
        other => return Err(Error::course(words::bad_colour(other))),
    };

    let mut game = Game::new(rules).expect("an even board can be played");
    console.line(words::GLYPHS.lettered(game.board()))?;
    loop {
        environment.show(&game);
        match game.turn() {
            Turn::Move(mover) if mover == computer => {
                let at = environment.computer_move(&game, || player.as_mut()?.choose(&game))?;
                game.play(at).expect("the computer plays legal moves");
                console.line(words::computer_places(computer, at))?;
                console.line(words::GLYPHS.lettered(game.board()))?;
            }
            Turn::Move(mover) => {
                console.prompt(words::move_prompt(spelling, mover))?;
                let (row, col) = (console.scan_char()?, console.next_char()?);
                if square(row, col).is_none_or(|at| game.play(at).is_err()) {
                    console.line(words::INVALID_MOVE)?;
                    return console.line(words::wins(computer));
                }
                console.line(words::GLYPHS.lettered(game.board()))?;
            }
            Turn::Pass(blocked) => {
                console.line(words::no_valid_move(blocked))?;
                game.pass().expect("the turn is a pass");
            }
            Turn::Over(outcome) => return console.line(words::result(outcome)),
        }
    }
}

fn square(row: u8, col: u8) -> Option<Square> {
    Some(Square::new(row.checked_sub(b'a')?, col.checked_sub(b'a')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_to_milliseconds() {
        let millis = |text: &str| Some(text.parse::<Seconds>().ok()?.0.as_millis());
        let times = [
            ("1", 1000),
            ("0.5", 500),
            (".25", 250),
            ("20.", 20_000),
            ("0.0019", 1),
        ];
        for (text, expected) in times {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "0",
            "0.0001",
            "-1",
            "1.2.3",
            "1.234x",
            "1e3",
            "nan",
            "99999999999999999999",
        ] {
            assert_eq!(millis(text), None, "{text}");
        }
    }
}
