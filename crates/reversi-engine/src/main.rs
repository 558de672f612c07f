//! The `reversi-engine` command.

#![deny(unsafe_code)]

#[cfg(target_os = "linux")]
mod mark;

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi_engine::cli::main()
}
