//! The `leaderboard` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    leaderboard::commands::main()
}
