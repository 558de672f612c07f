//! The command line. Without arguments, the program does exactly what the handout says. It avoids
//! clap's derive, which takes as long to compile as the rest of the program.

use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

use crate::{COMPUTER, COURSE, Opponent, PART, SPELLING, Seconds, TIME};

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Command::new("aps105-lab8")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(format!("{ABOUT}\n\n{MORE}"))
        .args([spelling(), part(), computer(), time()])
        .after_help(include_str!("example.txt"))
}

const ABOUT: &str = "UofT APS105 Lab 8 (2025): Reversi against the prescribed algorithm";
const MORE: &str = "A human plays the computer on an n×n board, n even, 4 to 26; the computer \
    always flips the most tiles. An illegal move loses the game.";

fn spelling() -> Arg {
    let spellings = [
        PossibleValue::new("color").help("The handout's"),
        PossibleValue::new("colour").help("The course's test files'"),
    ];
    option(SPELLING, "SPELLING")
        .help(
            "The spelling of \"color\" in the move prompt: the handout's, or that of the \
             course's own test files",
        )
        .value_parser(spellings)
        .default_value(COURSE.default_of(SPELLING))
}

fn part() -> Arg {
    option(PART, "PART")
        .help(
            "The part of the lab: in 1 the computer plays the prescribed algorithm, in 2 it \
             is the strongest player",
        )
        .value_parser(["1", "2"])
        .default_value(COURSE.default_of(PART))
}

fn computer() -> Arg {
    let opponents = Opponent::ALL.map(|one| PossibleValue::new(one.name()).help(one.description()));
    option(COMPUTER, "COMPUTER")
        .help("Who plays the computer's side, whatever the part")
        .value_parser(opponents)
}

fn time() -> Arg {
    option(TIME, "SECONDS")
        .help("The time in which the strongest player must move, in seconds")
        .value_parser(seconds)
        .default_value(COURSE.default_of(TIME))
}

fn option(name: &'static str, value_name: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value_name)
}

fn seconds(text: &str) -> Result<String, &'static str> {
    Seconds::from_str(text).map(|_| text.to_owned())
}
