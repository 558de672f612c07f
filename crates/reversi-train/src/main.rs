#![doc = include_str!("../README.md")]

mod engine;
mod fit;
mod games;
mod gate;
mod generate;
mod hand_set;
mod label;
mod lines;
mod positions;
mod probcut;
mod samples;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use anstream::eprintln;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

/// The result of a step; an error names the wrong file or argument.
type Result<T> = std::result::Result<T, Error>;

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Trains the weights of the engine's evaluation from its own games
#[derive(Parser, Debug)]
#[command(name = "reversi-train", version)]
enum Command {
    /// Play games of the engine against itself and write them to a file
    Generate(generate::Generate),
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

/// The exit status is 0 after success, 1 if a match is not passed, and 2 after an error.
fn main() -> ExitCode {
    let mut output = anstream::stdout();
    let passed = match Command::parse() {
        Command::Generate(options) => generate::generate(&options).map(|()| true),
        Command::Label(options) => label::label(&options).map(|()| true),
        Command::Fit(options) => fit::fit(&options, &mut output).map(|()| true),
        Command::ProbCut(options) => probcut::probcut(&options, &mut output).map(|()| true),
        Command::Gate(options) => gate::gate(&options, &mut output),
    };
    match passed {
        Ok(passed) => ExitCode::from(u8::from(!passed)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn in_file<E: Display>(path: &Path) -> impl Fn(E) -> Error {
    move |error| format!("{}: {error}", path.display()).into()
}

/// Returns a progress bar of `length` steps on standard error, followed by `text`, which may have
/// the placeholders of [`ProgressStyle`].
fn progress(length: usize, text: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {text}"))?;
    Ok(ProgressBar::new(length as u64).with_style(style.progress_chars("=> ")))
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let add = |(sum, count), number| (sum + number, count + 1.0);
    let (sum, count) = numbers.fold((0.0, 0.0), add);
    sum / f64::max(count, 1.0)
}
