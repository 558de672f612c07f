//! `cargo xtask bench`: timings as ratios against something measured in the
//! same run, and tables of what the engine does.

mod engine;
mod leaderboard;
mod marker;

use std::error::Error;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anstream::eprintln;
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Options {
    /// What to measure
    #[arg(value_enum)]
    subject: Subject,

    /// How often the automarker is measured; the median counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Subject {
    /// The automarker against a shell loop and a Python runner of the same cases
    Marker,
    /// The engine: perft, problems of the FFO, and depth in a second
    Engine,
    /// The leaderboard: what a move costs beside the players' thinking
    Leaderboard,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let done = match options.subject {
        Subject::Marker => marker::run(options.runs),
        Subject::Engine => engine::run(),
        Subject::Leaderboard => leaderboard::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn time(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let time = start.elapsed();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{command:?}: {}\n{said}", output.status).into());
    }
    Ok(time)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
