//! The command. With no arguments it is the handout's program and nothing else.

use std::process::ExitCode;
use std::time::Duration;

use aps105_lab8::{Opponent, SearchLimits, Spelling};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
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

    /// The part of the lab: 1 is the prescribed algorithm, 2 the best computer
    /// player possible
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2), default_value_t = 1)]
    part: u8,

    /// Who plays the computer's side, whatever the part
    #[arg(long, value_parser = opponents())]
    computer: Option<Opponent>,

    /// The time in which the strongest player must move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    time: Duration,
}

impl Args {
    fn opponent(&self) -> Opponent {
        self.computer.unwrap_or(match self.part {
            1 => Opponent::Prescribed,
            _ => Opponent::Strongest,
        })
    }
}

/// Parses the name of an opponent; the help lists all of them.
fn opponents() -> impl TypedValueParser<Value = Opponent> {
    PossibleValuesParser::new(
        Opponent::ALL.map(|one| PossibleValue::new(one.name()).help(one.description())),
    )
    .try_map(|name| name.parse::<Opponent>())
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time >= Duration::from_millis(1) => Ok(time),
        _ => Err("a time of at least 0.001 seconds is needed"),
    }
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
    let limits = SearchLimits {
        time: Some(args.time),
        depth: None,
    };
    dialogue::on_stdio(|console| {
        aps105_lab8::run(console, args.spelling.into(), args.opponent(), &limits)
    })
}
