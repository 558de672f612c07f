//! The command line. With no arguments it is the handout's program and nothing else.

use std::path::PathBuf;

use clap::Parser;

use crate::{COURSE, RESULT_FILE};

/// UCD COMP10050 Assignment 3: Othello for two humans with numbered moves
///
/// Player 1 is black (1) and starts, player 2 is white (0), x is empty; a
/// player chooses a legal move by its number. The result is saved in a file.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
pub struct Args {
    /// Where the result is saved when the game is over
    #[arg(long, value_name = "PATH", default_value = COURSE.default_of(RESULT_FILE))]
    pub result_file: PathBuf,
}

const EXAMPLE: &str = include_str!("example.txt");
