//! The command line. With no arguments it is the handout's program and nothing else.

use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Command, CommandFactory, Parser};

use crate::{COURSE, OPPONENT, Skill};

/// ReverGo, the game of DEU CME1101 Project 2 (2015): human against computer.
///
/// Place stones near the others; the opponent's stones between a new one and
/// another of yours become yours. Who has more when the board is full wins.
#[derive(Parser)]
#[command(version, verbatim_doc_comment, after_long_help = EXAMPLE)]
struct Arguments {
    /// How the computer plays
    #[arg(long, value_parser = skills(), default_value = COURSE.default_of(OPPONENT))]
    opponent: String,
}

fn skills() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new(Skill::Strong.name()).help("Looks ahead and plays to win"),
        PossibleValue::new(Skill::Greedy.name())
            .help("Flips the most stones it can; of equal cells, the first row by row"),
    ])
}

const EXAMPLE: &str = "\
Example:
  $ revergo
  Choose the board (1: 1x16, 2: 8x8): 1
     0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1
     1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6
   + - - - - - - - - - - - - - - - - +   Round   :  0
   | . . . . . . . . . . . . . . . . |   Human   :  0
   + - - - - - - - - - - - - - - - - +   Computer:  0

  Your move (column): 8
  [the board]

  Computer plays 7.
  [the board]

  Your move (column):

The safe area, where a stone may always be placed, is grey on a terminal: columns
5 to 12 of 1x16, rows and columns 3 to 6 of 8x8. Elsewhere a stone goes at most
two cells from another.";

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Arguments::command()
}

/// Plays one game on standard input and output, as the arguments of the process say.
pub fn main() -> ExitCode {
    let Arguments { opponent } = Arguments::parse();
    COURSE.on_stdio(COURSE.environment().with(OPPONENT, opponent))
}
