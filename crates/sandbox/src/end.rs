use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::{HostError, Lack, Level};

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this status.
    Exited(i32),
    /// A signal killed it, and no limit sent that signal.
    Signalled(i32),
    /// It exceeded its wall-clock limit.
    WallTime,
    /// It exceeded its CPU time limit.
    CpuTime,
    /// It exceeded its output limit on a stream or in a file.
    OutputLimit,
    /// It exceeded its memory limit.
    MemoryLimit,
    /// It exceeded its limit on processes and threads.
    ProcessLimit,
    /// It exceeded its limit on disk space or on the number of files.
    DiskLimit,
    /// The caller stopped it early.
    Stopped,
    /// It was not started, for this reason.
    CouldNotStart(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(windows)]
            Self::Exited(status) if status.cast_unsigned() >= FIRST_EXCEPTION => {
                let number = status.cast_unsigned();
                write!(f, "killed by exception {number:#X}{}", exception(number))
            }
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Signalled(number) => write!(f, "killed by signal {number}{}", name(*number)),
            Self::WallTime => f.write_str("wall-clock limit exceeded"),
            Self::CpuTime => f.write_str("CPU time limit exceeded"),
            Self::OutputLimit => f.write_str("output limit exceeded"),
            Self::MemoryLimit => f.write_str("memory limit exceeded"),
            Self::ProcessLimit => f.write_str("process limit exceeded"),
            Self::DiskLimit => f.write_str("disk limit exceeded"),
            Self::Stopped => f.write_str("stopped early"),
            Self::CouldNotStart(why) => write!(f, "could not start: {why}"),
        }
    }
}

#[cfg(unix)]
impl End {
    /// The kernel sends two signals for limits.
    pub(crate) fn of_signal(number: i32) -> Self {
        use nix::libc::{SIGXCPU, SIGXFSZ};

        match number {
            SIGXCPU => Self::CpuTime,
            SIGXFSZ => Self::OutputLimit,
            _ => Self::Signalled(number),
        }
    }
}

#[cfg(unix)]
fn name(number: i32) -> String {
    nix::sys::signal::Signal::try_from(number)
        .map(|signal| format!(" ({signal})"))
        .unwrap_or_default()
}

#[cfg(not(unix))]
fn name(_: i32) -> String {
    String::new()
}

#[cfg(windows)]
const FIRST_EXCEPTION: u32 = 0xc000_0000;

#[cfg(windows)]
fn exception(number: u32) -> &'static str {
    match number {
        0xc000_0005 => " (access violation)",
        0xc000_001d => " (illegal instruction)",
        0xc000_0094 => " (integer division by zero)",
        0xc000_00fd => " (stack overflow)",
        0xc000_0135 => " (a DLL was not found)",
        0xc000_013a => " (interrupted)",
        0xc000_0374 => " (heap corruption)",
        0xc000_0409 => " (abort)",
        _ => "",
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Its standard error, up to 64 KiB: of a longer one the first 60 KiB and the last 4 KiB.
    pub stderr: Vec<u8>,
    /// The number of bytes at the start of its standard error that are in the output, too: what a
    /// program of a session printed before it read, such as the prompts of Python's `input`.
    pub prompts: usize,
    /// The regular files that it left in its scratch folder, by path with `/` between the parts: at
    /// most 16 files, and 64 KiB of each.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The time from its start to its end.
    pub wall: Duration,
    /// The CPU time of all its processes; `None` where the system does not report it.
    pub cpu: Option<Duration>,
    /// The number of bytes of its input that it left unread. Bytes that it buffered count as read.
    pub input_left: usize,
}

impl Run {
    /// Returns an error if the program failed because it needs what `level` lacks.
    pub(crate) fn at(self, level: Level) -> Result<Self, HostError> {
        let is_whole = matches!(self.end, End::Exited(0) | End::Stopped);
        let mut lacks = level.lacks().iter().filter(|_| !is_whole);
        match lacks.find(|lack| lack.explains(&self.stderr)) {
            None => Ok(self),
            Some(Lack { what, .. }) => Err(HostError::Setup(format!(
                "the sandbox keeps the program from something that it needs: level {level} has \
                 not {what}"
            ))),
        }
    }

    /// Returns the run of a program that was not started.
    pub fn not_started(why: String, input_left: usize) -> Self {
        Self {
            end: End::CouldNotStart(why),
            stdout: Vec::new(),
            stderr: Vec::new(),
            prompts: 0,
            files: BTreeMap::new(),
            wall: Duration::ZERO,
            cpu: Some(Duration::ZERO),
            input_left,
        }
    }
}

/// A running program, as a caller of [`run_watched`](crate::run_watched) sees it.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Its standard output so far, up to the limit.
    pub output: &'a [u8],
    /// The number of bytes of its input that it has not read yet. Bytes that it buffered count as
    /// read.
    pub input_left: usize,
}

/// The reason why a program was not started.
#[derive(Debug)]
pub enum NotStarted {
    /// The program's fault: a phrase for [`End::CouldNotStart`].
    Program(String),
    /// The machine failed.
    Host(HostError),
}

/// The state of a program in a [`Session`](crate::Session).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for input, and all its output was read.
    Waiting,
    /// It has ended, perhaps because of a limit.
    Ended,
}

/// The result of waiting for an answer in a [`Session`](crate::Session).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The answer was printed.
    Answer,
    /// The program has ended, perhaps because of a limit.
    End,
    /// Neither happened in the given time.
    Nothing,
}
