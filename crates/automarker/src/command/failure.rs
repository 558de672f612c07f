use std::error::Error;
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
use crate::toolchains::MissingTool;
use crate::workers::WorkersError;

/// The reason why the command itself failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments do not fit the cases.
    Usage(clap::Error),
    Cases(SuiteError),
    Archive(UnpackError),
    Class(ClassError),
    /// A case without an expected output, which the judge by text needs.
    NothingExpected(String),
    /// A case that is wrong.
    WrongCase(WrongCase),
    /// There is no case to mark.
    NoCases,
    /// All cases are worth nothing, and cannot be worth this.
    NoWeights,
    Tool(MissingTool),
    /// There is no marker to package.
    Binary(BinaryError),
    Package(PackageError),
    File {
        /// The verb that says what could not be done with it.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    Workers(WorkersError),
    /// The machine failed while the program was marked.
    Host(HostError),
    /// A variable that `--env` names and that is not set.
    NotSet(String),
    /// The settings of a project cannot be used.
    Project(String),
    /// A file system cannot be watched.
    Watch(notify::Error),
    Output(io::Error),
    /// The marker cannot read its own executable file.
    Executable(io::Error),
    /// A submission has no mark.
    NotMarked {
        submission: String,
        why: NotMarked,
    },
    /// Some submissions of a batch have no mark.
    Unmarked {
        count: usize,
        of: usize,
    },
    /// The cases, or the marker, lie in the submission.
    SecretInside {
        secret: PathBuf,
        submission: PathBuf,
    },
    /// The system gives no random bytes.
    Random(io::Error),
    /// The handlers of signals cannot be installed.
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => write!(f, "{error}"),
            Self::Cases(error) => write!(f, "{error}"),
            Self::Archive(error) => write!(f, "{error}"),
            Self::Class(error) => write!(f, "{error}"),
            Self::NothingExpected(case) => write!(
                f,
                "case {case:?} has no expected output, without which only `--judge rules` can mark it"
            ),
            Self::WrongCase(error) => error.fmt(f),
            Self::NoCases => f.write_str("there is no case to mark"),
            Self::NoWeights => {
                f.write_str("all cases have the weight 0, so they cannot share any points")
            }
            Self::Tool(error) => error.fmt(f),
            Self::Binary(error) => error.fmt(f),
            Self::Package(error) => error.fmt(f),
            Self::File {
                action,
                path,
                source,
            } => write!(f, "cannot {action} {}: {source}", path.display()),
            Self::Workers(source) => source.fmt(f),
            Self::Host(error) => write!(f, "the program was not marked: {error}"),
            Self::NotSet(name) => write!(f, "the environment variable {name} of --env is not set"),
            Self::Executable(source) => {
                write!(f, "cannot read the marker's own executable file: {source}")
            }
            Self::NotMarked { submission, why } => write!(
                f,
                "{} has no mark: {}",
                plain(submission),
                plain(&why.to_string())
            ),
            Self::Unmarked { count, of } => write!(
                f,
                "{count} of {of} submissions have no mark; the same command marks what is missing"
            ),
            Self::Project(message) => f.write_str(message),
            Self::Watch(source) => write!(f, "cannot watch this folder: {source}"),
            Self::Output(source) => write!(f, "cannot write to standard output: {source}"),
            Self::SecretInside { secret, submission } => write!(
                f,
                "{} lies in the submission {}, where the program can read it",
                secret.display(),
                submission.display()
            ),
            Self::Random(source) => write!(f, "cannot read random bytes: {source}"),
            Self::Signals(source) => write!(f, "cannot handle signals: {source}"),
        }
    }
}

impl Error for Failure {}
