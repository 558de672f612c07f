//! The command line.

use std::process::ExitCode;

use anstream::eprintln;
use clap::Parser;

use crate::{fit, games, gate, label, probcut};

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
    /// Measure the differences between shallow and deep searches, fit ProbCut to them and
    /// print its constants
    #[command(name = "probcut")]
    ProbCut(probcut::ProbCut),
    /// Play a match between new and old weights, or programs, and decide if the new
    /// ones are stronger
    Gate(gate::Gate),
}

/// Runs the command that the arguments name. The exit status is 0 after success, 1
/// if a match is not passed, and 2 after an error.
pub fn main() -> ExitCode {
    let passed = match Command::parse() {
        Command::Generate(options) => games::generate(&options).map(|()| true),
        Command::Label(options) => label::label(&options).map(|()| true),
        Command::Fit(options) => fit::fit(&options).map(|()| true),
        Command::ProbCut(options) => {
            probcut::probcut(&options, &mut anstream::stdout()).map(|()| true)
        }
        Command::Gate(options) => gate::gate(&options, &mut anstream::stdout()),
    };
    match passed {
        Ok(passed) => ExitCode::from(u8::from(!passed)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
