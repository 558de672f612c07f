use std::fmt::Display;
use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use reversi_core::{Disc, GameRecord};

use crate::book::Book;
use crate::eval::Weights;
use crate::format::obf::read_game;
use crate::frontend::{
    Clock, Settings, analyze, batch, bench, book, gtp, hint, level, nboard, perft, play, solve,
};
use crate::position::position_of;
use crate::search::Table;
use crate::{Options, Processor, SearchLimits};

/// A strong Othello player for graphical interfaces, matches and the terminal.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit status: 0 success, 1 wrong scores in a solved file, 2 invalid arguments or \
                  input, or a file that cannot be read or written, 3 failing standard input or \
                  output."
)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Engine options")]
struct Common {
    /// Number of search threads [default: one per core].
    #[arg(long, global = true, value_parser = count(1..=1024))]
    threads: Option<usize>,
    /// Size of the transposition table in MiB [default: 256; analyze 16, solve 64 per thread].
    #[arg(long, global = true, value_name = "MIB", value_parser = count(1..=1 << 20))]
    hash: Option<usize>,
    /// Time per move.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Search depth. Near the end of the game it is greater, as the table of --level shows.
    #[arg(long, global = true, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Level from 0 to 60, instead of a depth; see the table in --help.
    #[arg(long, global = true, conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(..=60), long_help = level_help())]
    level: Option<u32>,
    /// Kind of processor to run on: portable, avx2 or avx512 [default: the
    /// fastest that this processor supports].
    #[arg(long, global = true, value_name = "KIND")]
    processor: Option<Processor>,
    /// File with the weights of the evaluation [default: built in].
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Opening book made by `book learn`, for nboard, gtp and play.
    #[arg(long, global = true, value_name = "FILE")]
    book: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the NBoard protocol.
    Nboard,
    /// Run the Go Text Protocol (GTP).
    Gtp,
    /// Search the positions of a file and compare their scores with those in the file.
    ///
    /// Each line has 64 squares row by row from a1 (X for black, O for white, - for an empty
    /// square), the side to move, and optionally the scores of moves as in OBF: `…; f5:+2; d6:-4;`.
    /// A number such as `#40` may precede the squares. Moves such as f5d6c3 and games in GGF are
    /// also accepted. Lines that start with % are comments. Each thread searches one position at a
    /// time; if there are fewer positions than threads, all threads search the same one.
    Solve {
        /// File to read, or - for standard input.
        file: PathBuf,
        /// Format of the results.
        #[arg(long, value_enum, default_value_t = batch::Format::Table)]
        format: batch::Format,
    },
    /// Learn an opening book.
    #[command(subcommand)]
    Book(BookCommand),
    /// Count the leaves of the game tree at each depth.
    Perft {
        /// Maximum depth.
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=99))]
        leaves_at: u32,
        /// Count the leaves below each first move instead.
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        from: From,
    },
    /// Search fixed positions and print the number of nodes.
    ///
    /// The number changes only if the behaviour of the search changes. Always uses
    /// one thread, a table of 16 MiB and no clock.
    Bench,
    /// Analyze each move of games: its score, the best move, and the loss in discs.
    ///
    /// Each line of a file is a game: moves such as f5d6c3 or "1. f5 d6 2. c3", or GGF. A file
    /// named *.wtb is a WTHOR database; names are read from the *.jou and *.trn beside it.
    /// Scores are for the side that moves. Each thread analyzes one game; if there are fewer games
    /// than threads, all threads analyze the same one. If a game cannot be read, the exit status
    /// is 2.
    Analyze {
        /// Files to read, or - for standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Format of the results.
        #[arg(long, value_enum, default_value_t = batch::Format::Table)]
        format: batch::Format,
        /// File to write to. Games that it already contains are skipped, so that an interrupted run
        /// can be completed.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the best moves of a position, or of each line of standard input (-).
    Hint {
        /// Number of moves.
        #[arg(short = 'n', default_value_t = 1, value_parser = count(1..=64))]
        count: usize,
        #[command(flatten)]
        from: From,
    },
    /// Play a game in the terminal.
    Play {
        /// Side that the engine plays.
        #[arg(long, value_enum, default_value_t = Colour::White)]
        engine: Colour,
        /// Time per side, and seconds that each of its moves adds, such as 5:00+2.
        #[arg(long, value_name = "MINUTES:SECONDS+SECONDS")]
        clock: Option<Clock>,
        #[command(flatten)]
        from: From,
    },
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    /// Search positions, starting with the initial one, and add them to the book.
    ///
    /// The next position is always the one that costs the two sides the least to reach. The same
    /// command continues an interrupted run. Uses one thread unless --threads is given.
    Learn {
        /// Number of positions in the finished book.
        #[arg(long)]
        positions: usize,
        /// File of the book.
        file: PathBuf,
    },
}

