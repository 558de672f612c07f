//! The reasons why a folder is not a suite of cases.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::find::Misfit;
use crate::ReportError;

const NAMED: usize = 5;

/// The reason why a folder is not a suite of cases.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// A file or folder that cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, #[source] io::Error),
    /// A `cases.toml` that is malformed, or has an unknown key or an invalid value.
    #[error("{0}: {1}")]
    Settings(PathBuf, #[source] Box<toml::de::Error>),
    /// Settings, in this line, for a case that does not exist.
    #[error("{0}, line {1}: no case is named {2:?}")]
    NoCase(PathBuf, usize, String),
    /// A snapshot that is malformed.
    #[error("{0}: {1}")]
    Snapshot(PathBuf, #[source] ReportError),
    /// A folder, and its files, none of which belongs to a case.
    #[error("{0} {none_of}\n{LAYOUTS}", none_of = none_of(.1))]
    NoCases(PathBuf, Vec<String>),
    /// A folder with more than this number of files.
    #[error("{0} has more than {1} files: it is not a folder of cases")]
    TooMany(PathBuf, usize),
    /// A `cases.toml` in a folder that has only some of the cases.
    #[error(
        "{0} lies beside some of the cases only; the settings of all cases are in one file in a \
         folder above them, by the names that `automarker cases` lists"
    )]
    SettingsBelow(PathBuf),
    /// A file that belongs to no case.
    #[error("{0} belongs to no case\n{LAYOUTS}")]
    Stray(PathBuf),
    /// An input without its expected output.
    #[error("{0} is an input without its expected output")]
    Half(PathBuf),
    /// An expected output without its input.
    #[error("{0} is an expected output without its input")]
    NoInput(PathBuf),
    /// Two files for the same part of one case.
    #[error("{0} and {1} are the same part of one case")]
    Twice(PathBuf, PathBuf),
}

impl SuiteError {
    pub(super) fn new(folder: &Path, misfit: Misfit) -> Self {
        match misfit {
            Misfit::Nothing(files) => Self::NoCases(folder.to_owned(), files),
            Misfit::NoInput(path) => Self::NoInput(folder.join(path)),
            Misfit::SettingsBelow(path) => Self::SettingsBelow(folder.join(path)),
            Misfit::Half(path) => Self::Half(folder.join(path)),
            Misfit::Twice(one, two) => Self::Twice(folder.join(one), folder.join(two)),
        }
    }
}

const LAYOUTS: &str = "\
The input and the expected output of a case NAME are one of these pairs:
  inputs/NAME   outputs/NAME   each perhaps with .txt, .in, .out or .ans
  inputs/inN    outputs/outN   likewise, for a number N
  NAME/input    NAME/output    each perhaps with .txt
  NAME.in       NAME.ans       or NAME.out";

fn none_of(files: &[String]) -> String {
    match files {
        [] => "has no files".to_owned(),
        files => format!(
            "has no cases: none of its files ({}) is named like a part of one",
            some_of(files)
        ),
    }
}

pub(super) fn some_of(names: &[String]) -> String {
    let mut text = names[..names.len().min(NAMED)].join(", ");
    if names.len() > NAMED {
        text.push_str(", …");
    }
    text
}
