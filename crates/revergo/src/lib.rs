#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::io::{BufRead, Write};

pub use crate::course::COURSE;
use dialogue::{Console, Error, Result};
use reversi_core::{Game, Square, Turn};

mod computer;
mod course;
mod entry;
mod search;
mod variant;
pub mod view;
pub mod words;

pub use computer::Opponent;
pub use entry::BadMove;
pub use variant::{HUMAN, RULES_1X16, RULES_8X8, Variant};

use view::BoardView;

/// What may be chosen about a game beyond the handout. The default is the
/// handout's program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How the computer plays.
    pub opponent: Opponent,
    /// Whether the safe area is shown grey, by terminal escape codes.
    pub grey: bool,
}

/// Plays one game over `console`, from the choice of the board to the result.
pub fn run<R: BufRead, W: Write>(console: &mut Console<R, W>, options: Options) -> Result<()> {
    let variant = choose_board(console)?;
    let mut game = Game::new(variant.rules()).map_err(Error::course)?;
    let outcome = loop {
        console.print(BoardView {
            board: game.board(),
            variant,
            grey: options.grey,
        })?;
        console.line("")?;
        match game.turn() {
            Turn::Move(HUMAN) => human_move(console, variant, &mut game)?,
            Turn::Move(_) => {
                // The human sees their move while the computer thinks.
                console.flush()?;
                let at = options.opponent.choose(&game);
                let at = at.expect("the computer has a move in its turn");
                console.line(words::computer_plays(variant, at))?;
                game.play(at).map_err(Error::course)?;
            }
            Turn::Pass(_) => unreachable!("the rules know no pass"),
            Turn::Over(outcome) => break outcome,
        }
        console.line("")?;
    };
    console.line(words::result(outcome.winner()))
}

fn choose_board<R: BufRead, W: Write>(console: &mut Console<R, W>) -> Result<Variant> {
    loop {
        console.prompt(words::choose_board())?;
        let entry = console.entry()?;
        if let Some(variant) = entry.as_deref().and_then(entry::variant) {
            return Ok(variant);
        }
        console.line(words::INVALID_CHOICE)?;
    }
}

/// Asks until a move can be made, and makes it.
fn human_move<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    variant: Variant,
    game: &mut Game,
) -> Result<()> {
    loop {
        console.prompt(words::your_move(variant))?;
        let entry = console.entry()?;
        let played = entry::square(entry.as_deref(), variant)
            .and_then(|at: Square| game.play(at).map_err(BadMove::from));
        match played {
            Ok(_) => return Ok(()),
            Err(why) => console.line(words::invalid_move(variant, why))?,
        }
    }
}
