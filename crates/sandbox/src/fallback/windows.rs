//! Programs on Windows, each in a job object.

mod job;
mod line;
mod process;

use std::fs::File;
use std::io;
use std::os::windows::io::OwnedHandle;
use std::time::Duration;

use super::channel::Terminal;
use super::launch::{LaunchRequest, not_started};
use crate::launched::Usage;
use crate::scratch::Scratch;
use crate::{End, HostError, Level, Limits, NotStarted, Program, Sandbox};

use job::Job;
pub(super) use line::executable;

pub(super) const END_OF_INPUT: Option<u8> = None;

pub(super) const INHERITED: &[&str] = &[
    "APPDATA",
    "CARGO_HOME",
    "CommonProgramFiles",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "INCLUDE",
    "JAVA_HOME",
    "LIB",
    "LIBPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "ProgramData",
    "ProgramFiles",
    "ProgramFiles(x86)",
    "RUSTUP_HOME",
    "SystemDrive",
    "SystemRoot",
    "USERNAME",
    "USERPROFILE",
    "windir",
];

pub(super) fn check(level: Level) -> Result<(), String> {
    Job::new(&crate::Limits::default(), level == Level::Job)
        .map(drop)
        .map_err(|error| format!("no job object can be made: {error}"))
}

pub(super) fn open_terminal() -> io::Result<(Terminal, [File; 3])> {
    let (stdin, input) = io::pipe()?;
    let (output, stdout) = io::pipe()?;
    let (errors, stderr) = io::pipe()?;
    let theirs = [OwnedHandle::from(stdin), stdout.into(), stderr.into()];
    let terminal = Terminal::new(input, output, errors);
    Ok((terminal, theirs.map(File::from)))
}

/// The main process of a program, and the job with all its processes.
pub struct Processes {
    main: OwnedHandle,
    job: Job,
}

/// Windows documents no way to pause a process.
impl crate::launched::Processes for Processes {
    fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        is_session: bool,
    ) -> Result<(Self, Scratch), NotStarted> {
        let start = LaunchRequest::of(program, sandbox, is_session)?;
        let started = Job::new(limits, sandbox.level() == Level::Job).and_then(|job| {
            let main = process::start(&start, &program.args, &streams, is_session, &job)?;
            Ok(Self { main, job })
        });
        // Only the program has them now, so its pipes end with it.
        drop(streams);
        let started = started.map_err(|error| not_started(program, &error))?;
        Ok((started, start.scratch))
    }

    fn ended_within(&mut self, patience: Duration) -> Option<Result<End, HostError>> {
        let status = process::exit_status(&self.main, patience).transpose()?;
        self.job.terminate();
        let failed = |error| HostError::of("cannot wait for a program", &error);
        Some(
            status
                .map_err(failed)
                .map(|status| match status.cast_unsigned() {
                    job::OUT_OF_QUOTA => End::CpuTime,
                    _ => End::Exited(status),
                }),
        )
    }

    fn usage(&mut self) -> Usage {
        self.job.usage()
    }

    fn kill(&mut self) {
        self.job.terminate();
    }
}
