//! The `reversi-engine` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi_engine::cli::main()
}
