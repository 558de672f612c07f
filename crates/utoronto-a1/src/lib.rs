#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod cli;
mod course;
mod words;

use ::course::{Console, Environment, Result};

pub use crate::course::COURSE;
use reversi_core::{Game, Rules, Square, Turn};

/// The handout's game is Othello.
pub const RULES: Rules = Rules::OTHELLO;

/// Plays one game on `console`, from the first board to the result.
pub fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
    let mut game = Game::new(RULES).expect("Othello can be played");
    console.line(words::GLYPHS.lettered(game.board()))?;
    loop {
        environment.show(&game);
        match game.turn() {
            Turn::Move(mover) => {
                console.prompt(words::move_prompt(mover))?;
                let line = console.read_line()?;
                let at = line.as_deref().and_then(square);
                if at.is_none_or(|at| game.play(at).is_err()) {
                    console.line(words::INVALID_MOVE)?;
                }
                console.line(words::GLYPHS.lettered(game.board()))?;
            }
            Turn::Pass(blocked) => {
                console.line(words::no_valid_move(blocked))?;
                game.pass().expect("the turn is a pass");
            }
            Turn::Over(outcome) => {
                let next = game.to_move();
                console.line(words::no_valid_move(next))?;
                console.line(words::no_valid_move(next.opponent()))?;
                return console.line(words::result(outcome));
            }
        }
    }
}

/// A square is a row letter, then a column letter.
fn square(line: &str) -> Option<Square> {
    match *line.as_bytes() {
        [row @ b'a'..=b'z', col @ b'a'..=b'z'] => Some(Square::new(row - b'a', col - b'a')),
        _ => None,
    }
}
