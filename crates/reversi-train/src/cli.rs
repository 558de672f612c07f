//! The command line.

use std::process::ExitCode;

use anstream::eprintln;
use clap::Parser;

use crate::{fit, games, label, report};

/// Trains the weights of the engine's evaluation from its own games
#[derive(Parser, Debug)]
#[command(name = "reversi-train", version)]
enum Command {
    /// Play games of the engine against itself and write them to a file
    Generate(games::Generate),
    /// Give every position of games an expected score
    Label(label::Label),
    /// Fit weights to positions with expected scores
    Fit(fit::Fit),
    /// Print the errors of weights
    Report(report::Report),
}

/// Runs the command that the arguments name. The exit status is 0 after success
/// and 2 after an error.
pub fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Generate(options) => games::generate(&options),
        Command::Label(options) => label::label(&options),
        Command::Fit(options) => fit::fit(&options),
        Command::Report(options) => report::report(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
