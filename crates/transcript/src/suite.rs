//! Cases, and folders of them.

mod layout;
mod settings;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{Outcome, ReportError};
use layout::{Files, Kind, Misfit};
pub use settings::OutOfRange;
use settings::{Settings, Settled};

/// One case: a program's arguments and input, and the expected result.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The name of the case and of its files.
    pub name: String,
    /// The command line arguments.
    pub args: Vec<String>,
    /// Standard input.
    pub input: Vec<u8>,
    /// The expected result; `None` for a case of our own layout whose snapshot was
    /// not accepted yet.
    pub expected: Option<Expected>,
    /// Its points: finite, and not negative.
    pub weight: f64,
    /// If set, students may not see its contents.
    pub hidden: bool,
    /// If set, the handout leaves the behaviour unspecified, and a program that
    /// does otherwise is not wrong.
    pub unspecified: bool,
    /// If set, its input ends before the game does, and only what is printed up
    /// to there counts.
    pub truncated_input: bool,
    /// The limits that it sets for itself.
    pub limits: Overrides,
}

/// The expected result of a case, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// The files left in the working directory, by their path there. Known
    /// from snapshots only; otherwise empty.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The exit status. Known from snapshots only.
    pub status: Option<i32>,
}

/// The limits that a case sets for itself; `None` leaves the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Wall-clock time.
    pub wall: Option<Duration>,
    /// CPU time.
    pub cpu: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Standard output, in bytes.
    pub output: Option<u64>,
    /// The number of processes at a time.
    pub processes: Option<usize>,
}

/// A folder of cases in one of these layouts, recognised by its file names:
///
/// | input | expected |
/// | --- | --- |
/// | `NAME.in` | `NAME.snap`, a snapshot of the whole [`Outcome`] |
/// | `NAME.in` | `NAME.ans` or `NAME.out` |
/// | `NAME/input` or `NAME/input.txt` | `NAME/output` or `NAME/output.txt` |
/// | `inputs/NAME` | `outputs/NAME`, both perhaps with `.txt`, `.in`, `.out` or `.ans` |
///
/// A README and `cases.toml`, in which every key is optional, may lie beside
/// them:
///
/// ```toml
/// [defaults]          # for every case without a setting of its own
/// weight = 1.0        # points
/// hidden = false      # if true, students may not see its contents
/// wall = 10           # seconds; likewise cpu
/// memory = 512        # MiB; likewise output
/// processes = 8
///
/// [spelling-colour]   # a case
/// args = ["--spelling", "colour"]
/// unspecified = true  # the handout does not specify it
///
/// [first-moves]
/// truncated_input = true  # the input ends before the game does
/// ```
#[derive(Clone, Debug)]
pub struct Suite {
    folder: PathBuf,
    cases: Vec<Case>,
}

const SETTINGS: &str = "cases.toml";

