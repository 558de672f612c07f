//! Programs on Windows, each in a job object.

mod job;
mod line;
mod process;

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::windows::io::OwnedHandle;

use super::Usage;
use super::launch::Start;
use crate::{End, Level};

use job::Job;
pub(super) use line::executable;

/// The end of the input is that of a pipe.
pub(super) const END_OF_INPUT: Option<u8> = None;

/// The variables that programs, compilers and their installers' shims need.
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

/// Checks that there is `level` here, or returns the reason why there is not. Job objects
/// hold programs to their limits at every level.
pub(super) fn check(level: Level) -> Result<(), String> {
    Job::new(&crate::Limits::default(), level == Level::Job)
        .map(drop)
        .map_err(|error| format!("no job object can be made: {error}"))
}

pub(super) struct Ends {
    pub(super) input: PipeWriter,
    pub(super) output: PipeReader,
    pub(super) errors: PipeReader,
    pub(super) theirs: [File; 3],
}

impl Ends {
    pub(super) fn open() -> io::Result<Self> {
        let (stdin, input) = io::pipe()?;
        let (output, stdout) = io::pipe()?;
        let (errors, stderr) = io::pipe()?;
        Ok(Self {
            input,
            output,
            errors,
            theirs: [OwnedHandle::from(stdin), stdout.into(), stderr.into()].map(File::from),
        })
    }
}

/// The main process of a program, and the job that all its processes are in.
pub(super) struct Process {
    main: OwnedHandle,
    job: Job,
}

impl Process {
    /// Set if the CPU time at the end is that of all processes.
    pub(super) const REPORTS_CPU: bool = true;

    pub(super) fn start(start: &Start<'_>, streams: [File; 3]) -> io::Result<Self> {
        let job = Job::new(start.limits, start.level == Level::Job)?;
        let main = process::start(start, &streams, &job)?;
        // The program alone has them now: its pipes end with it.
        drop(streams);
        Ok(Self { main, job })
    }

    pub(super) fn ended(&mut self) -> io::Result<Option<End>> {
        let status = process::exit_status(&self.main)?;
        Ok(status.map(|status| match status.cast_unsigned() {
            job::OUT_OF_QUOTA => End::CpuTime,
            _ => End::Exited(status),
        }))
    }

    pub(super) fn usage(&mut self) -> Usage {
        self.job.usage()
    }

    pub(super) fn kill(&mut self) {
        self.job.terminate();
    }

    /// Does nothing: Windows documents no way to pause a process.
    #[expect(clippy::unused_self, reason = "other systems need it")]
    pub(super) fn pause(&self) {}

    #[expect(clippy::unused_self, reason = "other systems need it")]
    pub(super) fn resume(&self) {}
}
