//! Makes the evaluation's weights from games of the engine against itself.
//!
//! `fit games` plays, `fit train` fits weights to what was played and writes
//! them, `fit check` compares weights with solved positions. The evaluation's
//! README names the commands that made the weights of this crate.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "squares and scores are small, and it is a program that prints numbers"
)]

use std::error::Error;
use std::process::ExitCode;

mod check;
mod games;
mod least_squares;
mod records;
mod rng;
mod search;
mod solve;
mod train;

const USAGE: &str = "usage:
  fit games FILE SEED GAMES SOLVED [WEIGHTS DEPTH]
      plays GAMES games into FILE; the last SOLVED plies are solved exactly.
      Moves are chosen by a search of DEPTH plies with WEIGHTS, or by mobility.
  fit train WEIGHTS LAMBDA FILE...
      fits weights to the positions of these files.
  fit check WEIGHTS SEED COUNT EMPTIES
      compares the weights with COUNT solved positions.";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *arguments.as_slice() {
        ["games", file, seed, games, solved] => games::run(
            file,
            seed.parse()?,
            games.parse()?,
            solved.parse()?,
            &games::ByMobility,
        ),
        ["games", file, seed, games, solved, weights, depth] => games::run(
            file,
            seed.parse()?,
            games.parse()?,
            solved.parse()?,
            &games::BySearch {
                weights: records::weights(weights)?,
                depth: depth.parse()?,
            },
        ),
        ["train", weights, lambda, ref files @ ..] if !files.is_empty() => {
            train::run(weights, lambda.parse()?, files)
        }
        ["check", weights, seed, count, empties] => {
            let weights = records::weights(weights)?;
            check::run(&weights, seed.parse()?, count.parse()?, empties.parse()?);
            Ok(())
        }
        _ => Err(USAGE.into()),
    }
}
