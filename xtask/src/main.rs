//! The project's chores, run as `cargo xtask`.

mod bench;
mod c_library;
mod programs;
mod sanitize;
mod test_transcripts;

use std::process::ExitCode;

use clap::Parser;

/// The project's chores
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Run every transcript in fixtures/ and compare it byte for byte
    TestTranscripts(test_transcripts::Options),
    /// Make the library of APS105 Lab 8, Part 2, for programs in C
    CLibrary(c_library::Options),
    /// Test the packages that have unsafe code under the address sanitizer
    Sanitize,
    /// Measure, as ratios against something measured in the same run
    Bench(bench::Options),
}

fn main() -> ExitCode {
    match Chore::parse() {
        Chore::TestTranscripts(options) => test_transcripts::run(&options),
        Chore::CLibrary(options) => c_library::run(&options),
        Chore::Sanitize => sanitize::run(),
        Chore::Bench(options) => bench::run(&options),
    }
}
