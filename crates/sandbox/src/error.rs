//! The failures of the machine and of the marker.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::Level;

/// A failure of the machine or of the marker. It never counts against a submission.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub enum HostError {
    /// The machine lacks memory, processes, open files or disk space. A submission may have caused
    /// it.
    Exhausted(String),
    /// Other programs used the processors so much that a program did not end within many times its
    /// wall-clock limit. Its result is unknown.
    Busy(String),
    /// Something on the machine is missing or wrong, whatever a submission does.
    Setup(String),
}

impl HostError {
    /// Returns the failure to do `action`, such as "cannot create a folder".
    pub fn of(action: impl fmt::Display, error: &io::Error) -> Self {
        let why = format!("{action}: {error}");
        if is_exhaustion(error) {
            Self::Exhausted(why)
        } else {
            Self::Setup(why)
        }
    }
}

pub(crate) fn is_exhaustion(error: &io::Error) -> bool {
    use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
    // EAGAIN is the answer of fork(2) where there are too many processes.
    matches!(
        error.kind(),
        OutOfMemory | QuotaExceeded | StorageFull | WouldBlock
    ) || error
        .raw_os_error()
        .is_some_and(|number| WITHOUT_KIND.contains(&number))
}

/// Errors of exhaustion that have no [`io::ErrorKind`].
#[cfg(unix)]
const WITHOUT_KIND: [i32; 2] = [nix::libc::EMFILE, nix::libc::ENFILE];
#[cfg(windows)]
const WITHOUT_KIND: [i32; 4] = [
    4,    // ERROR_TOO_MANY_OPEN_FILES
    1359, // ERROR_INTERNAL_ERROR, of Wine if a process ends while it starts
    1450, // ERROR_NO_SYSTEM_RESOURCES
    1455, // ERROR_COMMITMENT_LIMIT
];

/// The reason why a sandbox cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// A secret file or folder cannot be hidden, because a program needs it or a folder in it.
    #[error(
        "a marked program could read {}: move it out of the folders that programs may read",
        .0.display()
    )]
    Reachable(PathBuf),
    /// The system lacks what the level needs: the reason for each level that was tried.
    #[error("the requested sandbox is not available: {}", reasons(.0))]
    TooWeak(Vec<String>),
    /// The machine failed.
    #[error(transparent)]
    Host(#[from] HostError),
}

/// A sandbox that cannot be made is the machine's failure.
impl From<SandboxError> for HostError {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Host(error) => error,
            error => Self::Setup(error.to_string()),
        }
    }
}

fn reasons(why: &[String]) -> String {
    if why.is_empty() {
        let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
        return format!("this system has {}", names.join(", "));
    }
    why.join("; ")
}
