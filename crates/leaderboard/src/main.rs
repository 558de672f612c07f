//! The `leaderboard` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::supervise_if_asked();
    leaderboard::serve::serve_if_asked();
    leaderboard::commands::main()
}
