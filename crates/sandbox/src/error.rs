//! The reasons why a sandbox cannot be made.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::Level;

/// The reason why a sandbox cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum SandboxError {
    /// A file that no program may read lies in a folder that each may.
    Reachable(PathBuf),
    /// The system lacks what the level asks for: why, for each level that was
    /// tried.
    TooWeak(Vec<String>),
    /// The supervisor cannot be started.
    Supervisor(io::Error),
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reachable(path) => write!(
                f,
                "a marked program could read {}: move it out of the folders that programs may read",
                path.display()
            ),
            Self::TooWeak(why) if why.is_empty() => {
                let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
                write!(
                    f,
                    "no such sandbox here: this system has {}",
                    names.join(", ")
                )
            }
            Self::TooWeak(why) => write!(f, "no such sandbox here: {}", why.join("; ")),
            Self::Supervisor(error) => write!(f, "cannot start the sandbox's supervisor: {error}"),
        }
    }
}

impl std::error::Error for SandboxError {}
