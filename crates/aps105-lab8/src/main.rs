//! The `aps105-lab8` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use aps105_lab8::{COMPUTER, COURSE, PART, SPELLING, TIME, cli};

fn main() -> ExitCode {
    let mut matches = cli::command().get_matches();
    let mut environment = COURSE.environment();
    for name in [SPELLING, PART, COMPUTER, TIME] {
        if let Some(value) = matches.remove_one::<String>(name) {
            environment = environment.with(name, value);
        }
    }
    COURSE.on_stdio(environment)
}
