//! The `revergo` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    revergo::cli::main()
}
