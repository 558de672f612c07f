//! The `aps105-lab8` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use aps105_lab8::{COMPUTER, COURSE, PART, SPELLING, TIME, cli::Args};
use clap::Parser;

fn main() -> ExitCode {
    let args = Args::parse();
    let environment = COURSE
        .environment()
        .with(SPELLING, args.spelling)
        .with(PART, args.part.to_string())
        .with(COMPUTER, args.computer.unwrap_or_default())
        .with(TIME, args.time);
    COURSE.on_stdio(environment)
}
