//! The command line.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use reversi_core::Disc;

use crate::eval::{Weights, WeightsError};
use crate::format::moves::{self, PositionOrMovesError};
use crate::frontend::console::Sides;
use crate::frontend::{Settings, bench, console, gtp, hint, nboard, perft, solve};
use crate::game::GameRecord;
use crate::{Options, Processor, SearchLimits};

/// A strong player of Othello, for graphical interfaces, match runners and
/// terminals.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit status: 0 all ok, 1 a solved score is wrong, 2 what was given is wrong, \
                  3 reading or writing failed."
)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of the engine")]
struct Common {
    /// How many threads search.
    #[arg(long, global = true, default_value_t = 1, value_parser = count(1..=1024))]
    threads: usize,
    /// How large the transposition table is, in MiB.
    #[arg(long, global = true, value_name = "MIB", default_value_t = 256, value_parser = count(1..=1 << 20))]
    hash: usize,
    /// How long a move may take.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many plies the search looks ahead; near the end it may look further.
    #[arg(long, global = true, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// The kind of processor to run on, portable, avx2 or avx512: the fastest
    /// that this one is, if none is named.
    #[arg(long, global = true, value_name = "KIND")]
    processor: Option<Processor>,
    /// The file of the evaluation's weights.
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak the NBoard protocol.
    Nboard,
    /// Speak the Go Text Protocol.
    Gtp,
    /// Search the positions of a file and compare their scores.
    ///
    /// A line is 64 squares from a1 along the rows, X black, O white, - empty,
    /// the side to move, and in OBF the scores of moves: `…; f5:+2; d6:-4;`.
    Solve {
        /// The file, or - for standard input.
        file: PathBuf,
    },
    /// Count the leaves of the game tree, by depth.
    Perft {
        /// How deep.
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=99))]
        leaves_at: u32,
        /// Count the leaves under each first move instead.
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        from: From,
    },
    /// Search fixed positions and print a number that changes when the search
    /// does.
    ///
    /// One thread, a table of 16 MiB and no clock, whatever other options say.
    Bench,
    /// Print the best moves of a position.
    Hint {
        /// How many moves.
        #[arg(short = 'n', default_value_t = 1, value_parser = count(1..=64))]
        count: usize,
        #[command(flatten)]
        from: From,
    },
    /// Play a game by typing moves.
    Play {
        /// What the engine plays.
        #[arg(long, value_enum, default_value_t = Colour::White)]
        engine: Colour,
        /// How many moves it looks ahead; as --depth.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
        level: Option<u32>,
        #[command(flatten)]
        from: From,
    },
}

#[derive(Args, Debug)]
struct From {
    /// 64 squares and the side to move, or moves as f5d6c3 [default: the start
    /// of a game].
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The side to move, if it is a word of its own.
    #[arg(hide = true)]
    side: Option<String>,
}

impl From {
    fn game(&self) -> Result<GameRecord, Failure> {
        let Self { position, side } = self;
        let words = [position, side].map(|word| word.as_deref().unwrap_or_default());
        moves::position_or_moves(&words.join(" ")).map_err(Failure::Position)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    Black,
    White,
    Both,
    None,
}

fn count(
    range: std::ops::RangeInclusive<u64>,
) -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser;
    clap::value_parser!(u64)
        .range(range)
        .try_map(usize::try_from)
}

fn seconds(text: &str) -> Result<Duration, SecondsError> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero() && *time < Duration::from_secs(1_000_000_000))
        .ok_or(SecondsError)
}

#[derive(Debug)]
struct SecondsError;

impl fmt::Display for SecondsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no number of seconds greater than 0")
    }
}

impl Error for SecondsError {}

/// Why the command ends early.
#[derive(Debug)]
enum Failure {
    Position(PositionOrMovesError),
    File(PathBuf, io::Error),
    Weights(PathBuf, WeightsError),
    Stream(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => write!(f, "the position: {error}"),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Weights(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Stream(error) => write!(f, "reading or writing failed: {error}"),
        }
    }
}

impl Error for Failure {}

impl std::convert::From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

