use std::error::Error;
use std::fmt;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use marking::report::name;
use sandbox::HostError;

#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Other(Box<dyn Error>),
    #[error("{first}{}", other_cases(.others))]
    WrongCases { first: String, others: Vec<String> },
    #[error("there is no case to mark")]
    NoCases,
    #[error("all cases have the weight 0, so they cannot share any points")]
    NoWeights,
    #[error("cannot {action} {}: {}", .path.display(), reason(.source))]
    File {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    #[error("the program was not marked: {0}")]
    Host(HostError),
    #[error("cannot watch this folder: {0}")]
    Watch(notify::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("{}: {why}", without_mark(.submissions))]
    NotMarked {
        submissions: Vec<String>,
        why: String,
    },
    #[error("{count} of {of} submissions have no mark; the same command marks what is missing")]
    Unmarked { count: usize, of: usize },
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => "it exists already".to_owned(),
        _ => error.to_string(),
    }
}

fn other_cases(names: &[String]) -> String {
    let also = match names {
        [] => String::new(),
        names => format!("\nwrong, too: {}", names.join(", ")),
    };
    format!("{also}\nnothing was marked; `--trust-cases` marks anyway")
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
    pub(super) fn other(error: impl Into<Box<dyn Error>>) -> Self {
        Self::Other(error.into())
    }

    pub(super) fn usage(message: impl fmt::Display) -> Self {
        Self::Usage(message.to_string())
    }

    /// Returns `true` if a file to read does not exist.
    pub(super) fn names_no_file(&self) -> bool {
        let first: &(dyn Error + 'static) = match self {
            Self::File { action, source, .. } if *action == "read" => source,
            Self::Other(error) => &**error,
            _ => return false,
        };
        let mut errors = iter::successors(Some(first), |&error| error.source());
        let io = errors.find_map(|error| error.downcast_ref::<io::Error>());
        io.is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
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
