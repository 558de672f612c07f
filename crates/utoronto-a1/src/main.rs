//! The `utoronto-a1` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use utoronto_a1::{COURSE, cli};

fn main() -> ExitCode {
    cli::command().get_matches();
    COURSE.on_stdio(COURSE.environment())
}
