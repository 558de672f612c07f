#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod c_library;
mod computer;
mod course;
mod words;

use std::io::{BufRead, Write};

pub use crate::course::COURSE;
use dialogue::{Console, Error, Result};
use reversi_core::{Disc, Game, Rules, Size, Square, Turn};
pub use reversi_engine::SearchLimits;
pub use reversi_engine::opponents::{Opponent, prescribed};
pub use words::Spelling;
use words::{BadSetup, View};

/// The handout's game on a board of `dimension` rows and columns: Othello.
/// `None` unless `dimension` is even and from 4 to 26.
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

/// Plays one game on `console` against `opponent`, from the question for the
/// dimension to the result. `limits` apply to each move of the engine.
pub fn run<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    spelling: Spelling,
    opponent: Opponent,
    limits: &SearchLimits,
) -> Result<()> {
    console.prompt(words::dimension_prompt())?;
    let dimension = console
        .scan_number()?
        .ok_or_else(|| Error::course(BadSetup::NotANumber))?;
    let rules = rules(dimension).ok_or_else(|| Error::course(BadSetup::Dimension(dimension)))?;
    // The engine takes a tenth of a second to prepare, which must not count as
    // part of its first move.
    let mut player = computer::player(opponent, rules.size);
    console.prompt(words::computer_prompt())?;
    let computer = match console.scan_char()? {
        b'B' => Disc::Black,
        b'W' => Disc::White,
        other => return Err(Error::course(BadSetup::Colour(other))),
    };

    let mut game = Game::new(rules).expect("an even board can be played");
    console.line(View(game.board()))?;
    loop {
        match game.turn() {
            Turn::Move(mover) if mover == computer => {
                let at = player
                    .choose(&game, limits)
                    .expect("the player was prepared for this size")
                    .expect("the turn is a move");
                game.play(at).expect("the computer plays legal moves");
                console.line(words::computer_places(computer, at))?;
                console.line(View(game.board()))?;
            }
            Turn::Move(mover) => {
                console.prompt(words::move_prompt(spelling, mover))?;
                let (row, col) = (console.scan_char()?, console.next_char()?);
                if square(row, col).is_none_or(|at| game.play(at).is_err()) {
                    console.line(words::INVALID_MOVE)?;
                    return console.line(words::wins(computer));
                }
                console.line(View(game.board()))?;
            }
            Turn::Pass(blocked) => {
                console.line(words::no_valid_move(blocked))?;
                game.pass().expect("the turn is a pass");
            }
            Turn::Over(outcome) => return console.line(words::result(outcome)),
        }
    }
}

/// The square that two characters name.
fn square(row: u8, col: u8) -> Option<Square> {
    Some(Square::new(row.checked_sub(b'a')?, col.checked_sub(b'a')?))
}
