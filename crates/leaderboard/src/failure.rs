//! Why the tournament itself could not go on: never a player's fault.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What went wrong, and where.
#[derive(Debug)]
pub enum Failure {
    /// A file or folder could not be used.
    File {
        /// What was tried, as in "read".
        what: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file holds what it should not.
    Content {
        /// Which file.
        path: PathBuf,
        /// The line, counted from 1, where the file has lines.
        line: Option<usize>,
        /// What is wrong.
        why: String,
    },
    /// What was asked for does not go with what there is.
    Asked(String),
    /// Standard output is gone.
    Output(io::Error),
}

impl Failure {
    /// What makes a failure of a system's error, for `map_err`.
    pub fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { what, path, source }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { what, path, source } => {
                write!(f, "cannot {what} {}: {source}", path.display())
            }
            Self::Content { path, line, why } => {
                write!(f, "{}", path.display())?;
                if let Some(line) = line {
                    write!(f, ", line {line}")?;
                }
                write!(f, ": {why}")
            }
            Self::Asked(why) => f.write_str(why),
            Self::Output(source) => write!(f, "cannot write to standard output: {source}"),
        }
    }
}

impl Error for Failure {}
