//! Cases and suites of them.

mod error;
mod find;
mod layout;
mod settings;
mod walk;
mod write;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Outcome, Utf16, join_line_ends};
pub use error::SuiteError;
use error::some_of;
pub use find::natural_order;
use find::{FoundCase, FoundCases, is_private};
use layout::CasePart;
use settings::SuiteSettings;
pub use write::{CaseLayout, files, is_case_name};

/// One case: a program's arguments and input, and the expected result.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub name: String,
    pub args: Vec<String>,
    pub input: Vec<u8>,
    /// The expected result. `None` if none was accepted yet, or if only the judge by rules uses
    /// the case.
    pub expected: Option<Expected>,
    /// Its points: finite, and not negative.
    pub weight: f64,
    /// If set, students may not see the contents.
    pub hidden: bool,
    /// If set, the handout leaves the behaviour unspecified, and any other is right too.
    pub unspecified: bool,
    /// If set, the input ends before the game, and only the output up to there counts.
    pub truncated_input: bool,
    /// The accepted spellings of the expected texts.
    pub spelling: Spelling,
    /// The only criterion of the rubric that it counts for; `None` for every criterion.
    pub criterion: Option<String>,
    /// A short reference to the handout; for an unspecified case, the open question.
    pub handout: Option<String>,
    pub limits: Overrides,
}

/// The accepted spellings of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spelling {
    /// The spelling of the expected output.
    #[default]
    Expected,
    /// The handout's spelling, or that of the course's tests.
    Either,
}

/// The expected result of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    pub stdout: Vec<u8>,
    /// The files in the working directory, by relative path. Known only from snapshots.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The exit status. Known only from snapshots.
    pub status: Option<i32>,
}

/// A case's own limits; `None` for the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    pub wall: Option<Duration>,
    pub cpu: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Standard output, in bytes.
    pub output: Option<u64>,
    pub processes: Option<usize>,
}

/// A folder of cases in one of these layouts, recognised by file names:
///
/// | input | expected |
/// | --- | --- |
/// | `NAME.in` | `NAME.snap`, a snapshot of the whole [`Outcome`] |
/// | `NAME.in` | `NAME.ans` or `NAME.out` |
/// | `NAME/input` or `NAME/input.txt` | `NAME/output` or `NAME/output.txt` |
/// | `inputs/NAME` | `outputs/NAME`, both perhaps with `.txt`, `.in`, `.out` or `.ans` |
///
/// A README and `cases.toml` may be beside them; `CASES.md` of the automarker documents its
/// keys. In the name of a table, `*` stands for any characters. This crate ignores `rubric`.
///
/// [`find`](Self::find) is for files that a course hands out,
/// [`load_strict`](Self::load_strict) for fixtures in one of these layouts: it reports a
/// misspelt name.
#[derive(Clone, Debug)]
pub struct Suite {
    folder: PathBuf,
    cases: Vec<Case>,
    files: Vec<PathBuf>,
    settings: Option<PathBuf>,
    notes: Vec<String>,
}

const SETTINGS: &str = "cases.toml";

impl Case {
    /// Returns a case worth one point, without an expected result.
    pub fn new(name: impl Into<String>, input: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            args: Vec::new(),
            input: input.into(),
            expected: None,
            weight: 1.0,
            hidden: false,
            unspecified: false,
            truncated_input: false,
            spelling: Spelling::default(),
            criterion: None,
            handout: None,
            limits: Overrides::default(),
        }
    }
}

impl Suite {
    /// Loads the cases in `folder` as [`find`](Self::find) does, but fails if a file belongs to
    /// no case.
    pub fn load_strict(folder: &Path) -> Result<Self, SuiteError> {
        let (paths, unreadable) = walk::files(folder)?;
        if let Some(path) = unreadable.first() {
            return Err(SuiteError::Stray(folder.join(path)));
        }
        let read = |path: String| Ok((path.clone(), read(folder, &path)?));
        let files: Result<Vec<_>, SuiteError> = paths.into_iter().map(read).collect();
        Self::from_files(folder, files?)
    }

