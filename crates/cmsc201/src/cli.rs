//! The command line. With no arguments it is the handout's program and nothing else.

use std::process::ExitCode;

use clap::{Command, CommandFactory, Parser};

use crate::COURSE;

/// UMBC CMSC 201 Project 2 (2019): Reversi without diagonals against a naive computer
///
/// The player is X and moves first; pieces are flipped along rows and columns
/// only. The game ends as soon as the side to move has no legal move.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
struct Args {}

const EXAMPLE: &str = "\
Example:
  $ cmsc201
  Current board state: 
  _|0|1|2|3|4|5|6|7
  0|_|_|_|_|_|_|_|_|
  1|_|_|_|_|_|_|_|_|
  2|_|_|_|_|_|_|_|_|
  3|_|_|_|X|O|_|_|_|
  4|_|_|_|O|X|_|_|_|
  5|_|_|_|_|_|_|_|_|
  6|_|_|_|_|_|_|_|_|
  7|_|_|_|_|_|_|_|_|
  Valid moves are: [[2, 4], [3, 5], [4, 2], [5, 3]]
  Enter a move: 3 5
  CPU takes move: [2, 3]
  ...";

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Args::command()
}

/// Plays one game on standard input and output, as the arguments of the process say.
pub fn main() -> ExitCode {
    let Args {} = Args::parse();
    COURSE.on_stdio(COURSE.environment())
}
