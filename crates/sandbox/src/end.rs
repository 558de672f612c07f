//! What came of a run.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit status.
    Exited(i32),
    /// By this signal, which no limit sent.
    Signalled(i32),
    /// Its wall time was up.
    WallTime,
    /// Its processor time was up.
    CpuTime,
    /// It wrote more than it may, to its output or into one file.
    OutputLimit,
    /// It took more memory than it may.
    MemoryLimit,
    /// It was more processes than it may be.
    ProcessLimit,
    /// It never began: why, in words.
    CouldNotStart(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Signalled(number) => write!(f, "killed by signal {number}{}", name(*number)),
            Self::WallTime => f.write_str("its wall time was up"),
            Self::CpuTime => f.write_str("its processor time was up"),
            Self::OutputLimit => f.write_str("it wrote more than it may"),
            Self::MemoryLimit => f.write_str("it took more memory than it may"),
            Self::ProcessLimit => f.write_str("it started more processes than it may"),
            Self::CouldNotStart(why) => write!(f, "could not start: {why}"),
        }
    }
}

/// ` (SIGSEGV)`, or nothing for a signal without a name.
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

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it wrote to standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// The last 4 KiB of what it wrote to standard error.
    pub stderr: Vec<u8>,
    /// The regular files it left in its scratch folder, by their path there
    /// with `/` between the parts: at most 16, and 64 KiB of each.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The time from its start to its end.
    pub wall: Duration,
    /// How much of its input it left unread, in bytes. What it has read ahead
    /// into a buffer may count as read.
    pub input_left: usize,
}

impl Run {
    pub(crate) fn not_started(why: String, input_left: usize) -> Self {
        Self {
            end: End::CouldNotStart(why),
            stdout: Vec::new(),
            stderr: Vec::new(),
            files: BTreeMap::new(),
            wall: Duration::ZERO,
            input_left,
        }
    }
}

/// What a program in a [`Session`](crate::Session) does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It awaits input, and all it has printed so far is known.
    Waiting,
    /// It has ended, or was ended by a limit.
    Ended,
}

/// What came of waiting for an answer in a [`Session`](crate::Session).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The answer.
    Answer,
    /// The end of the program, by itself or by a limit.
    End,
    /// Nothing in the time there was.
    Nothing,
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_told_in_words() {
        assert_eq!(End::Exited(1).to_string(), "exit status 1");
        assert_eq!(
            End::Signalled(11).to_string(),
            "killed by signal 11 (SIGSEGV)"
        );
        assert_eq!(End::Signalled(63).to_string(), "killed by signal 63");
    }
}
