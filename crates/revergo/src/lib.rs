#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only this workspace uses it: a sentence stands where it says more than the name"
)]

pub mod cli;
mod computer;
mod course;
mod rules;
mod search;
mod typed_line;
pub mod view;
pub mod words;

use ::course::{Console, Environment, Result};
use reversi_core::{Game, Rules, Turn};

pub use crate::course::COURSE;
pub use computer::Skill;
pub use rules::{COMPUTER, HUMAN, RULES_1X16, RULES_8X8, safe_area};
pub use typed_line::BadMove;
use view::BoardView;

/// The option for the skill of the computer: a [`Skill`].
pub const OPPONENT: &str = "opponent";

/// Plays one game on `console`, from the choice of the board to the result.
pub fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
    let skill = Skill::ALL[environment.choice(OPPONENT)?];
    let rules = choose_board(console)?;
    let grey = environment.colour.then(|| safe_area(&rules));
    let mut game = Game::new(rules).expect("the handout's boards can be played");
    let outcome = loop {
        console.print(BoardView {
            board: game.board(),
            grey,
        })?;
        console.line("")?;
        environment.show(&game);
        match game.turn() {
            Turn::Move(HUMAN) => human_move(console, &mut game)?,
            Turn::Move(_) => {
                // The human sees the board while the computer searches.
                console.flush()?;
                let at = environment.computer_move(&game, || skill.choose(&game))?;
                console.line(words::computer_plays(rules.size, at))?;
                game.play(at).expect("the computer plays legal moves");
            }
            Turn::Pass(_) => unreachable!("the rules know no pass"),
            Turn::Over(outcome) => break outcome,
        }
        console.line("")?;
    };
    console.line(words::result(outcome.winner()))
}

fn choose_board(console: &mut Console<'_>) -> Result<Rules> {
    loop {
        console.prompt(words::choose_board())?;
        let line = console.read_line()?;
        if let Some(rules) = line.as_deref().and_then(typed_line::rules) {
            return Ok(rules);
        }
        console.line(words::INVALID_CHOICE)?;
    }
}

fn human_move(console: &mut Console<'_>, game: &mut Game) -> Result<()> {
    let size = game.rules().size;
    loop {
        console.prompt(words::your_move(size))?;
        let line = console.read_line()?;
        let played = typed_line::square(line.as_deref(), size)
            .and_then(|at| game.play(at).map_err(BadMove::Illegal));
        match played {
            Ok(_) => return Ok(()),
            Err(why) => console.line(words::invalid_move(size, why))?,
        }
    }
}
