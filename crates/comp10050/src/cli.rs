//! The command line. With no arguments it is the handout's program and nothing else.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Command, CommandFactory, Parser};

use crate::{COURSE, RESULT_FILE};

/// UCD COMP10050 Assignment 3: Othello for two humans with numbered moves
///
/// Player 1 is black (1) and starts, player 2 is white (0), x is empty; a
/// player chooses a legal move by its number. The result is saved in a file.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
struct Args {
    /// Where the result is saved when the game is over
    #[arg(long, value_name = "PATH", default_value = COURSE.default_of(RESULT_FILE))]
    result_file: PathBuf,
}

const EXAMPLE: &str = "\
Example:
  $ comp10050
  Player 1 please insert your name:   
  Alice
  Player 2 please insert your name:   
  Bob

      1   2   3   4   5   6   7   8   
  1 | x | x | x | x | x | x | x | x | 
  2 | x | x | x | x | x | x | x | x | 
  3 | x | x | x | x | x | x | x | x | 
  4 | x | x | x | 0 | 1 | x | x | x | 
  5 | x | x | x | 1 | 0 | x | x | x | 
  6 | x | x | x | x | x | x | x | x | 
  7 | x | x | x | x | x | x | x | x | 
  8 | x | x | x | x | x | x | x | x | 
  Player Alice choose you next move: 1. (3,d) 2. (4,c) 3. (5,f) 4. (6,e)
  1
  ...";

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Args::command()
}

/// Plays one game on standard input and output, as the arguments of the process say.
pub fn main() -> ExitCode {
    let Args { result_file } = Args::parse();
    let environment = COURSE
        .environment()
        .with(RESULT_FILE, result_file.display().to_string());
    // The name may have bytes that are not text.
    COURSE.on_stdio(environment.saving(&mut |_, result| fs::write(&result_file, result)))
}
