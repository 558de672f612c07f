//! The `comp10050` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::fs;
use std::process::ExitCode;

use clap::Parser;
use comp10050::{COURSE, RESULT_FILE, cli::Args};

fn main() -> ExitCode {
    let Args { result_file } = Args::parse();
    let environment = COURSE
        .environment()
        .with(RESULT_FILE, result_file.display().to_string());
    // The name may have bytes that are not text.
    COURSE.on_stdio(environment.saving(&mut |_, result| fs::write(&result_file, result)))
}
