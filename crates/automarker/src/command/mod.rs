//! The command: what it does with its arguments.

mod batch;
mod failure;
mod list;
mod single;

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use course::Course;
use indicatif::{ProgressBar, ProgressStyle};
use transcript::{Case, Suite};

use crate::builtin;
use crate::cli::{CaseArgs, Cli, Command, MarkingArgs};
use crate::mark::{Judge, Marker};
use crate::workers::Workers;
use failure::Failure;

/// Runs the command with the arguments of the process, and returns its exit
/// status.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Some(Command::Batch(args)) => batch::run(args),
        Some(Command::Courses) => list::courses(),
        Some(Command::Cases { course, cases }) => list::cases(course, cases),
        None => single::run(&cli.single),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // A reader that closes the pipe has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        // Where standard error is closed, an error cannot be reported at all.
        Err(Failure::Usage(error)) => {
            let _ = error.print();
            ExitCode::from(2)
        }
        Err(failure) => {
            let _ = writeln!(anstream::stderr(), "error: {failure}");
            ExitCode::from(3)
        }
    }
}

impl CaseArgs {
    /// The cases of `course` that these arguments choose. A name that no case
    /// has is wrong usage.
    fn load(&self, course: &Course) -> Result<Vec<Case>, Failure> {
        let mut cases = match &self.folder {
            Some(folder) => Suite::load(folder).map(Suite::into_cases),
            None => builtin::cases(course),
        }
        .map_err(Failure::Cases)?;
        for name in &self.names {
            if !cases.iter().any(|case| case.name == *name) {
                let message = format!(
                    "{} has no case {name:?}; `automarker cases {0}` lists them",
                    course.name
                );
                let error = Cli::command().error(ErrorKind::ValueValidation, message);
                return Err(Failure::Usage(error));
            }
        }
        cases.retain(|case| match self.names.as_slice() {
            [] => self.all || !case.unspecified,
            names => names.contains(&case.name),
        });
        Ok(cases)
    }
}

impl MarkingArgs {
    fn marker(&self) -> Marker {
        let course = self.course();
        Marker {
            course,
            strictness: self.compare.unwrap_or(course.strictness),
            spells_freely: self.cases.folder.is_none(),
            judge: self.judge.unwrap_or_else(|| Judge::of(course)),
            limits: self.limits.limits(),
        }
    }

    fn workers(&self) -> Result<Workers, Failure> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(cores, usize::from);
        Workers::start(jobs, !self.no_sandbox).map_err(Failure::Workers)
    }
}

/// A progress bar on standard error, if that is a terminal.
fn progress(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}");
    bar.with_style(style.expect("the template is well formed"))
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}
