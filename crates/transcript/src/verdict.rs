//! The verdict on a case.

use std::fmt;

/// The verdict on a case, in the words that every report uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The program did what the case requires.
    #[default]
    Ok,
    /// It printed or wrote something else.
    WrongOutput,
    /// It exceeded its wall-clock or CPU time limit.
    Timeout,
    /// A signal killed it, or its exit status reports a failure.
    Crashed,
    /// It exceeded its output limit.
    OutputLimit,
    /// It exceeded its memory limit.
    MemoryLimit,
    /// The machine ran out of something whenever it was run.
    LimitsExceeded,
    /// The program does not exist, or the system cannot run it.
    CouldNotStart,
    /// Its build failed.
    BuildFailed,
    /// It was not run, because the cases before it timed out, or because the time
    /// for all of them was up.
    Skipped,
    /// The marker itself failed.
    NotMarked,
}

impl Verdict {
    /// Every verdict, [`Ok`](Self::Ok) first.
    pub const ALL: [Self; 11] = [
        Self::Ok,
        Self::WrongOutput,
        Self::Timeout,
        Self::Crashed,
        Self::OutputLimit,
        Self::MemoryLimit,
        Self::LimitsExceeded,
        Self::CouldNotStart,
        Self::BuildFailed,
        Self::Skipped,
        Self::NotMarked,
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ok => "ok",
            Self::WrongOutput => "wrong output",
            Self::Timeout => "timeout",
            Self::Crashed => "crashed",
            Self::OutputLimit => "output limit",
            Self::MemoryLimit => "memory limit",
            Self::LimitsExceeded => "exceeded its limits",
            Self::CouldNotStart => "could not start",
            Self::BuildFailed => "build failed",
            Self::Skipped => "skipped",
            Self::NotMarked => "not marked",
        })
    }
}
