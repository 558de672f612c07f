//! Fits the weights of the evaluation to games of the engine against itself.
//!
//! `fit games` plays games, `fit train` fits weights to them, and `fit check`
//! compares weights with solved positions. The README of the evaluation lists the
//! commands that made the built-in weights.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "squares and scores are small, and the example prints results"
)]

use std::error::Error;
use std::process::ExitCode;

use reversi_engine::eval::STAGES;

mod check;
mod games;
mod least_squares;
mod records;
mod search;
mod train;

const USAGE: &str = "usage:
  fit games FILE SEED GAMES SOLVED [WEIGHTS DEPTH]
      Plays GAMES games and writes their positions to FILE. The last SOLVED plies
      are solved exactly. Moves are chosen by a search of DEPTH plies with WEIGHTS,
      by default by mobility.
  fit label FILE FROM TO OUT
      Copies the positions of FILE to OUT and solves those with FROM to TO empty
      squares.
  fit train WEIGHTS LAMBDA FILE [SOLVED DEPTH]
      Fits weights to the positions of FILE and their scores. With more than SOLVED
      empty squares, the score is that of a search of DEPTH plies with the weights of
      the later stages, which are fitted first.
  fit solve FILE SEED COUNT EMPTIES WEIGHTS DEPTH
      Plays games to EMPTIES empty squares until COUNT positions are solved.
  fit check WEIGHTS FILE
      Compares the weights with solved positions.";

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
        ["label", file, from, to, out] => records::label(file, from.parse()?..=to.parse()?, out),
        ["train", weights, lambda, file] => {
            train::run(weights, lambda.parse()?, file, STAGES as u32, 0)
        }
        ["train", weights, lambda, file, solved, depth] => train::run(
            weights,
            lambda.parse()?,
            file,
            solved.parse()?,
            depth.parse()?,
        ),
        ["solve", file, seed, count, empties, weights, depth] => check::solve(
            file,
            seed.parse()?,
            count.parse()?,
            empties.parse()?,
            &records::weights(weights)?,
            depth.parse()?,
        ),
        ["check", weights, file] => check::run(&records::weights(weights)?, file),
        _ => Err(USAGE.into()),
    }
}
