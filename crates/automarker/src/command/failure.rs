use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use marking::report::name;
use sandbox::HostError;

use crate::sheet::SheetError;

#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Other(Box<dyn Error>),
    #[error("case {0:?} has no expected output, without which only `--judge rules` can mark it")]
    NothingExpected(String),
    #[error("{first}{}", other_cases(.others))]
    WrongCases { first: String, others: Vec<String> },
    #[error("there is no submission in {}", .0.display())]
    NoSubmissions(PathBuf),
    #[error("there is no case to mark")]
    NoCases,
    #[error("all cases have the weight 0, so they cannot share any points")]
    NoWeights,
    #[error("cannot {action} {}: {source}", .path.display())]
    File {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error("cannot fill in {}: {source}", .path.display())]
    Sheet { path: PathBuf, source: SheetError },
    #[error("the program was not marked: {0}")]
    Host(HostError),
    #[error("the environment variable {0} of --env is not set")]
    NotSet(String),
    #[error("cannot watch this folder: {0}")]
    Watch(notify::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("cannot read the marker's own executable file: {0}")]
    Executable(io::Error),
    #[error("{}: {why}", without_mark(.submissions))]
    NotMarked {
        submissions: Vec<String>,
        why: String,
    },
    #[error("{count} of {of} submissions have no mark; the same command marks what is missing")]
    Unmarked { count: usize, of: usize },
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

fn other_cases(names: &[String]) -> String {
    let also = match names {
        [] => String::new(),
        names => format!("\nwrong, too: {}", names.join(", ")),
    };
    format!("{also}\nnothing is marked; `--trust-cases` marks all the same")
}

fn without_mark(submissions: &[String]) -> String {
    let names: Vec<_> = submissions.iter().map(|it| name(it)).collect();
    match names.as_slice() {
        [only] => format!("{only} has no mark"),
        all => format!(
            "{} submissions have no mark ({})",
            all.len(),
            all.join(", ")
        ),
    }
}

impl Failure {
    pub(super) fn other(error: impl Error + 'static) -> Self {
        Self::Other(Box::new(error))
    }

    pub(super) fn usage(message: impl fmt::Display) -> Self {
        Self::Usage(message.to_string())
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