    /// Finds the cases in `folder` and its subfolders, in all layouts:
    ///
    /// - The name of a case leaves out the folders that contain all cases, and includes the
    ///   others: `tests/public/inputs/1` is `public-1` if `tests/private/inputs/1` exists too.
    /// - `inputs/in40.txt` and `outputs/out40.txt` are the case `40`.
    /// - Cases in a folder named `private`, `hidden` or `secret` are hidden, unless
    ///   `cases.toml` has another setting.
    /// - `cases.toml` is in a folder that contains all cases.
    /// - A file that belongs to no case is a [note](Self::notes). Files that an operating
    ///   system leaves in folders and archives are ignored.
    /// - A byte order mark, UTF-16 and CRLF in an expected output are ways of saving a file,
    ///   not part of its text. A note counts such files.
    ///
    /// An input without its expected output is an error, and so is the reverse. But if no
    /// input has an expected output, the cases are for the judge by rules.
    ///
    /// The cases `others` are added, except those with the name of a case in `folder`.
    /// `cases.toml` may have settings for them.
    pub fn find(folder: &Path, others: Vec<Case>) -> Result<Self, SuiteError> {
        Self::find_unpacked(folder, folder, others)
    }

    /// Finds the cases in `folder`, to which `archive` was unpacked, as [`find`](Self::find)
    /// does. Errors and notes name the archive.
    pub fn find_unpacked(
        folder: &Path,
        archive: &Path,
        others: Vec<Case>,
    ) -> Result<Self, SuiteError> {
        let (paths, unreadable) = walk::files(folder)?;
        let name = fs::canonicalize(archive).unwrap_or_else(|_| archive.to_owned());
        let name = name.file_name().and_then(|name| name.to_str());
        let name = name.and_then(|name| name.split('.').next());
        let all_private = name.is_some_and(is_private);
        let encoded = Cell::new(0);
        let read = |path: &str| {
            let (text, is_other) = as_utf8(read(folder, path)?);
            encoded.set(encoded.get() + usize::from(is_other));
            Ok(text)
        };
        let mut suite = Self::assemble(archive, &paths, unreadable, all_private, others, read)?.0;
        let joined = suite.cases.iter_mut().map(join_windows_line_ends);
        let joined = joined.filter(|&is_joined| is_joined).count();
        for (count, what) in [
            (
                encoded.get(),
                "files in UTF-16 or with a byte order mark, read as UTF-8",
            ),
            (
                joined,
                "expected outputs with CRLF, read as the line end of Windows",
            ),
        ] {
            if count > 0 {
                let note = format!("{}: {what}: {count}", archive.display());
                suite.notes.push(note);
            }
        }
        Ok(suite)
    }

