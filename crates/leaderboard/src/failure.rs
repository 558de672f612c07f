//! The errors of a command. A player's mistakes are not among them: they are
//! in the record of its game.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error that ends a command.
#[derive(Debug)]
pub enum Failure {
    /// A file or folder could not be used.
    File {
        /// The action, as in "read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The content of a file is wrong.
    Content {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, if the file has lines.
        line: Option<usize>,
        /// The reason.
        why: String,
    },
    /// The command does not fit the tournament or the submissions.
    Refused(String),
    /// This machine lacks something that the tournament needs.
    Host {
        /// The action, as in "compile submissions in C".
        action: String,
        /// The reason.
        why: String,
    },
    /// Arguments that do not fit together.
    Usage(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Returns a function for `map_err` that adds the action and the path to a
    /// system's error.
    pub fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File {
            action,
            path,
            source,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File {
                action,
                path,
                source,
            } => {
                write!(f, "cannot {action} {}: {source}", path.display())
            }
            Self::Content { path, line, why } => {
                write!(f, "{}", path.display())?;
                if let Some(line) = line {
                    write!(f, ", line {line}")?;
                }
                write!(f, ": {why}")
            }
            Self::Host { action, why } => write!(f, "cannot {action} on this machine: {why}"),
            Self::Refused(why) | Self::Usage(why) => f.write_str(why),
            Self::Output(source) => write!(f, "cannot write to standard output: {source}"),
        }
    }
}

impl Error for Failure {}
