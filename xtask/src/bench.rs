//! `cargo xtask bench`: times as ratios to something measured in the same run,
//! and tables of the engine's speed.

mod engine;
mod marker;

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::Result;

#[derive(Args)]
pub(crate) struct Options {
    /// Subject of the measurement
    #[arg(value_enum)]
    subject: Subject,

    /// Number of runs; the marker's times are the medians
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Subject {
    /// The automarker's time, and those of a shell loop and a Python script
    Marker,
    /// The engine's perft, FFO problems, and depth in a second
    Engine,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    match options.subject {
        Subject::Marker => marker::run(options.runs)?,
        Subject::Engine => engine::run()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs `command`, which prints its result.
fn show(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}: {status}").into())
    }
}

fn time(command: &mut Command) -> Result<Duration> {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let time = start.elapsed();
    if !output.status.success() {
        let printed = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{command:?}: {}\n{printed}", output.status).into());
    }
    Ok(time)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
