#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod cli;
mod course;
mod words;

use ::course::{Console, Environment, Error, Result};

pub use crate::course::COURSE;
use reversi_core::{ByDisc, Disc, Game, Rules, Square, Turn};

/// The handout's game is Othello.
pub const RULES: Rules = Rules::OTHELLO;

/// The option that names the file for the result.
pub const RESULT_FILE: &str = "result-file";

/// Plays one game on `console`, from the names to the result, and saves the result.
pub fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
    let names = ByDisc {
        black: ask_name(console, Disc::Black)?,
        white: ask_name(console, Disc::White)?,
    };
    let mut game = Game::new(RULES).expect("Othello can be played");
    console.line(words::view(game.board()))?;
    loop {
        environment.show(&game);
        match game.turn() {
            Turn::Move(mover) => {
                let moves: Vec<Square> = game.legal_moves().collect();
                let at = ask_move(console, &names[mover], &moves)?;
                game.play(at).expect("it is on the list");
                console.line(words::view(game.board()))?;
            }
            Turn::Pass(blocked) => {
                console.line(words::no_valid_move(&names[blocked]))?;
                game.pass().expect("the turn is a pass");
            }
            Turn::Over(outcome) => {
                let result = words::result(&names, outcome);
                console.print(&result)?;
                let file = environment.text(RESULT_FILE).to_owned();
                return environment
                    .save(&file, result.as_bytes())
                    .map_err(|why| Error::course(words::not_saved(&file, &why)));
            }
        }
    }
}

/// Repeats the prompt until a name is typed.
fn ask_name(console: &mut Console<'_>, player: Disc) -> Result<String> {
    loop {
        console.prompt(words::name_prompt(player))?;
        match console.read_line()? {
            Some(name) if !name.is_empty() => return Ok(name),
            _ => {}
        }
    }
}

/// Repeats the prompt until the typed line is the number of one of `moves`, counted from 1.
fn ask_move(console: &mut Console<'_>, name: &str, moves: &[Square]) -> Result<Square> {
    loop {
        console.prompt(words::move_prompt(name, moves))?;
        let number = console
            .read_line()?
            .and_then(|line| line.parse::<usize>().ok());
        match number.and_then(|number| moves.get(number.checked_sub(1)?)) {
            Some(&at) => return Ok(at),
            None => console.line(words::INVALID_CHOICE)?,
        }
    }
}
