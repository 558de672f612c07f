use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap::error::ErrorKind;
use marking::report::plain;
use sandbox::HostError;
use submission::archive::UnpackError;
use submission::export::ClassError;
use transcript::SuiteError;

use crate::batch::NotMarked;
use crate::cli::Cli;
use crate::package::PackageError;
use crate::package::binary::BinaryError;
use crate::reference::WrongCase;
use crate::rubric::RubricError;
use crate::sheet::SheetError;
use crate::toolchains::MissingTool;
use crate::workers::WorkersError;

#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Usage(clap::Error),
    #[error(transparent)]
    Cases(SuiteError),
    #[error(transparent)]
    Archive(UnpackError),
    #[error(transparent)]
    Class(ClassError),
    #[error("case {0:?} has no expected output, without which only `--judge rules` can mark it")]
    NothingExpected(String),
    #[error(transparent)]
    Rubric(RubricError),
    #[error(transparent)]
    WrongCase(WrongCase),
    #[error("there is no submission in {}", .0.display())]
    NoSubmissions(PathBuf),
    #[error("there is no case to mark")]
    NoCases,
    #[error("all cases have the weight 0, so they cannot share any points")]
    NoWeights,
    #[error(transparent)]
    Tool(MissingTool),
    #[error(transparent)]
    Binary(BinaryError),
    #[error(transparent)]
    Package(PackageError),
    #[error("cannot {action} {}: {source}", .path.display())]
    File {
        /// The verb that says what could not be done with it.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error("cannot fill in {}: {source}", .path.display())]
    Sheet { path: PathBuf, source: SheetError },
    #[error(transparent)]
    Workers(WorkersError),
    /// The machine failed while the program was marked.
    #[error("the program was not marked: {0}")]
    Host(HostError),
    #[error("the environment variable {0} of --env is not set")]
    NotSet(String),
    /// The settings of a project cannot be used.
    #[error("{0}")]
    Project(String),
    #[error("cannot watch this folder: {0}")]
    Watch(notify::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("cannot read the marker's own executable file: {0}")]
    Executable(io::Error),
    #[error("{} has no mark: {}", plain(.submission), plain(&.why.to_string()))]
    NotMarked { submission: String, why: NotMarked },
    #[error("{count} of {of} submissions have no mark; the same command marks what is missing")]
    Unmarked { count: usize, of: usize },
    /// The cases, or the marker, lie in the submission.
    #[error(
        "{} lies in the submission {}, where the program can read it",
        .secret.display(),
        .submission.display()
    )]
    SecretInside {
        secret: PathBuf,
        submission: PathBuf,
    },
    #[error("cannot read random bytes: {0}")]
    Random(io::Error),
    #[error("cannot handle signals: {0}")]
    Signals(io::Error),
}

/// Prints `failure`. Where standard error is closed, it cannot be reported at all.
pub(super) fn report(failure: &Failure) {
    let _ = match failure {
        Failure::Usage(error) => error.print(),
        failure => writeln!(anstream::stderr(), "error: {}", plain(&failure.to_string())),
    };
}

impl Failure {
    pub(super) fn usage(message: impl fmt::Display) -> Self {
        Self::Usage(Cli::command().error(ErrorKind::ValueValidation, message))
    }

    pub(super) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File {
            action,
            path,
            source,
        }
    }
}