/// Runs the command that the arguments of the process give.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli, anstream::stdout().lock(), anstream::stderr()) {
        Ok(status) => ExitCode::from(status),
        // Whoever read the output wants no more of it.
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // There is nobody left to tell if this fails.
            let _ = writeln!(anstream::stderr(), "error: {failure}");
            match failure {
                Failure::Stream(_) => ExitCode::from(3),
                Failure::Position(_) | Failure::File(..) | Failure::Weights(..) => {
                    ExitCode::from(2)
                }
            }
        }
    }
}

fn read_weights(file: &Path) -> Result<Weights, Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::File(file.to_owned(), error))?;
    Weights::from_bytes(&bytes).map_err(|error| Failure::Weights(file.to_owned(), error))
}

fn run(cli: &Cli, output: impl Write, errors: impl Write) -> Result<u8, Failure> {
    let Common {
        threads,
        hash,
        time,
        depth,
        processor,
        weights,
    } = &cli.common;
    let processor = processor.unwrap_or_else(Processor::best);
    let mut settings = Settings {
        options: Options {
            threads: *threads,
            table: *hash,
            weights: weights.as_deref().map(read_weights).transpose()?,
            processor,
            proofs_only: false,
        },
        limits: SearchLimits {
            depth: *depth,
            time: *time,
        },
    };
    let stdin = || BufReader::new(io::stdin());
    match &cli.command {
        Command::Nboard => nboard::run(stdin(), output, errors, &settings)?,
        Command::Gtp => gtp::run(stdin(), output, &settings)?,
        Command::Solve { file } => {
            let (input, name): (Box<dyn BufRead>, _) = if file.as_os_str() == "-" {
                (Box::new(stdin()), "standard input".to_owned())
            } else {
                let input = File::open(file).map_err(|error| Failure::File(file.clone(), error))?;
                (Box::new(BufReader::new(input)), file.display().to_string())
            };
            let solved = solve::run(input, &name, output, errors, &settings)?;
            return Ok(match solved {
                solve::Solved { wrong: 1.., .. } => 1,
                solve::Solved { unread: 1.., .. } => 2,
                solve::Solved { .. } => 0,
            });
        }
        Command::Perft {
            leaves_at,
            divide: true,
            from,
        } => perft::run_divided(output, from.game()?.position(), *leaves_at)?,
        Command::Perft {
            leaves_at, from, ..
        } => {
            perft::run(output, processor, from.game()?.position(), *leaves_at)?;
        }
        Command::Bench => {
            let depth = depth.unwrap_or(bench::DEPTH);
            bench::run(output, depth, settings.options)?;
        }
        Command::Hint { count, from } => {
            hint::run(output, from.game()?.now(), *count, &settings)?;
        }
        Command::Play {
            engine,
            level,
            from,
        } => {
            settings.limits.depth = level.or(settings.limits.depth);
            let sides = match engine {
                Colour::Black => Sides::One(Disc::Black),
                Colour::White => Sides::One(Disc::White),
                Colour::Both => Sides::Both,
                Colour::None => Sides::None,
            };
            console::run(stdin(), output, from.game()?, sides, &settings)?;
        }
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_position_may_begin_with_empty_squares_and_options_follow_it() {
        let board = "---------------------------OX------XO---------------------------";
        for arguments in [
            vec!["x", "hint", board, "O", "-n", "3"],
            vec!["x", "hint", "-n", "3", "--depth", "4", board, "O"],
            vec!["x", "hint", "-n", "3", "--", board, "O"],
        ] {
            let cli = Cli::try_parse_from(&arguments).expect("they are right");
            let Command::Hint { count, from } = cli.command else {
                panic!("it is a hint");
            };
            assert_eq!(count, 3);
            let game = from.game().expect("it is a position");
            assert_eq!(game.now().to_string(), format!("{board} O"));
        }
    }

    #[test]
    fn senseless_numbers_are_refused() {
        for option in [
            "--time=0",
            "--time=-1",
            "--time=inf",
            "--depth=0",
            "--threads=0",
            "--hash=0",
        ] {
            assert!(
                Cli::try_parse_from(["x", "nboard", option]).is_err(),
                "{option}"
            );
        }
        assert!(Cli::try_parse_from(["x", "nboard", "--time=0.05", "--hash=16"]).is_ok());
    }
}
