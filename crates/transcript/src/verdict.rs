//! What a case came to.

use std::fmt;

/// What a case came to, in the words that every report uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The program did what the case asks for.
    Ok,
    /// It came to its end, but what it printed or wrote is not what it should.
    WrongOutput,
    /// It took more wall or CPU time than it may.
    Timeout,
    /// A signal ended it, or its exit status says that it failed.
    Crashed,
    /// It printed more than it may.
    OutputLimit,
    /// It took more memory than it may.
    MemoryLimit,
    /// There is no such program, or the system cannot run it.
    CouldNotStart,
    /// The command that builds it failed.
    BuildFailed,
}

impl Verdict {
    /// Every verdict, the good one first.
    pub const ALL: [Self; 8] = [
        Self::Ok,
        Self::WrongOutput,
        Self::Timeout,
        Self::Crashed,
        Self::OutputLimit,
        Self::MemoryLimit,
        Self::CouldNotStart,
        Self::BuildFailed,
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
            Self::CouldNotStart => "could not start",
            Self::BuildFailed => "build failed",
        })
    }
}
