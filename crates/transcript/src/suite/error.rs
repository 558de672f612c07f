use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::ReportError;

const NAMED: usize = 5;

/// The reason why a folder is not a suite of cases.
#[derive(Debug, Error)]
pub enum SuiteError {
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, #[source] io::Error),
    #[error("{0}: {why}", why = .1.to_string().trim_end().replace(" f64", " a number"))]
    Settings(PathBuf, #[source] Box<toml::de::Error>),
    #[error("{0}, line {1}: no case is named {2:?}")]
    NoCase(PathBuf, usize, String),
    #[error("{0}: {1}")]
    Snapshot(PathBuf, #[source] ReportError),
    #[error("{0} {none_of}\n{LAYOUTS}", none_of = none_of(.1))]
    NoCases(PathBuf, Vec<String>),
    #[error("{0} has more than {1} files: it is not a folder of cases")]
    TooMany(PathBuf, usize),
    #[error(
        "{0} lies beside some of the cases only; the settings of all cases are in one file in a \
         folder above them, by the names that `automarker cases` lists"
    )]
    SettingsBelow(PathBuf),
    #[error("{0} belongs to no case\n{LAYOUTS}")]
    Stray(PathBuf),
    #[error("{0} is an input without its expected output")]
    Half(PathBuf),
    #[error("{0} is an expected output without its input")]
    NoInput(PathBuf),
    #[error("{0} and {1} are the same part of one case")]
    Twice(PathBuf, PathBuf),
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