impl Suite {
    /// Reads the cases in `folder`. A file that belongs to no case is an error: the
    /// snapshot or settings of a case that does not exist, or a misspelt name. So
    /// are a mixture of layouts and an incomplete pair, except an input of the
    /// first layout without a snapshot.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        let mut paths = Vec::new();
        for name in names(folder)? {
            let path = folder.join(&name);
            if path.is_dir() {
                paths.extend(names(&path)?.iter().map(|below| format!("{name}/{below}")));
            } else {
                paths.push(name);
            }
        }
        Self::read(folder, paths, |path| {
            let path = folder.join(path);
            fs::read(&path).map_err(|source| SuiteError::Unreadable { path, source })
        })
    }

    /// Reads the cases in `files`, each with its path below the suite's folder, like
    /// [`load`](Self::load). `folder` is the name of that folder in errors.
    pub fn from_files<P: AsRef<Path>, B: AsRef<[u8]>>(
        folder: &Path,
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Result<Self, SuiteError> {
        let mut contents = BTreeMap::new();
        for (path, bytes) in files {
            let path = path.as_ref();
            // The parts are joined with slashes on every system.
            let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
            let parts = parts.ok_or_else(|| SuiteError::Stray(folder.join(path)))?;
            contents.insert(parts.join("/"), bytes);
        }
        let paths = contents.keys().cloned().collect();
        Self::read(folder, paths, |path| Ok(contents[path].as_ref().to_vec()))
    }

    /// Reads the suite whose files are `paths`, with `read`.
    fn read(
        folder: &Path,
        mut paths: Vec<String>,
        read: impl Fn(&str) -> Result<Vec<u8>, SuiteError>,
    ) -> Result<Self, SuiteError> {
        paths.sort();
        let mut settings = Settings::default();
        if let Some(index) = paths.iter().position(|path| path == SETTINGS) {
            let text = read(&paths.remove(index))?;
            settings = toml::from_slice(&text).map_err(|source| SuiteError::Settings {
                path: folder.join(SETTINGS),
                source: Box::new(source),
            })?;
        }
        let files = layout::arrange(paths).map_err(|misfit| SuiteError::new(folder, misfit))?;
        let mut cases = Vec::with_capacity(files.len());
        for (name, Files { input, expected }) in files {
            let input = read(&input.expect("arrange refuses cases without input"))?;
            let expected = match expected {
                None => None,
                Some((Kind::Output, path)) => Some(Expected {
                    stdout: read(&path)?,
                    ..Expected::default()
                }),
                Some((Kind::Snapshot, path)) => {
                    let snapshot = read(&path)?;
                    let outcome = Outcome::from_snapshot(&snapshot).map_err(|source| {
                        SuiteError::Snapshot {
                            path: folder.join(&path),
                            source,
                        }
                    })?;
                    Some(Expected {
                        stdout: outcome.stdout,
                        files: outcome.files,
                        status: Some(outcome.status),
                    })
                }
            };
            let Settled {
                args,
                weight,
                hidden,
                unspecified,
                truncated_input,
                limits,
            } = settings.take(&name).map_err(|source| SuiteError::Setting {
                path: folder.join(SETTINGS),
                source,
            })?;
            cases.push(Case {
                name,
                args,
                input,
                expected,
                weight,
                hidden,
                unspecified,
                truncated_input,
                limits,
            });
        }
        if let Some(name) = settings.left_over() {
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

    /// The folder of the cases.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The cases, by name.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The cases, by name.
    pub fn into_cases(self) -> Vec<Case> {
        self.cases
    }
}

/// The names in `folder`. A name that is not UTF-8 belongs to no case.
fn names(folder: &Path) -> Result<Vec<String>, SuiteError> {
    let unreadable = |source| SuiteError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| {
            let name = entry.map_err(unreadable)?.file_name();
            name.into_string()
                .map_err(|name| SuiteError::Stray(folder.join(name)))
        })
        .collect()
}

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
    /// A file that belongs to no case.
    Stray(PathBuf),
    /// An input without its expected output.
    Half(PathBuf),
    /// Two files for the same part of one case.
    Twice(PathBuf, PathBuf),
    /// Two files of different layouts.
    Mixture(PathBuf, PathBuf),
}

