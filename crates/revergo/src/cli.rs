//! The command line. With no arguments it is the handout's program and nothing else.

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::{COURSE, OPPONENT};

/// ReverGo, the game of DEU CME1101 Project 2 (2015): human against computer.
///
/// Place stones near the others; the opponent's stones between a new one and
/// another of yours become yours. Who has more when the board is full wins.
#[derive(Parser)]
#[command(version, verbatim_doc_comment, after_long_help = EXAMPLE)]
pub struct Args {
    /// How the computer plays
    #[arg(long, value_parser = skills(), default_value = COURSE.default_of(OPPONENT))]
    pub opponent: String,
}

fn skills() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("strong").help("Looks ahead and plays to win"),
        PossibleValue::new("greedy")
            .help("Flips the most stones it can; of equal cells, the first row by row"),
    ])
}

const EXAMPLE: &str = include_str!("example.txt");
