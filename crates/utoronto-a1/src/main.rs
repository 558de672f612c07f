//! The `utoronto-a1` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use utoronto_a1::{COURSE, cli::Args};

fn main() -> ExitCode {
    let Args {} = Args::parse();
    COURSE.on_stdio(COURSE.environment())
}
