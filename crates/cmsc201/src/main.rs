//! The `cmsc201` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    cmsc201::cli::main()
}
