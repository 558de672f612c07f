//! The errors of a command. Mistakes of players are not among them: they are in the record of the
//! game.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// A file or folder could not be used. The action is a verb such as "read".
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error("{0}")]
    Refused(String),
    /// This machine lacks something. The action is a verb phrase such as "compile submissions in
    /// C".
    #[error("cannot {action} on this machine: {why}")]
    Host { action: String, why: String },
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    pub(crate) fn host(action: impl Into<String>, why: &dyn Display) -> Self {
        let (action, why) = (action.into(), why.to_string());
        Self::Host { action, why }
    }

    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File {
            action,
            path,
            source,
        }
    }
}
