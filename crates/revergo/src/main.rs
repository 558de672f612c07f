//! The `revergo` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use revergo::{COURSE, OPPONENT, cli::Args};

fn main() -> ExitCode {
    let Args { opponent } = Args::parse();
    COURSE.on_stdio(COURSE.environment().with(OPPONENT, opponent))
}
