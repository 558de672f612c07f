//! The command line. With no arguments it is the handout's program and nothing else.

use std::process::ExitCode;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Command, CommandFactory, Parser};

use crate::{COMPUTER, COURSE, Opponent, PART, SPELLING, Seconds, Spelling, TIME};

/// UofT APS105 Lab 8 (2025): Reversi against the prescribed algorithm
///
/// A human plays the computer on an n×n board, n even, 4 to 26; the computer
/// always flips the most tiles. An illegal move loses the game.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
struct Args {
    /// How the move prompt spells the word: as the handout, or as the course's
    /// own test files
    #[arg(long, value_parser = spellings(), default_value = COURSE.default_of(SPELLING))]
    spelling: String,

    /// The part of the lab: 1 is the prescribed algorithm, 2 the best computer
    /// player possible
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2),
          default_value = COURSE.default_of(PART))]
    part: u8,

    /// Who plays the computer's side, whatever the part
    #[arg(long, value_parser = opponents())]
    computer: Option<String>,

    /// The time in which the strongest player must move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds,
          default_value = COURSE.default_of(TIME))]
    time: String,
}

fn spellings() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new(Spelling::Color.name()).help("The handout's"),
        PossibleValue::new(Spelling::Colour.name()).help("The course's test files'"),
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

const EXAMPLE: &str = "\
Example:
  $ aps105-lab8
  Enter the board dimension: 4
  Computer plays (B/W) : W
    abcd
  a UUUU
  b UWBU
  c UBWU
  d UUUU
  Enter move for color B (RowCol): ba
    abcd
  a UUUU
  b BBBU
  c UBWU
  d UUUU
  Computer places W at aa.
    abcd
  a WUUU
  b BWBU
  c UBWU
  d UUUU
  Enter move for color B (RowCol): ";

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Args::command()
}

/// Plays one game on standard input and output, as the arguments of the process say.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let environment = COURSE
        .environment()
        .with(SPELLING, args.spelling)
        .with(PART, args.part.to_string())
        .with(COMPUTER, args.computer.unwrap_or_default())
        .with(TIME, args.time);
    COURSE.on_stdio(environment)
}
