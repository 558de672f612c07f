//! The reasons why a folder is not a suite of cases.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::layout::Misfit;
use super::settings::OutOfRange;
use crate::ReportError;

/// The number of names in a message.
const NAMED: usize = 5;

/// The reason why a folder is not a suite of cases.
#[derive(Debug)]
#[non_exhaustive]
pub enum SuiteError {
    /// A file or folder that cannot be read.
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A `cases.toml` that is malformed or has an unknown key.
    Settings {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: Box<toml::de::Error>,
    },
    /// A setting in a `cases.toml` with an invalid value.
    Setting {
        /// The `cases.toml`.
        path: PathBuf,
        /// The setting and its valid values.
        source: OutOfRange,
    },
    /// Settings for a case that does not exist.
    NoCase {
        /// The `cases.toml`.
        path: PathBuf,
        /// The case.
        name: String,
    },
    /// A snapshot that is malformed.
    Snapshot {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: ReportError,
    },
    /// None of the files in a folder belongs to a case.
    NoCases {
        /// The folder.
        folder: PathBuf,
        /// The files.
        files: Vec<String>,
    },
    /// A folder with too many files to be one of cases.
    TooMany {
        /// The folder.
        folder: PathBuf,
        /// The largest number of files.
        most: usize,
    },
    /// A `cases.toml` in a folder that has only some of the cases.
    SettingsBelow(PathBuf),
    /// A file that belongs to no case.
    Stray(PathBuf),
    /// An input without its expected output.
    Half(PathBuf),
    /// An expected output without its input.
    NoInput(PathBuf),
    /// Two files for the same part of one case.
    Twice(PathBuf, PathBuf),
    /// Two files of different layouts.
    Mixture(PathBuf, PathBuf),
}

impl SuiteError {
    pub(super) fn new(folder: &Path, misfit: Misfit) -> Self {
        match misfit {
            Misfit::Nothing(files) => Self::NoCases {
                folder: folder.to_owned(),
                files,
            },
            Misfit::NoInput(path) => Self::NoInput(folder.join(path)),
            Misfit::SettingsBelow(path) => Self::SettingsBelow(folder.join(path)),
            Misfit::Stray(path) => Self::Stray(folder.join(path)),
            Misfit::Half(path) => Self::Half(folder.join(path)),
            Misfit::Twice(one, two) => Self::Twice(folder.join(one), folder.join(two)),
            Misfit::Mixture(one, two) => Self::Mixture(folder.join(one), folder.join(two)),
        }
    }
}

/// The layouts, for whoever has another one.
const LAYOUTS: &str = "
The input and the expected output of a case NAME are one of these pairs:
  inputs/NAME   outputs/NAME   each perhaps with .txt, .in, .out or .ans
  inputs/inN    outputs/outN   likewise, for a number N
  NAME/input    NAME/output    each perhaps with .txt
  NAME.in       NAME.ans       or NAME.out";

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, source } => {
                write!(f, "cannot read {}: {source}", path.display())
            }
            Self::Settings { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Setting { path, source } => write!(f, "{}: {source}", path.display()),
            Self::NoCase { path, name } => {
                write!(f, "{}: no case is named {name:?}", path.display())
            }
            Self::Snapshot { path, source } => write!(f, "{}: {source}", path.display()),
            Self::NoCases { folder, files } => {
                match files.as_slice() {
                    [] => write!(f, "{} has no files", folder.display()),
                    files => write!(
                        f,
                        "{} has no cases: none of its files ({}) is named like a part of one",
                        folder.display(),
                        some_of(files)
                    ),
                }?;
                f.write_str(LAYOUTS)
            }
            Self::TooMany { folder, most } => write!(
                f,
                "{} has more than {most} files: it is not a folder of cases",
                folder.display()
            ),
            Self::SettingsBelow(path) => write!(
                f,
                "{} lies beside some of the cases only; the settings of all cases are in one \
                 file in a folder above them, by the names that `automarker cases` lists",
                path.display()
            ),
            Self::NoInput(path) => write!(
                f,
                "{} is an expected output without its input",
                path.display()
            ),
            Self::Stray(path) => write!(
                f,
                "{} belongs to no case: a case NAME is NAME.in and NAME.snap or NAME.ans, \
                 NAME/input.txt and NAME/output.txt, or inputs/NAME and outputs/NAME",
                path.display()
            ),
            Self::Half(path) => write!(
                f,
                "{} is an input without its expected output",
                path.display()
            ),
            Self::Twice(one, two) => write!(
                f,
                "{} and {} are the same part of one case",
                one.display(),
                two.display()
            ),
            Self::Mixture(one, two) => write!(
                f,
                "{} and {} are of different layouts of cases",
                one.display(),
                two.display()
            ),
        }
    }
}

impl Error for SuiteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Settings { source, .. } => Some(source),
            Self::Setting { source, .. } => Some(source),
            Self::Snapshot { source, .. } => Some(source),
            Self::NoCase { .. }
            | Self::NoCases { .. }
            | Self::TooMany { .. }
            | Self::SettingsBelow(_)
            | Self::Stray(_)
            | Self::Half(_)
            | Self::NoInput(_)
            | Self::Twice(..)
            | Self::Mixture(..) => None,
        }
    }
}

/// The first few of `names`.
pub(super) fn some_of(names: &[String]) -> String {
    let mut text = names[..names.len().min(NAMED)].join(", ");
    if names.len() > NAMED {
        text.push_str(", …");
    }
    text
}
