//! Everything observable about a run.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use crate::{Strictness, decode, encode};

/// Everything observable about a run: exit status, streams, files. A transcript specifies all
/// of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The files in its working directory, by relative path.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// The beginning of a line that is not output. [`encode`] escapes it.
const RULE: &str = "── ";

impl Outcome {
    /// Returns the outcome as text without invisible characters: for each part, a line `──
    /// name`, and then the part as [`encode`] shows it. An empty standard error is left out.
    pub fn report(&self) -> String {
        let mut report = format!("{RULE}status {}\n", self.status);
        let mut part = |name: &str, bytes: &[u8]| {
            report.push_str(RULE);
            report.push_str(name);
            report.push('\n');
            report.push_str(&encode(bytes));
        };
        part("stdout", &self.stdout);
        if !self.stderr.is_empty() {
            part("stderr", &self.stderr);
        }
        for (path, bytes) in &self.files {
            part(&format!("file {path}"), bytes);
        }
        report
    }

    pub fn from_report(report: &str) -> Result<Self, ReportError> {
        let mut outcome = Self::default();
        let mut parts = report.split(RULE);
        if parts.next() != Some("") {
            return Err(ReportError("it does not begin with `── `".to_owned()));
        }
        let mut status = None;
        for part in parts {
            let (name, body) = part.split_once('\n').unwrap_or((part, ""));
            if let Some(number) = name.strip_prefix("status ") {
                status = number.parse().ok();
                continue;
            }
            // Some tools drop the last newline of a snapshot.
            let body = match body {
                "" => String::new(),
                body => format!("{}\n", body.trim_end_matches('\n')),
            };
            let bytes = decode(&body)
                .ok_or_else(|| ReportError(format!("the part {name:?} is damaged")))?;
            match name.split_once(' ') {
                None if name == "stdout" => outcome.stdout = bytes,
                None if name == "stderr" => outcome.stderr = bytes,
                Some(("file", path)) => {
                    outcome.files.insert(path.to_owned(), bytes);
                }
                _ => return Err(ReportError(format!("unknown part {name:?}"))),
            }
        }
        outcome.status = status.ok_or_else(|| ReportError("it has no exit status".to_owned()))?;
        Ok(outcome)
    }

    /// Parses an [insta](https://insta.rs) snapshot: insta's header and then a report. A
    /// checkout on Windows may have changed its line ends to CRLF; a CR that the program
    /// printed is spelt `␍`.
    pub fn from_snapshot(snapshot: &[u8]) -> Result<Self, ReportError> {
        let error = || ReportError("it is not a snapshot".to_owned());
        let text = std::str::from_utf8(snapshot).map_err(|_| error())?;
        let text = text.replace("\r\n", "\n");
        let body = text
            .strip_prefix("---\n")
            .and_then(|text| text.split_once("\n---\n"))
            .ok_or_else(error)?
            .1;
        Self::from_report(body)
    }

    /// Describes the first difference of each part of `got` from this outcome; `None` if they
    /// are equal.
    pub fn explain(&self, got: &Self) -> Option<String> {
        let part = |name: &str, expected: &[u8], got: &[u8]| {
            let difference = Strictness::Exact.first_difference(expected, got)?;
            Some(format!("{name}, {difference}"))
        };
        let status = (self.status != got.status).then(|| {
            let (expected, got) = (self.status, got.status);
            format!("exit status: expected {expected}, got {got}")
        });
        let paths: BTreeSet<_> = self.files.keys().chain(got.files.keys()).collect();
        let files = paths.into_iter().filter_map(|path| {
            match (self.files.get(path), got.files.get(path)) {
                (Some(expected), Some(got)) => part(&format!("file {path}"), expected, got),
                (Some(_), None) => Some(format!("file {path}: not written")),
                (None, _) => Some(format!("file {path}: written, but not expected")),
            }
        });
        let differences: Vec<String> = [
            part("stdout", &self.stdout, &got.stdout),
            part("stderr", &self.stderr, &got.stderr),
            status,
        ]
        .into_iter()
        .flatten()
        .chain(files)
        .collect();
        (!differences.is_empty()).then(|| differences.join("\n"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportError(String);

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not the report of a run: {}", self.0)
    }
}

impl Error for ReportError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outcomes() -> impl Strategy<Value = Outcome> {
        let text = "[ab ─\r\n]{0,12}";
        (
            0..3i32,
            text,
            text,
            proptest::collection::btree_map("[a-c]", text, 0..3),
        )
            .prop_map(|(status, stdout, stderr, files)| Outcome {
                status,
                stdout: stdout.into(),
                stderr: stderr.into(),
                files: files
                    .into_iter()
                    .map(|(path, text)| (path, text.into()))
                    .collect(),
            })
    }

    #[test]
    fn a_program_that_crashed_is_explained_by_all_that_differs() {
        let expected = Outcome {
            stdout: b"Enter a move: ".to_vec(),
            ..Outcome::default()
        };
        let got = Outcome {
            status: -1,
            stderr: b"killed\n".to_vec(),
            ..Outcome::default()
        };
        let explained = expected.explain(&got).expect("they differ");
        let parts: Vec<&str> = explained
            .lines()
            .filter(|line| !line.starts_with(' '))
            .collect();
        assert_eq!(
            parts,
            [
                "stdout, line 1, column 1",
                "stderr, line 1, column 1",
                "exit status: expected 0, got -1"
            ]
        );
    }

    #[test]
    fn a_snapshot_with_line_ends_of_windows_is_read() {
        let snapshot = "---\nsource: x\n---\n── status 0\n── stdout\na␍␊\nb␊\n";
        let read = |text: &str| Outcome::from_snapshot(text.as_bytes());
        let outcome = read(snapshot).expect("it is a snapshot");
        assert_eq!(outcome.stdout, b"a\r\nb\n");
        assert_eq!(read(&snapshot.replace('\n', "\r\n")), Ok(outcome));
    }

    #[test]
    fn a_damaged_report_is_refused() {
        for report in [
            "",
            "x",
            "── stdout\n",
            "── status x\n",
            "── status 0\n── out\n",
            "── status 0\n── stdout\nx\n",
        ] {
            assert!(Outcome::from_report(report).is_err(), "{report:?}");
        }
    }

    proptest! {
        #[test]
        fn an_outcome_comes_back_even_from_a_trimmed_report(outcome in outcomes()) {
            let report = outcome.report();
            prop_assert_eq!(&Outcome::from_report(&report), &Ok(outcome.clone()));
            prop_assert_eq!(&Outcome::from_report(report.trim_end()), &Ok(outcome));
        }

        #[test]
        fn every_difference_is_explained(one in outcomes(), two in outcomes()) {
            prop_assert_eq!(one.explain(&two).is_none(), one == two);
        }
    }
}
