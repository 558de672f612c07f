//! The arguments of the command.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use sandbox::Requirement;

use crate::results::Shard;
use crate::score::TournamentStage;
use crate::settings::Terms;

/// Runs a tournament between the computer players of APS105 Lab 8
///
/// `leaderboard run submissions/` compiles the submissions, plays the games that have
/// no result yet, prints the table and writes the pages. If it is stopped, even by
/// `kill -9`, the same command continues; if a submission changes, the same command
/// plays the games of that submission.
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

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the arguments that the program takes.
pub fn command() -> clap::Command {
    Cli::command()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play the games that have no result yet, print the table and write the pages
    Run(Box<RunArgs>),
    /// Compile the submissions; do this before the tasks of a job array run
    Build {
        #[command(flatten)]
        terms: Terms,

        #[command(flatten)]
        sandbox: SandboxArgs,
    },
    /// Print the table
    Table {
        /// The format; `json` also has the submissions that are the same program
        #[arg(long, value_enum, default_value_t)]
        format: TableFormat,
    },
    /// Print the positions of a game
    Replay {
        /// The player with black
        black: String,

        /// The player with white
        white: String,
    },
    /// Check the moves of all results, and play the games between deterministic
    /// built-in players again; exit status 1 if a move differs
    Verify(SandboxArgs),
    /// Print all games in GGF, one per line
    Export,
    /// Write the pages
    Site {
        /// The folder to write to [default: site/ in the tournament's folder]
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
        /// The address of the playground that the pages link to, relative to that folder
        #[arg(long, value_name = "URL", value_parser = pages::playground::page)]
        playground: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum TableFormat {
    #[default]
    Text,
    Csv,
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) terms: Terms,

    /// Play only this stage
    #[arg(long)]
    pub(crate) stage: Option<TournamentStage>,

    /// Play only every N-th game of the stage, from the I-th, counted from 0: one of N
    /// processes
    #[arg(long, value_name = "I/N", requires = "stage", conflicts_with = "watch")]
    pub(crate) shard: Option<Shard>,

    /// Run again whenever the folder of the submissions changes
    #[arg(long)]
    pub(crate) watch: bool,

    /// The number of games to play at once [default: one per processor]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

/// The sandbox of players and builds.
#[derive(Args, Debug)]
pub(crate) struct SandboxArgs {
    /// The level of the sandbox that players and builds run in: `namespaces` hides
    /// everything but their own files, `landlock` refuses to open it; Windows has `job`.
    /// NAME requires that level or a stronger one; =NAME requires exactly that level
    #[arg(long, value_name = Requirement::NAMES, default_value = "best")]
    pub(crate) sandbox: Requirement,
}
