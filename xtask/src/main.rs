//! The project's chores, run as `cargo xtask`.

mod c_library;
mod programs;
mod screenshots;
mod test_transcripts;

use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus};

use anstream::eprintln;
use clap::{Args, Parser};

/// Runs a chore of the project
///
/// The exit status is 0 after success, 1 if tests failed, and 2 after any other
/// error.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Run the programs on every case in fixtures/ and compare byte for byte
    TestTranscripts(test_transcripts::Options),
    /// Build the library of APS105 Lab 8, Part 2, for programs in C
    CLibrary(c_library::Options),
    /// Build archives of all programs for machines without Rust
    Dist(Arguments),
    /// Build the playground: the games, the cases and the check in a web page
    Playground(Arguments),
    /// Take pictures of all web pages, light and dark, in Chromium
    Screenshots(screenshots::Options),
}

/// The arguments of a chore that is a separate program, because it needs crates that no other
/// chore does.
#[derive(Args)]
#[command(disable_help_flag = true)]
struct Arguments {
    /// Arguments of its program; --help lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn delegate(name: &str, arguments: &Arguments) -> Result<ExitCode> {
    let program = programs::build(&[name])?.remove(0);
    let status = Command::new(program).args(&arguments.arguments).status()?;
    Ok(ended(status))
}

fn ended(status: ExitStatus) -> ExitCode {
    ExitCode::from(if status.success() { 0 } else { 2 })
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::TestTranscripts(options) => test_transcripts::run(&options),
        Chore::CLibrary(options) => c_library::run(&options),
        Chore::Dist(arguments) => delegate("dist", &arguments),
        Chore::Playground(arguments) => delegate("playground-build", &arguments),
        Chore::Screenshots(options) => screenshots::run(&options),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}
