//! Runs the command.

mod batch;
mod cases;
mod check;
mod course;
mod failure;
mod only;
mod output;
mod outputs;
mod package;
mod prepare;
mod project;
mod single;
mod submission;
mod try_case;
mod watch;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use failure::Failure;

/// Runs the command with the arguments of the process, and returns its exit status.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = sandbox::end_on_signals(output::leave_terminal)
        .map_err(|error| Failure::other(format!("cannot handle signals: {error}")))
        .and_then(|()| execute(cli));
    // What has failed may have been ended by a signal.
    sandbox::park_if_ending();
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // A reader that closes the pipe has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            output::report(&failure);
            ExitCode::from(match failure {
                Failure::Usage(_) => 2,
                failure if failure.names_no_file() => 2,
                Failure::NotMarked { .. } | Failure::Unmarked { .. } | Failure::Host(_) => 4,
                _ => 3,
            })
        }
    }
}

fn execute(cli: Cli) -> Result<bool, Failure> {
    match cli.command {
        Some(Command::Batch(args)) => batch::run(&args),
        Some(Command::Submission(args)) => submission::run(&args),
        Some(Command::Package(args)) => package::run(&args),
        Some(Command::Init(args)) => project::init(&args),
        Some(Command::Watch(args)) => watch::run(&project::complete(*args)?),
        Some(Command::Try(args)) => try_case::run(*args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Courses) => cases::courses(),
        Some(Command::Cases(args)) => cases::run(&args),
        Some(Command::Course { action }) => course::run(&action),
        None => single::run(&project::complete(cli.single)?),
    }
}
