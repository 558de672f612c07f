//! The command. With no arguments it is the handout's program and nothing else.

use std::process::ExitCode;

use aps105_lab8::Spelling;
use clap::{Parser, ValueEnum};

/// UofT APS105 Lab 8 (2025): Reversi against the prescribed algorithm
///
/// A human plays the computer on an n×n board, n even, 4 to 26; the computer
/// always flips the most tiles. An illegal move loses the game.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
struct Args {
    /// How the move prompt spells the word: as the handout, or as the course's
    /// own test files
    #[arg(long, value_enum, default_value_t = SpellingArg::Color)]
    spelling: SpellingArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum SpellingArg {
    /// The handout's
    Color,
    /// The course's test files'
    Colour,
}

impl From<SpellingArg> for Spelling {
    fn from(arg: SpellingArg) -> Self {
        match arg {
            SpellingArg::Color => Self::Color,
            SpellingArg::Colour => Self::Colour,
        }
    }
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

fn main() -> ExitCode {
    let args = Args::parse();
    dialogue::on_stdio(|console| aps105_lab8::run(console, args.spelling.into()))
}
