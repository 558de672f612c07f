//! The command line. Without arguments, the program does exactly what the handout says. It avoids
//! clap's derive, which takes as long to compile as the rest of the program.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

use crate::{COURSE, OPPONENT};

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    let skills = [
        PossibleValue::new("strong").help("Looks ahead and plays to win"),
        PossibleValue::new("greedy").help(
            "Flips as many stones as possible; of equal cells, takes the first one, row by row",
        ),
    ];
    let opponent = Arg::new(OPPONENT)
        .long(OPPONENT)
        .value_name("OPPONENT")
        .help("How the computer plays")
        .value_parser(skills)
        .default_value(COURSE.default_of(OPPONENT));
    Command::new("revergo")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(format!("{ABOUT}\n\n{MORE}"))
        .arg(opponent)
        .after_long_help(include_str!("example.txt"))
}

const ABOUT: &str = "ReverGo, the game of DEU CME1101 Project 2 (2015): human against computer";
const MORE: &str = "Place stones near the others; the opponent's stones between a new one and \
    another of yours become yours. The side with more stones on the full board wins.";
