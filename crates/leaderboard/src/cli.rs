//! The arguments of the command.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use sandbox::Requirement;

use crate::builtin::Builtin;
use crate::pairing::{Pairing, Stage};
use crate::settings::{Finals, Settings};

/// Runs a tournament between the computer players of APS105 Lab 8
///
/// `leaderboard run submissions/` does everything on one machine: it plans the
/// tournament, plays it, prints the table and writes the pages. If it is
/// stopped, even by `kill -9`, the same command continues the tournament.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    /// The folder of the tournament
    #[arg(
        long,
        global = true,
        value_name = "FOLDER",
        default_value = "tournament"
    )]
    pub(crate) tournament: PathBuf,

    /// Accept games that different versions of this command or of the compilers
    /// played
    #[arg(long, global = true)]
    pub(crate) mixed_versions: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the arguments that the program takes.
pub fn command() -> clap::Command {
    Cli::command()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a tournament: its players and settings
    Plan {
        /// The folder of the submissions: one file or folder per player
        submissions: PathBuf,

        #[command(flatten)]
        terms: Terms,
    },
    /// Play the games that are missing, beside any other process that does
    Run(Box<Run>),
    /// List the games that are missing; exit status 1 if there are any
    Missing {
        /// List only the games of this stage
        #[arg(long)]
        stage: Option<Stage>,
    },
    /// Merge all games into one file
    Merge {
        /// Games from other machines: files, or folders of .json and .jsonl files
        #[arg(value_name = "LOG")]
        logs: Vec<PathBuf>,
    },
    /// Print the table
    Table {
        /// The format of the table
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Show a game in the terminal: each position after the press of Enter
    Replay {
        /// The game, such as q-3-smarter-black or f-3-7
        game: Pairing,

        /// Print all positions at once, as without a terminal
        #[arg(long)]
        all: bool,
    },
    /// Check the moves, results and times of all records, and play the games
    /// between deterministic players again; exit status 1 if a move differs
    Verify {
        /// Only check the records
        #[arg(long)]
        records_only: bool,

        #[command(flatten)]
        sandbox: SandboxArgs,
    },
    /// Print games in GGF, one per line
    Export {
        /// The games, such as q-3-smarter-black or f-3-7 [default: all]
        #[arg(value_name = "GAME")]
        games: Vec<Pairing>,
    },
    /// Write the pages
    Site {
        /// The folder to write to [default: site/ in the tournament's folder]
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,

        /// Write them again while the tournament runs, until it is finished, with so
        /// many seconds between two looks
        #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "10",
              value_parser = clap::value_parser!(u16).range(1..))]
        watch: Option<u16>,
    },
}

/// The players beside the submissions, and the settings.
#[derive(Args, Debug)]
pub(crate) struct Terms {
    /// Add a built-in player: prescribed, smarter, smartest, engine, or
    /// engine:LEVEL, which looks LEVEL plies ahead
    #[arg(long, value_name = "PLAYER")]
    pub(crate) with: Vec<Builtin>,

    /// The number of rows and columns of the board: even, from 4 to 26
    #[arg(long, value_name = "N", default_value = "8", value_parser = size)]
    size: u8,

    /// The time limit per move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = milliseconds)]
    time: u32,

    /// Play the finals as a round robin, in so many rounds of a Swiss tournament, or
    /// against the built-in players only
    #[arg(
        long,
        value_name = "round-robin|swiss:ROUNDS|gauntlet",
        default_value = "round-robin"
    )]
    pub(crate) finals: Finals,

    /// Play each pair of the finals from so many balanced openings, with both colours
    /// [default: once per colour from the start position]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) openings: Option<u16>,

    /// The memory limit per player, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::value_parser!(u32).range(16..))]
    memory: u32,
}

impl Terms {
    /// Returns the settings of the tournament.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            size: self.size,
            move_ms: self.time,
            memory_mib: self.memory,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The folder of the submissions; may be omitted if the tournament is
    /// planned already
    pub(crate) submissions: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) terms: Terms,

    /// Play only this stage
    #[arg(long)]
    pub(crate) stage: Option<Stage>,

    /// The number of games to play at once [default: one per core, and one
    /// core stays free]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

/// The sandbox of a run.
#[derive(Args, Debug)]
pub(crate) struct SandboxArgs {
    /// The level of the sandbox that players and builds run in: `namespaces` hides
    /// everything but their own files, `landlock` refuses to open it; Windows has `job`.
    /// A name requires that level or a stronger one, `=` and a name just that level
    #[arg(
        long,
        value_name = Requirement::NAMES,
        default_value = "best",
        conflicts_with = "no_sandbox"
    )]
    sandbox: Requirement,

    /// The same as `--sandbox off`
    #[arg(long)]
    no_sandbox: bool,
}

impl SandboxArgs {
    /// Returns the level that is asked for.
    pub(crate) fn requirement(&self) -> Requirement {
        if self.no_sandbox {
            Requirement::Off
        } else {
            self.sandbox
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns
    Text,
    /// One row per player
    Csv,
    /// A list of objects
    Json,
}

fn size(text: &str) -> Result<u8, &'static str> {
    let size = text.parse::<u8>().ok();
    size.filter(|&size| aps105_lab8::rules(size.into()).is_some())
        .ok_or("expected an even number from 4 to 26")
}

fn milliseconds(text: &str) -> Result<u32, &'static str> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds")?;
    let is_possible = (0.001..=3600.0).contains(&seconds);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range was checked"
    )]
    is_possible
        .then(|| (seconds * 1000.0).round() as u32)
        .ok_or("expected a time from 0.001 to 3600 seconds")
}
