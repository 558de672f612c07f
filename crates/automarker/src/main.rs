//! The `automarker` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::supervise_if_asked();
    automarker::command::main()
}
