//! The `cmsc201` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use cmsc201::{COURSE, cli};

fn main() -> ExitCode {
    cli::command().get_matches();
    COURSE.on_stdio(COURSE.environment())
}