impl SuiteError {
    fn new(folder: &Path, misfit: Misfit) -> Self {
        match misfit {
            Misfit::Stray(path) => Self::Stray(folder.join(path)),
            Misfit::Half(path) => Self::Half(folder.join(path)),
            Misfit::Twice(one, two) => Self::Twice(folder.join(one), folder.join(two)),
            Misfit::Mixture(one, two) => Self::Mixture(folder.join(one), folder.join(two)),
        }
    }
}

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
            | Self::Stray(_)
            | Self::Half(_)
            | Self::Twice(..)
            | Self::Mixture(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SNAPSHOT: &str = "---\nsource: a test\n---\n── status 1\n── stdout\nx␄\n── file a␊\n";

    fn load(files: &[(&str, &str)]) -> Result<Suite, String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder"))
                .expect("it can be made");
            fs::write(path, text).expect("a file can be written");
        }
        let loaded = Suite::load(folder.path()).map_err(|error| error.to_string());
        let built_in = Suite::from_files(folder.path(), files.iter().copied())
            .map_err(|error| error.to_string());
        let cases = |suite: &Result<Suite, String>| {
            let suite = suite.as_ref().map_err(Clone::clone)?;
            Ok::<_, String>(suite.cases().to_vec())
        };
        assert_eq!(
            cases(&loaded),
            cases(&built_in),
            "from a folder and from memory"
        );
        loaded
    }

    fn case(name: &str, input: &str) -> Case {
        Case {
            name: name.to_owned(),
            args: Vec::new(),
            input: input.into(),
            expected: None,
            weight: 1.0,
            hidden: false,
            unspecified: false,
            truncated_input: false,
            limits: Overrides::default(),
        }
    }

    #[test]
    fn a_case_is_its_files_and_its_settings() {
        let snapshot = "---\nsource: a test\n---\n── status 1\n── stdout\nx␄\n── file r.txt\ny␊\n";
        let suite = load(&[
            ("b.in", "x\r\n"),
            ("a.in", ""),
            ("a.snap", snapshot),
            ("b.snap.new", ""),
            (
                "cases.toml",
                "[defaults]\nweight = 2\nwall = 1.5\n\
                 [b]\nargs = ['--spelling', 'colour']\nweight = 0.5\nhidden = true\n\
                 unspecified = true\ntruncated_input = true\ncpu = 3\nmemory = 2\noutput = 1\nprocesses = 4",
            ),
        ]);
        let wall = Some(Duration::from_millis(1500));
        assert_eq!(
            suite.expect("it is a suite").cases(),
            [
                Case {
                    expected: Some(Expected {
                        stdout: b"x".to_vec(),
                        files: BTreeMap::from([("r.txt".to_owned(), b"y\n".to_vec())]),
                        status: Some(1),
                    }),
                    weight: 2.0,
                    limits: Overrides {
                        wall,
                        ..Overrides::default()
                    },
                    ..case("a", "")
                },
                Case {
                    args: vec!["--spelling".to_owned(), "colour".to_owned()],
                    weight: 0.5,
                    hidden: true,
                    unspecified: true,
                    truncated_input: true,
                    limits: Overrides {
                        wall,
                        cpu: Some(Duration::from_secs(3)),
                        memory: Some(2 << 20),
                        output: Some(1 << 20),
                        processes: Some(4),
                    },
                    ..case("b", "x\r\n")
                }
            ]
        );
    }

    #[test]
    fn of_other_layouts_only_standard_output_is_known() {
        let suite = load(&[
            ("a/input.txt", "x"),
            ("a/output.txt", "y"),
            ("cases.toml", ""),
        ]);
        let expected = Expected {
            stdout: b"y".to_vec(),
            ..Expected::default()
        };
        let expected = Some(expected);
        let case = Case {
            expected,
            ..case("a", "x")
        };
        assert_eq!(suite.expect("it is a suite").cases(), [case]);
    }

    #[test]
    fn a_snapshot_without_its_case_is_an_error() {
        let error = load(&[("a.in", ""), ("gone.snap", "")]);
        assert!(error.is_err_and(|error| error.contains("gone.snap belongs to no case")));
    }

    #[test]
    fn a_damaged_snapshot_is_an_error() {
        let broken = SNAPSHOT.replace('␄', "");
        for text in ["", "── status 0\n", &broken] {
            let error = load(&[("a.in", ""), ("a.snap", text)]);
            assert!(
                error.is_err_and(|error| error.contains("a.snap: ")),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_misspelt_file_is_an_error() {
        let error = load(&[("a.inn", "")]);
        assert!(error.is_err_and(|error| error.contains("a.inn belongs to no case")));
    }

    #[test]
    fn an_incomplete_pair_a_duplicate_and_a_mixture_are_different_errors() {
        for (files, words) in [
            (
                [("a/input", ""), ("b/input", "")],
                "a/input is an input without",
            ),
            ([("a.in", ""), ("b/input", "")], "of different layouts"),
            (
                [("a/input", ""), ("a/input.txt", "")],
                "the same part of one case",
            ),
        ] {
            let error = load(&files).expect_err("it is no suite");
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn settings_for_no_case_are_an_error() {
        let error = load(&[("a.in", ""), ("cases.toml", "[b]\nargs = []")]);
        assert!(error.is_err_and(|error| error.contains("no case is named \"b\"")));
    }

    #[test]
    fn a_misspelt_setting_is_an_error_that_names_file_and_key() {
        for table in ["a", "defaults"] {
            let text = format!("[{table}]\narguments = []");
            let error = load(&[("a.in", ""), ("cases.toml", &text)]).expect_err("misspelt");
            assert!(
                error.contains("cases.toml") && error.contains("arguments"),
                "{error}"
            );
        }
    }

    #[test]
    fn the_older_names_of_settings_are_understood() {
        let settings = "[defaults]\nbeyond_handout = true\n[a]\nopen_end = true";
        let suite = load(&[("a.in", ""), ("cases.toml", settings)]).expect("it is a suite");
        let case = &suite.cases()[0];
        assert!(case.unspecified && case.truncated_input);
    }

    #[test]
    fn a_setting_under_both_of_its_names_is_an_error() {
        for (both, words) in [
            (
                "open_end = true\ntruncated_input = true",
                "truncated_input of case \"a\" must be set once: open_end is its older name",
            ),
            (
                "unspecified = true\nbeyond_handout = false",
                "unspecified of case \"a\" must be set once: beyond_handout is its older name",
            ),
        ] {
            for table in ["a", "defaults"] {
                let text = format!("[{table}]\n{both}");
                let error = load(&[("a.in", ""), ("cases.toml", &text)]).expect_err("twice");
                assert!(error.contains(words), "{error}");
            }
        }
    }

    #[test]
    fn a_setting_out_of_range_is_an_error_that_names_case_and_key() {
        for (setting, key) in [
            ("weight = -1", "weight"),
            ("weight = nan", "weight"),
            ("wall = 0", "wall"),
            ("cpu = inf", "cpu"),
            ("memory = 0", "memory"),
            ("output = 0", "output"),
            ("processes = 0", "processes"),
        ] {
            let text = format!("[a]\n{setting}");
            let error = load(&[("a.in", ""), ("cases.toml", &text)]).expect_err(setting);
            assert!(error.contains(&format!("{key} of case \"a\"")), "{error}");
        }
    }
}
