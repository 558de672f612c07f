//! The `aps105-lab8` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    aps105_lab8::cli::main()
}
