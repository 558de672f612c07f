//! The command line. With no arguments it is the handout's program and nothing else.

use std::str::FromStr;

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::{COURSE, Opponent, PART, SPELLING, Seconds, TIME};

/// UofT APS105 Lab 8 (2025): Reversi against the prescribed algorithm
///
/// A human plays the computer on an n×n board, n even, 4 to 26; the computer
/// always flips the most tiles. An illegal move loses the game.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
pub struct Args {
    /// How the move prompt spells the word: as the handout, or as the course's
    /// own test files
    #[arg(long, value_parser = spellings(), default_value = COURSE.default_of(SPELLING))]
    pub spelling: String,

    /// The part of the lab: 1 is the prescribed algorithm, 2 the best computer
    /// player possible
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2),
          default_value = COURSE.default_of(PART))]
    pub part: u8,

    /// Who plays the computer's side, whatever the part
    #[arg(long, value_parser = opponents())]
    pub computer: Option<String>,

    /// The time in which the strongest player must move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds,
          default_value = COURSE.default_of(TIME))]
    pub time: String,
}

fn spellings() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("color").help("The handout's"),
        PossibleValue::new("colour").help("The course's test files'"),
    ])
}

fn opponents() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Opponent::ALL.map(|one| PossibleValue::new(one.name()).help(one.description())),
    )
}

fn seconds(text: &str) -> Result<String, &'static str> {
    Seconds::from_str(text).map(|_| text.to_owned())
}

const EXAMPLE: &str = include_str!("example.txt");
