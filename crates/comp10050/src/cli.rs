//! The command line. Without arguments, the program does exactly what the handout says. It avoids
//! clap's derive, which takes as long to compile as the rest of the program.

use std::path::PathBuf;

use clap::{Arg, Command, value_parser};

use crate::{COURSE, RESULT_FILE};

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    let result_file = Arg::new(RESULT_FILE)
        .long(RESULT_FILE)
        .value_name("PATH")
        .help("Where the result is saved when the game is over")
        .value_parser(value_parser!(PathBuf))
        .default_value(COURSE.default_of(RESULT_FILE));
    Command::new("comp10050")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(format!("{ABOUT}\n\n{MORE}"))
        .arg(result_file)
        .after_help(include_str!("example.txt"))
}

const ABOUT: &str = "UCD COMP10050 Assignment 3: Othello for two humans with numbered moves";
const MORE: &str = "Player 1 is black (1) and starts, player 2 is white (0), x is empty; a \
    player chooses a legal move by its number. The result is saved in a file.";
