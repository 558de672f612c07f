//! The `comp10050` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    comp10050::cli::main()
}
