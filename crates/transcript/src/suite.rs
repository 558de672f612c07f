//! A folder of cases.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// One case: what a program is given. What it should do with it is in the
/// snapshot beside its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name, which is that of its files.
    pub name: String,
    /// The command line arguments.
    pub args: Vec<String>,
    /// Standard input.
    pub input: Vec<u8>,
}

/// A folder of cases: `NAME.in` is a case's input, `NAME.snap` the snapshot of
/// what should come of it, and `cases.toml` has the arguments of those cases
/// that need some:
///
/// ```toml
/// [spelling-colour]
/// args = ["--spelling", "colour"]
/// ```
#[derive(Clone, Debug)]
pub struct Suite {
    folder: PathBuf,
    cases: Vec<Case>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(default)]
    args: Vec<String>,
}

const SETTINGS: &str = "cases.toml";

impl Suite {
    /// Reads the cases in `folder`. A file that belongs to no case is an
    /// error: a snapshot left behind by a case that is gone, arguments for one
    /// that is not there, a misspelt name.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        let mut inputs = BTreeSet::new();
        let mut snapshots = BTreeSet::new();
        let mut settings = BTreeMap::new();
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            move |source| SuiteError::Unreadable { path, source }
        };
        for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
            let path = entry.map_err(unreadable(folder))?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            match name.map(|name| name.split_once('.').unwrap_or((name, ""))) {
                Some((name, "in")) => {
                    inputs.insert(name.to_owned());
                }
                Some((name, "snap")) => {
                    snapshots.insert(name.to_owned());
                }
                // Awaits review; only insta's own tools look at it.
                Some((_, "snap.new")) => {}
                _ if name == Some(SETTINGS) => {
                    let text = fs::read_to_string(&path).map_err(unreadable(&path))?;
                    settings = toml::from_str(&text).map_err(|source| SuiteError::Settings {
                        path: path.clone(),
                        source: Box::new(source),
                    })?;
                }
                _ => return Err(SuiteError::Stray(path)),
            }
        }
        if let Some(orphan) = snapshots.difference(&inputs).next() {
            return Err(SuiteError::Stray(folder.join(format!("{orphan}.snap"))));
        }
        let mut cases = Vec::with_capacity(inputs.len());
        for name in inputs {
            let path = folder.join(format!("{name}.in"));
            let input = fs::read(&path).map_err(unreadable(&path))?;
            let Settings { args } = settings.remove(&name).unwrap_or_default();
            cases.push(Case { name, args, input });
        }
        if let Some((name, _)) = settings.pop_first() {
            return Err(SuiteError::NoCase {
                path: folder.join(SETTINGS),
                name,
            });
        }
        Ok(Self {
            folder: folder.to_owned(),
            cases,
        })
    }

    /// Where the cases are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The cases, by name.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }
}

/// Why a folder is not a suite of cases.
#[derive(Debug)]
#[non_exhaustive]
pub enum SuiteError {
    /// A file or folder that cannot be read.
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A `cases.toml` that is not of the form above.
    Settings {
        /// Which.
        path: PathBuf,
        /// Why.
        source: Box<toml::de::Error>,
    },
    /// Arguments for a case that is not there.
    NoCase {
        /// The `cases.toml`.
        path: PathBuf,
        /// The case.
        name: String,
    },
    /// A file that belongs to no case.
    Stray(PathBuf),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, source } => {
                write!(f, "cannot read {}: {source}", path.display())
            }
            Self::Settings { path, source } => write!(f, "{}: {source}", path.display()),
            Self::NoCase { path, name } => {
                write!(f, "{}: there is no case {name:?}", path.display())
            }
            Self::Stray(path) => write!(
                f,
                "{} belongs to no case: a case NAME is NAME.in and NAME.snap",
                path.display()
            ),
        }
    }
}

impl Error for SuiteError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(files: &[(&str, &str)]) -> Result<Suite, String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        Suite::load(folder.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_case_is_its_input_and_its_arguments() {
        let suite = load(&[
            ("b.in", "x\r\n"),
            ("a.in", ""),
            ("a.snap", ""),
            ("b.snap.new", ""),
            ("cases.toml", "[b]\nargs = ['--spelling', 'colour']"),
        ]);
        let case = |name: &str, args: &[&str], input: &str| Case {
            name: name.to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            input: input.into(),
        };
        assert_eq!(
            suite.expect("it is a suite").cases(),
            [
                case("a", &[], ""),
                case("b", &["--spelling", "colour"], "x\r\n")
            ]
        );
    }

    #[test]
    fn a_snapshot_without_its_case_is_an_error() {
        let error = load(&[("a.in", ""), ("a.snap", ""), ("gone.snap", "")]);
        assert!(error.is_err_and(|error| error.contains("gone.snap belongs to no case")));
    }

    #[test]
    fn a_misspelt_file_is_an_error() {
        let error = load(&[("a.inn", "")]);
        assert!(error.is_err_and(|error| error.contains("a.inn belongs to no case")));
    }

    #[test]
    fn arguments_for_no_case_are_an_error() {
        let error = load(&[("a.in", ""), ("cases.toml", "[b]\nargs = []")]);
        assert!(error.is_err_and(|error| error.contains("there is no case \"b\"")));
    }

    #[test]
    fn a_misspelt_setting_is_an_error() {
        let error = load(&[("a.in", ""), ("cases.toml", "[a]\narguments = []")]);
        assert!(error.is_err_and(|error| error.contains("arguments")));
    }
}