#[derive(Args, Debug)]
struct From {
    /// Moves such as f5d6c3 or "1. f5 d6 2. c3", 64 squares and the side to move, a line
    /// of OBF, or a game in GGF [default: the initial position].
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The rest of it, if it is in several arguments, none of which begins with a hyphen.
    #[arg(hide = true)]
    rest: Vec<String>,
}

const STDIN: &str = "standard input";

impl From {
    fn is_stdin(&self) -> bool {
        self.position.as_deref() == Some("-") && self.rest.is_empty()
    }

    fn game(&self) -> Result<GameRecord, CommandFailure> {
        let Some(position) = &self.position else {
            return Ok(GameRecord::default());
        };
        let text = format!("{position} {}", self.rest.join(" "));
        read_game(&text).map_err(|error| {
            CommandFailure::Invalid(format!("invalid position: {}", error.in_text(&text)))
        })
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    Black,
    White,
    None,
}

fn count(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = usize> {
    let parser = clap::value_parser!(u64).range(range);
    parser.try_map(usize::try_from)
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: Option<f64> = text.parse().ok();
    let time = seconds.and_then(|it| Duration::try_from_secs_f64(it).ok());
    let time = time.filter(|it| !it.is_zero() && *it < Duration::from_secs(1_000_000_000));
    time.ok_or("expected a number of seconds greater than 0")
}

fn level_help() -> String {
    let help = "Level from 0 to 60, instead of a depth. Near the end of the game, a level searches \
        deeper than its plies: it solves positions exactly, or with 95 % or 63 % confidence, from \
        these numbers of empty squares on.";
    format!("{help}\n\n{}", level::table())
}

#[derive(Debug)]
enum CommandFailure {
    Invalid(String),
    Stream(io::Error),
}

impl CommandFailure {
    fn file(path: &Path, error: impl Display) -> Self {
        Self::Invalid(format!("{}: {error}", path.display()))
    }
}

impl std::convert::From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

/// Returns the arguments that the program takes.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command given by the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let (status, message) = match run(&cli, anstream::stdout().lock(), anstream::stderr()) {
        Ok(status) => return ExitCode::from(status),
        // A reader that closes the output is not an error.
        Err(CommandFailure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(CommandFailure::Stream(error)) => (3, format!("input or output failed: {error}")),
        Err(CommandFailure::Invalid(message)) => (2, message),
    };
    // If this fails, there is no other way to report the error.
    let _ = writeln!(anstream::stderr(), "error: {message}");
    ExitCode::from(status)
}

fn read_as<T, E: Display>(
    file: &Path,
    read: fn(&[u8]) -> Result<T, E>,
) -> Result<T, CommandFailure> {
    let bytes = fs::read(file).map_err(|error| CommandFailure::file(file, error))?;
    read(&bytes).map_err(|error| CommandFailure::file(file, error))
}

fn read_book(bytes: &[u8]) -> io::Result<Book> {
    let book = Book::read(bytes)?;
    book.check_start()?;
    Ok(book)
}

fn settings(cli: &Cli) -> Result<Settings, CommandFailure> {
    let common = &cli.common;
    let weights = common.weights.as_deref();
    let weights = weights.map(|file| read_as(file, Weights::from_bytes));
    let book = common.book.as_deref().map(|file| read_as(file, read_book));
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.unwrap_or_else(|| match cli.command {
        Command::Book(_) => 1,
        _ => cores(),
    });
    let (default, tables) = match cli.command {
        Command::Analyze { .. } => (16, threads),
        Command::Solve { .. } => (64, threads),
        _ => (256, 1),
    };
    let hash = common.hash.unwrap_or(default);
    let has_table = !matches!(cli.command, Command::Bench | Command::Perft { .. });
    if has_table && !Table::fits(hash.saturating_mul(tables)) {
        let reason = "there is not enough memory; choose a smaller table";
        return Err(CommandFailure::Invalid(format!("--hash {hash}: {reason}")));
    }
    Ok(Settings {
        options: Options {
            threads,
            table: hash,
            weights: weights.transpose()?,
            processor: common.processor.unwrap_or_else(Processor::best),
            solves_endgames: true,
            confidence: 0,
        },
        limits: SearchLimits {
            depth: common
                .depth
                .or_else(|| SearchLimits::level(common.level?).depth),
            time: common.time,
        },
        book: book.transpose()?.map(Arc::new),
    })
}

fn run(cli: &Cli, output: impl Write, errors: impl Write) -> Result<u8, CommandFailure> {
    let settings = settings(cli)?;
    let stdin = || BufReader::new(io::stdin());
    match &cli.command {
        Command::Nboard => nboard::run(stdin(), output, errors, &settings)?,
        Command::Gtp => gtp::run(stdin(), output, &settings)?,
        Command::Solve { file, format } => {
            let (name, bytes) = read(file)?;
            let solved = solve::run((&name, &bytes), *format, output, errors, &settings)?;
            return Ok(match solved {
                solve::Solved { unread: 1.., .. } => 2,
                solve::Solved { wrong: 1.., .. } => 1,
                solve::Solved { .. } => 0,
            });
        }
        Command::Perft {
            leaves_at,
            divide,
            from,
        } => {
            let position = position_of(from.game()?.now());
            if *divide {
                perft::run_divided(output, position, *leaves_at)?;
            } else {
                perft::run(output, settings.options.processor, position, *leaves_at)?;
            }
        }
        Command::Bench => {
            let depth = settings.limits.depth.unwrap_or(bench::DEPTH);
            bench::run(output, depth, settings.options)?;
        }
        Command::Book(BookCommand::Learn { positions, file }) => {
            let learned = book::learn(file, *positions, errors, &settings);
            learned.map_err(|error| CommandFailure::file(file, error))?;
        }
        Command::Analyze {
            files,
            format,
            output: path,
        } => {
            let games: Vec<_> = files.iter().map(read).collect::<Result<_, _>>()?;
            let path = path.as_deref();
            let unread = analyze::run(&games, *format, path, output, errors, &settings);
            let unread = unread.map_err(|error| match path {
                Some(path) => CommandFailure::file(path, error),
                None => CommandFailure::Stream(error),
            })?;
            return Ok(if unread > 0 { 2 } else { 0 });
        }
        Command::Hint { count, from } if from.is_stdin() => {
            let unread = hint::run_lines(stdin(), STDIN, output, errors, *count, &settings)?;
            return Ok(if unread > 0 { 2 } else { 0 });
        }
        Command::Hint { count, from } => {
            hint::run(output, &from.game()?, *count, &settings)?;
        }
        Command::Play {
            engine,
            clock,
            from,
        } => {
            let engine = match engine {
                Colour::Black => Some(Disc::Black),
                Colour::White => Some(Disc::White),
                Colour::None => None,
            };
            play::run(stdin(), output, from.game()?, engine, *clock, &settings)?;
        }
    }
    Ok(0)
}

fn read(file: &PathBuf) -> Result<(String, Vec<u8>), CommandFailure> {
    if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        return Ok((STDIN.to_owned(), bytes));
    }
    let bytes = fs::read(file).map_err(|error| CommandFailure::file(file, error))?;
    Ok((file.display().to_string(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn invalid_values_are_refused() {
        let options =
            "--time=0 --time=-1 --time=inf --depth=0 --threads=0 --hash=0 --processor=z80";
        for option in options.split(' ') {
            let read = Cli::try_parse_from(["x", "nboard", option]);
            assert!(read.is_err(), "{option}");
        }
        let read = Cli::try_parse_from(["x", "nboard", "--time=0.05", "--processor=portable"]);
        assert!(read.is_ok());
    }
}
