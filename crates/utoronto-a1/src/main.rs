//! The `utoronto-a1` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    utoronto_a1::cli::main()
}