    /// Reads the cases in `files`, each with its path in the suite's folder, like
    /// [`load_strict`](Self::load_strict). Errors name the folder as `folder`.
    pub fn from_files<P: AsRef<Path>, B: AsRef<[u8]>>(
        folder: &Path,
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Result<Self, SuiteError> {
        let mut contents = BTreeMap::new();
        for (path, bytes) in files {
            let path = path.as_ref();
            // Parts are joined with slashes on every system.
            let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
            let parts = parts.ok_or_else(|| SuiteError::Stray(folder.join(path)))?;
            contents.insert(parts.join("/"), bytes);
        }
        let paths: Vec<String> = contents.keys().cloned().collect();
        let read = |path: &str| Ok(contents[path].as_ref().to_vec());
        let (others, unreadable) = (Vec::new(), Vec::new());
        let (suite, unknown) = Self::assemble(folder, &paths, unreadable, false, others, read)?;
        match unknown.first() {
            Some(path) => Err(SuiteError::Stray(folder.join(path))),
            None => Ok(suite),
        }
    }

    /// Finds the cases among `paths`, and reads their files with `read`. Also returns the files
    /// that belong to no case, including those with `unreadable` names.
    fn assemble(
        folder: &Path,
        paths: &[String],
        unreadable: Vec<String>,
        all_private: bool,
        mut others: Vec<Case>,
        read: impl Fn(&str) -> Result<Vec<u8>, SuiteError>,
    ) -> Result<(Self, Vec<String>), SuiteError> {
        let is_settings = |path: &&String| path.rsplit('/').next() == Some(SETTINGS);
        let settings = paths.iter().find(is_settings);
        let found = match (find::find(folder, paths), settings) {
            (Err(SuiteError::NoCases(_, unknown)), Some(settings)) if !others.is_empty() => {
                FoundCases {
                    settings: Some(settings.clone()),
                    unknown,
                    ..FoundCases::default()
                }
            }
            (found, _) => found?,
        };
        let mut settings = match &found.settings {
            Some(path) => SuiteSettings::parse(folder, path, &read(path)?)?,
            None => SuiteSettings::default(),
        };
        let mut suite = Self {
            folder: folder.to_owned(),
            cases: Vec::new(),
            files: Vec::new(),
            settings: found.settings.map(|path| folder.join(path)),
            notes: Vec::new(),
        };
        let mut hidden_by_folder = 0;
        for case in found.cases {
            let private = case.private || all_private;
            let files = &mut suite.files;
            let mut case = Case {
                hidden: private,
                ..read_case(folder, case, files, &read)?
            };
            settings.apply(&mut case);
            hidden_by_folder += usize::from(private && case.hidden);
            suite.cases.push(case);
        }
        let all = others.len();
        others.retain(|other| suite.cases.iter().all(|case| case.name != other.name));
        let replaced = all - others.len();
        for mut case in others {
            settings.apply_own(&mut case);
            suite.cases.push(case);
        }
        settings.check_all_used()?;
        let unknown = [found.unknown, unreadable].concat();
        suite.notes = notes(folder, &unknown, hidden_by_folder, replaced);
        Ok((suite, unknown))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The `cases.toml` that was [found](Self::find) beside the cases.
    pub fn settings(&self) -> Option<&Path> {
        self.settings.as_deref()
    }

    /// Notes for the user: the files that belong to no case, for example.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    pub fn into_cases(self) -> Vec<Case> {
        self.cases
    }
}

/// Adds the files of the case to `files`.
fn read_case(
    folder: &Path,
    found: FoundCase,
    files: &mut Vec<PathBuf>,
    read: impl Fn(&str) -> Result<Vec<u8>, SuiteError>,
) -> Result<Case, SuiteError> {
    let mut case = Case::new(found.name, read(&found.input)?);
    files.push(folder.join(found.input));
    if let Some((part, path)) = found.expected {
        let text = read(&path)?;
        let path = folder.join(path);
        files.push(path.clone());
        case.expected = Some(expected(part, text, path)?);
    }
    Ok(case)
}

/// Returns the text as UTF-8 without a byte order mark, and `true` if that changed it.
fn as_utf8(text: Vec<u8>) -> (Vec<u8>, bool) {
    let decoded = Utf16::decode(&text).map(|(_, text)| text.into_bytes());
    let is_utf16 = decoded.is_some();
    let text = decoded.unwrap_or(text);
    match text.strip_prefix("\u{feff}".as_bytes()) {
        Some(rest) => (rest.to_vec(), true),
        None => (text, is_utf16),
    }
}

/// Joins CRLF in a case whose expected output has no other line ends: its input was saved the
/// same way. Returns `true` if it changed something. A snapshot spells its line ends out.
fn join_windows_line_ends(case: &mut Case) -> bool {
    let Some(expected) = case.expected.as_mut().filter(|it| it.status.is_none()) else {
        return false;
    };
    let joined = join_line_ends(&expected.stdout).into_owned();
    let removed = expected.stdout.len() - joined.len();
    let are_all = removed > 0 && removed == joined.split(|&byte| byte == b'\n').skip(1).count();
    if are_all {
        case.input = join_line_ends(&case.input).into_owned();
        expected.stdout = joined;
    }
    are_all
}

fn expected(part: CasePart, text: Vec<u8>, path: PathBuf) -> Result<Expected, SuiteError> {
    if part != CasePart::Snapshot {
        return Ok(Expected {
            stdout: text,
            ..Expected::default()
        });
    }
    match Outcome::from_snapshot(&text) {
        Ok(outcome) => Ok(Expected {
            stdout: outcome.stdout,
            files: outcome.files,
            status: Some(outcome.status),
        }),
        Err(source) => Err(SuiteError::Snapshot(path, source)),
    }
}

fn read(folder: &Path, path: &str) -> Result<Vec<u8>, SuiteError> {
    let path = folder.join(path);
    fs::read(&path).map_err(|source| SuiteError::Unreadable(path, source))
}

fn notes(folder: &Path, unknown: &[String], hidden: usize, replaced: usize) -> Vec<String> {
    let folder = folder.display();
    let mut notes = Vec::new();
    match unknown {
        [] => {}
        [one] => notes.push(format!("{folder}: 1 file belongs to no case: {one}")),
        several => notes.push(format!(
            "{folder}: {} files belong to no case: {}",
            several.len(),
            some_of(several)
        )),
    }
    if hidden > 0 {
        let are = if hidden == 1 { "case is" } else { "cases are" };
        notes.push(format!(
            "{folder}: {hidden} {are} hidden because of the name of a folder; a setting in \
             {SETTINGS} can change that"
        ));
    }
    if replaced > 0 {
        let cases = match replaced {
            1 => "case replaces the built-in one",
            _ => "cases replace built-in ones",
        };
        notes.push(format!("{folder}: {replaced} {cases} of the same name"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    const SNAPSHOT: &str = "---\nsource: a test\n---\n── status 1\n── stdout\nx␄\n── file a␊\n";

    fn write(folder: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder"))
                .expect("it can be made");
            fs::write(path, text).expect("a file can be written");
        }
    }

    fn load(files: &[(&str, &str)]) -> Result<Suite, String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        write(folder.path(), files);
        Suite::load_strict(folder.path()).map_err(|error| error.to_string())
    }

    fn case(name: &str, input: &str) -> Case {
        Case::new(name, input)
    }

    /// Other settings are those that `files` writes.
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
                 [[rubric]]\ncriterion = 'turns'\npoints = 10\n\
                 [b]\nweight = 0.5\nunspecified = true\n\
                 cpu = 3\nmemory = 2\noutput = 1\nprocesses = 4",
            ),
        ]);
        let expected = Expected {
            stdout: b"x".to_vec(),
            files: BTreeMap::from([("r.txt".to_owned(), b"y\n".to_vec())]),
            status: Some(1),
        };
        let wall = Overrides {
            wall: Some(Duration::from_millis(1500)),
            ..Overrides::default()
        };
        let first = Case {
            expected: Some(expected),
            weight: 2.0,
            limits: wall,
            ..case("a", "")
        };
        let second = Case {
            weight: 0.5,
            unspecified: true,
            limits: Overrides {
                cpu: Some(Duration::from_secs(3)),
                memory: Some(2 << 20),
                output: Some(1 << 20),
                processes: Some(4),
                ..wall
            },
            ..case("b", "x\r\n")
        };
        assert_eq!(suite.expect("it is a suite").cases(), [first, second]);
    }

    fn find(top: &str, files: &[(&str, &str)]) -> Result<Suite, String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let top = folder.path().join(top);
        write(&top, files);
        Suite::find(&top, Vec::new()).map_err(|error| {
            let folder = format!("{}/", folder.path().display());
            error.to_string().replace(&folder, "")
        })
    }

    fn names_and_notes(suite: &Suite) -> (Vec<&str>, Vec<&str>) {
        let names = suite.cases().iter().map(|case| case.name.as_str());
        let notes = suite.notes().iter();
        let notes = notes.map(|note| note.split_once(": ").expect("it names the folder").1);
        (names.collect(), notes.collect())
    }

    #[test]
    fn what_is_found_has_its_contents_settings_and_notes() {
        let suite = find(
            "tests",
            &[
                ("meson.build", ""),
                ("public/inputs/1", "x"),
                ("public/outputs/1", "y"),
                ("private/inputs/1", ""),
                ("private/outputs/1", ""),
                ("private/inputs/2", ""),
                ("private/outputs/2", ""),
                (
                    "cases.toml",
                    "[public-1]\nweight = 2\n[private-2]\nhidden = false",
                ),
                ("outputs/.hidden/1", ""),
            ],
        );
        let suite = suite.expect("it is a suite");
        assert_eq!(
            names_and_notes(&suite),
            (
                vec!["private-1", "private-2", "public-1"],
                vec![
                    "1 file belongs to no case: meson.build",
                    "1 case is hidden because of the name of a folder; a setting in cases.toml \
                     can change that"
                ]
            )
        );
        let [one, two, three] = suite.cases() else {
            panic!("there are three cases")
        };
        assert_eq!((one.hidden, two.hidden, three.hidden), (true, false, false));
        let expected = Some(Expected {
            stdout: b"y".to_vec(),
            ..Expected::default()
        });
        let public = Case {
            expected,
            weight: 2.0,
            ..case("public-1", "x")
        };
        assert_eq!(*three, public);
        assert_eq!(suite.files().len(), 6);
    }

    #[test]
    fn how_a_file_was_saved_does_not_change_what_it_says() {
        let bytes = |text: &str, order: Utf16| order.encode(&format!("\u{feff}{text}"));
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in [
            ("bom.in", "\u{feff}cd\n".as_bytes().to_vec()),
            ("bom.out", bytes("○\n", Utf16::LittleEndian)),
            ("crlf.in", b"cd\r\n".to_vec()),
            ("crlf.out", bytes("○\r\n\r\n", Utf16::BigEndian)),
            // A program reads or prints exactly these bytes.
            ("mixed.in", b"cd\r\n".to_vec()),
            ("mixed.out", b"a\r\nb\n".to_vec()),
        ] {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        let suite = Suite::find(folder.path(), Vec::new()).expect("it is a suite");
        let texts = suite.cases().iter().map(|case| {
            let expected = case.expected.as_ref().expect("it has one");
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
            [text(&case.input), text(&expected.stdout)]
        });
        let expected = [["cd\n", "○\n"], ["cd\n", "○\n\n"], ["cd\r\n", "a\r\nb\n"]];
        assert!(texts.eq(expected.map(|texts| texts.map(str::to_owned))));
        let notes = names_and_notes(&suite).1;
        assert!(notes[0].ends_with("read as UTF-8: 3") && notes[1].ends_with("of Windows: 1"));
    }

    #[test]
    fn a_folder_of_private_cases_is_hidden_if_it_alone_is_given() {
        let files = [("inputs/1", ""), ("outputs/1", "")];
        for (top, hidden) in [("private", true), ("Hidden", true), ("public", false)] {
            let suite = find(top, &files).expect("it is a suite");
            assert_eq!(suite.cases()[0].hidden, hidden, "{top}");
        }
        let files = [&files[..], &[("cases.toml", "[defaults]\nhidden = false")]].concat();
        let suite = find("private", &files).expect("it is a suite");
        assert!(!suite.cases()[0].hidden && suite.notes().is_empty());
    }

    #[test]
    fn an_unpacked_archive_has_its_own_name_in_messages() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        write(folder.path(), &[("a.in", ""), ("x.txt", "")]);
        let find = |archive: &str| Suite::find_unpacked(folder.path(), Path::new(archive), vec![]);
        let suite = find("b/private.tar.gz").expect("it is a suite");
        assert!(suite.cases()[0].hidden);
        assert!(suite.notes()[0].starts_with("b/private.tar.gz: 1 file"));
        write(folder.path(), &[("b.ans", "")]);
        let error = find("b/c.zip").expect_err("a is incomplete").to_string();
        assert!(error.starts_with("b/c.zip/a.in is an input"), "{error}");
    }

    #[test]
    fn a_folder_without_cases_is_an_error_with_the_layouts() {
        let error = find("tests", &[("a.txt", ""), ("b/c.py", "")]).expect_err("no cases");
        let start = "tests has no cases: none of its files (a.txt, b/c.py) is named like";
        assert!(error.starts_with(start), "{error}");
        assert!(error.contains("inputs/NAME   outputs/NAME"), "{error}");
        let error = find("tests", &[(".x", "")]).expect_err("no cases");
        assert!(error.starts_with("tests has no files\n"), "{error}");
    }

    #[test]
    fn a_damaged_or_misplaced_file_is_an_error_in_fixtures() {
        let broken = SNAPSHOT.replace('␄', "");
        for (file, text, words) in [
            ("a.snap", "", "a.snap: "),
            ("a.snap", "── status 0\n", "a.snap: "),
            ("a.snap", &broken, "a.snap: "),
            ("a.inn", "", "a.inn belongs to no case"),
            ("b/input", "", "b/input belongs to no case"),
            ("b.txt", "", "b.txt belongs to no case"),
        ] {
            let files = [("a.in", ""), ("a.snap", SNAPSHOT), (file, text)];
            let error = load(&files).expect_err(text);
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn a_setting_that_is_not_right_is_an_error_that_shows_its_line() {
        let out_of_range = "weight = -1, weight = nan, wall = 0, cpu = inf, memory = 0, output = 0, \
                            processes = 0";
        for setting in out_of_range.split(", ").chain(["arguments = []"]) {
            for table in ["a", "defaults"] {
                let text = format!("[{table}]\n{setting}");
                let error = load(&[("a.in", ""), ("cases.toml", &text)]).expect_err(setting);
                let shown = format!("\n2 | {setting}\n");
                let place = "cases.toml: TOML parse error at line 2, ";
                assert!(error.contains(place) && error.contains(&shown), "{error}");
            }
        }
    }

    #[test]
    fn other_cases_are_added_with_their_own_settings() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let write = |name: &str, text: &str| write(folder.path(), &[(name, text)]);
        let others = || {
            ["one-pass", "two-passes", "own"]
                .map(|name| case(name, ""))
                .to_vec()
        };
        let find = || Suite::find(folder.path(), others()).map_err(|error| error.to_string());
        let weights = |suite: Suite| -> String {
            let cases = suite.into_cases().into_iter();
            let weights = cases.map(|case| format!("{} {}", case.name, case.weight));
            weights.collect::<Vec<_>>().join(", ")
        };
        // Settings alone are enough.
        write(
            "cases.toml",
            "[defaults]\nweight = 9\n['*pass*']\nweight = 2\n[one-pass]\nweight = 3\n",
        );
        let alone = find().expect("it is a suite");
        assert_eq!(weights(alone), "one-pass 3, two-passes 2, own 1");
        write("own.in", "x");
        let suite = find().expect("it is a suite");
        assert!(suite.notes()[0].ends_with(": 1 case replaces the built-in one of the same name"));
        assert_eq!(weights(suite), "own 9, one-pass 3, two-passes 2");
        write("cases.toml", "\n['three*']\nweight = 2\n");
        let error = find().expect_err("no case fits");
        assert!(
            error.ends_with("cases.toml, line 2: no case is named \"three*\""),
            "{error}"
        );
    }
}
