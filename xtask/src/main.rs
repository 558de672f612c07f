//! The project's chores, run as `cargo xtask`.

mod programs;
mod test_transcripts;

use std::process::ExitCode;

use clap::Parser;

/// The project's chores
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Run every transcript in fixtures/ and compare it byte for byte
    TestTranscripts(test_transcripts::Options),
}

fn main() -> ExitCode {
    match Chore::parse() {
        Chore::TestTranscripts(options) => test_transcripts::run(&options),
    }
}
