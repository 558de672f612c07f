#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod course;
mod words;

use std::error;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

pub use crate::course::COURSE;
use dialogue::{Console, Error, Result};
use reversi_core::{ByDisc, Disc, Game, Rules, Square, Turn};
use words::View;

/// The handout's game is Othello.
pub const RULES: Rules = Rules::OTHELLO;

/// Where the result is saved unless somebody says otherwise.
pub const RESULT_FILE: &str = "result.txt";

/// Plays one game on `console`, from the names to the result, and saves the
/// result in `result_file`.
pub fn run<R: BufRead, W: Write>(console: &mut Console<R, W>, result_file: &Path) -> Result<()> {
    let names = ByDisc {
        black: ask_name(console, Disc::Black)?,
        white: ask_name(console, Disc::White)?,
    };
    let mut game = Game::new(RULES).expect("Othello can be played");
    console.line(View(game.board()))?;
    loop {
        match game.turn() {
            Turn::Move(mover) => {
                let moves: Vec<Square> = game.legal_moves().collect();
                let at = ask_move(console, &names[mover], &moves)?;
                game.play(at).expect("it is on the list");
                console.line(View(game.board()))?;
            }
            Turn::Pass(blocked) => {
                console.line(words::no_valid_move(&names[blocked]))?;
                game.pass().expect("the turn is a pass");
            }
            Turn::Over(outcome) => {
                let result = words::result(&names, outcome);
                console.print(&result)?;
                return fs::write(result_file, result).map_err(|source| {
                    Error::course(NotSaved {
                        path: result_file.to_owned(),
                        source,
                    })
                });
            }
        }
    }
}

/// Asks until there is a name.
fn ask_name<R: BufRead, W: Write>(console: &mut Console<R, W>, player: Disc) -> Result<String> {
    loop {
        console.prompt(words::name_prompt(player))?;
        match console.entry()? {
            Some(name) if !name.is_empty() => return Ok(name),
            _ => {}
        }
    }
}

/// Asks until the entry is the number of one of `moves`, counted from 1.
fn ask_move<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    name: &str,
    moves: &[Square],
) -> Result<Square> {
    loop {
        console.prompt(words::move_prompt(name, moves))?;
        let number = console
            .entry()?
            .and_then(|entry| entry.parse::<usize>().ok());
        match number.and_then(|number| moves.get(number.checked_sub(1)?)) {
            Some(&at) => return Ok(at),
            None => console.line(words::INVALID_CHOICE)?,
        }
    }
}

/// The result stands on the console but not in its file.
#[derive(Debug)]
struct NotSaved {
    path: PathBuf,
    source: io::Error,
}

impl fmt::Display for NotSaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, source } = self;
        write!(f, "cannot save the result in {}: {source}", path.display())
    }
}

impl error::Error for NotSaved {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.source)
    }
}
