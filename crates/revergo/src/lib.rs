#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use ::course::Environment;

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

pub use computer::Skill;
pub use entry::BadMove;
pub use variant::{HUMAN, RULES_1X16, RULES_8X8, Variant};

use view::BoardView;

/// The option for how well the computer plays: a [`Skill`].
pub const OPPONENT: &str = "opponent";

/// Plays one game on `console`, from the choice of the board to the result.
pub fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
    let skill: Skill = environment.option(OPPONENT)?;
    let variant = choose_board(console)?;
    let mut game = Game::new(variant.rules()).map_err(Error::course)?;
    let outcome = loop {
        console.print(BoardView {
            board: game.board(),
            variant,
            grey: environment.colour,
        })?;
        console.line("")?;
        match game.turn() {
            Turn::Move(HUMAN) => human_move(console, variant, &mut game)?,
            Turn::Move(_) => {
                // The human sees their move while the computer thinks.
                console.flush()?;
                let at = skill.choose(&game);
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

fn choose_board(console: &mut Console<'_>) -> Result<Variant> {
    loop {
        console.prompt(words::choose_board())?;
        let line = console.read_line()?;
        if let Some(variant) = line.as_deref().and_then(entry::variant) {
            return Ok(variant);
        }
        console.line(words::INVALID_CHOICE)?;
    }
}

/// Asks until a move can be made, and makes it.
fn human_move(console: &mut Console<'_>, variant: Variant, game: &mut Game) -> Result<()> {
    loop {
        console.prompt(words::your_move(variant))?;
        let line = console.read_line()?;
        let played = entry::square(line.as_deref(), variant)
            .and_then(|at: Square| game.play(at).map_err(BadMove::from));
        match played {
            Ok(_) => return Ok(()),
            Err(why) => console.line(words::invalid_move(variant, why))?,
        }
    }
}
