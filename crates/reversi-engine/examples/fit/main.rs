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

use reversi_engine::eval::STAGES;

mod check;
mod games;
mod least_squares;
mod records;
mod search;
mod train;

const USAGE: &str = "usage:
  fit games FILE SEED GAMES SOLVED [WEIGHTS DEPTH]
      plays GAMES games into FILE; the last SOLVED plies are solved exactly.
      Moves are chosen by a search of DEPTH plies with WEIGHTS, or by mobility.
  fit label FILE FROM TO OUT
      copies the positions; those with FROM to TO empty squares are solved.
  fit train WEIGHTS LAMBDA FILE [SOLVED DEPTH]
      fits weights to FILE's positions and their scores, or, where there are
      more than SOLVED empty squares, to what a search of DEPTH plies finds with
      the weights of the later stages, which are fitted first.
  fit solve FILE SEED COUNT EMPTIES WEIGHTS DEPTH
      plays COUNT games down to EMPTIES empty squares, and solves them.
  fit check WEIGHTS FILE
      compares the weights with solved positions.";

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
