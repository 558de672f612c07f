//! The `revergo` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use revergo::{COURSE, OPPONENT, cli};

fn main() -> ExitCode {
    let mut matches = cli::command().get_matches();
    let opponent: String = matches.remove_one(OPPONENT).expect("it has a default");
    COURSE.on_stdio(COURSE.environment().with(OPPONENT, opponent))
}
