//! The transcripts of the course; `cargo test -p revergo` runs them.

use std::process::ExitCode;

fn main() -> ExitCode {
    course_tests::transcripts::main(env!("CARGO_PKG_NAME"), env!("CARGO_BIN_EXE_revergo"))
}
