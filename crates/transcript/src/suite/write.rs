//! Writes cases as the files of a suite.

use std::collections::BTreeMap;

use super::settings::CaseSettings;
use super::{Case, SETTINGS};
use crate::Outcome;

/// A layout, as in the table of [`Suite`](super::Suite).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseLayout {
    #[default]
    Extensions,
    /// `NAME.in` and `NAME.snap`, with the exit status and the saved files.
    Snapshots,
    FolderPerCase,
    FolderPerPart,
}

impl CaseLayout {
    fn paths(self, case: &str) -> [String; 2] {
        match self {
            Self::Extensions => [format!("{case}.in"), format!("{case}.out")],
            Self::Snapshots => [format!("{case}.in"), format!("{case}.snap")],
            Self::FolderPerCase => ["input", "output"].map(|part| format!("{case}/{part}.txt")),
            Self::FolderPerPart => ["inputs", "outputs"].map(|part| format!("{part}/{case}.txt")),
        }
    }
}

/// Returns `true` if a case with this name can be written in every layout: 1 to 60 ASCII
/// letters, digits, `-` and `_`, without a word for a part of a case at the start. Names that
/// differ only in letter case clash on some systems.
pub fn is_case_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=60).contains(&name.len())
        && name.bytes().all(is_plain)
        && !["in", "out", "readme"]
            .iter()
            .any(|word| lower.starts_with(word))
        && !matches!(
            &*lower,
            "defaults" | "rubric" | "cases" | "private" | "hidden" | "secret"
        )
}

/// Returns the files of a suite of `cases`, by path, with `cases.toml` if a case has settings.
/// Limits are not written.
pub fn files(cases: &[Case], layout: CaseLayout) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut settings = BTreeMap::new();
    for case in cases {
        let [input, output] = layout.paths(&case.name);
        files.insert(input, case.input.clone());
        if let Some(expected) = &case.expected {
            let text = match layout {
                CaseLayout::Snapshots => {
                    let outcome = Outcome {
                        status: expected.status.unwrap_or(0),
                        stdout: expected.stdout.clone(),
                        stderr: Vec::new(),
                        files: expected.files.clone(),
                    };
                    format!("---\nexpression: outcome\n---\n{}", outcome.report()).into_bytes()
                }
                _ => expected.stdout.clone(),
            };
            files.insert(output, text);
        }
        let table = CaseSettings::of(case);
        let table = toml::Table::try_from(table).expect("it has plain values");
        if !table.is_empty() {
            settings.insert(&case.name, table);
        }
    }
    if !settings.is_empty() {
        let text = toml::to_string(&settings).expect("it has plain values");
        files.insert(SETTINGS.to_owned(), text.into_bytes());
    }
    files
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::{Expected, Spelling, Suite};
    use super::CaseLayout::{Extensions, FolderPerCase, FolderPerPart, Snapshots};
    use super::*;
    use proptest::prelude::*;

    fn case(name: String) -> impl Strategy<Value = Case> {
        let text = "[a-c\\r\\n ─é]{0,12}";
        // CRLF would be read as LF.
        let output = "[a-c\\n ─é]{0,12}";
        let words = proptest::option::of("[a-z\" ]{1,9}");
        let all = (text, output, words, any::<[bool; 2]>(), 0_u32..5);
        all.prop_map(
            move |(input, output, words, [hidden, truncated], weight)| Case {
                args: words.iter().cloned().collect(),
                expected: Some(Expected {
                    stdout: output.into_bytes(),
                    ..Expected::default()
                }),
                weight: f64::from(weight) / 2.0,
                hidden,
                truncated_input: truncated,
                spelling: [Spelling::Expected, Spelling::Either][usize::from(truncated)],
                criterion: words.clone(),
                handout: words,
                ..Case::new(name.clone(), input)
            },
        )
    }

    fn cases() -> impl Strategy<Value = Vec<Case>> {
        let name = "[a-zA-Z0-9_-]{1,9}".prop_filter("it is a name", |name| is_case_name(name));
        proptest::collection::vec(name, 1..4).prop_flat_map(|mut names| {
            names.sort_by_key(|name| name.to_ascii_lowercase());
            names.dedup_by_key(|name| name.to_ascii_lowercase());
            names.into_iter().map(case).collect::<Vec<_>>()
        })
    }

    /// The cases by name, without what a layout does not keep.
    fn plain(cases: Vec<Case>) -> BTreeMap<String, Case> {
        let named = cases.into_iter().map(|case| {
            let expected = case.expected.map(|expected| Expected {
                status: None,
                ..expected
            });
            (case.name.clone(), Case { expected, ..case })
        });
        named.collect()
    }

    proptest! {
        #[test]
        fn both_readers_read_what_was_written(cases in cases()) {
            for layout in [Extensions, Snapshots, FolderPerCase, FolderPerPart] {
                let files = files(&cases, layout);
                let strict = Suite::from_files(Path::new("suite"), &files).expect("it is a suite");
                prop_assert_eq!(plain(strict.into_cases()), plain(cases.clone()));
                let folder = tempfile::tempdir().expect("a folder can be made");
                for (path, bytes) in &files {
                    let path = folder.path().join(path);
                    fs::create_dir_all(path.parent().expect("it is in the folder")).expect("made");
                    fs::write(path, bytes).expect("it can be written");
                }
                let found = Suite::find(folder.path(), Vec::new()).expect("it is a suite");
                prop_assert_eq!(found.notes(), &[] as &[String]);
                prop_assert_eq!(plain(found.into_cases()), plain(cases.clone()));
            }
        }
    }

    #[test]
    fn a_name_that_a_reader_would_take_for_something_else_is_refused() {
        for name in ["pass-1", "A_b", "7", "edge"] {
            assert!(is_case_name(name), "{name}");
        }
        let long = "a".repeat(61);
        for name in [
            "", "a b", "é", "../x", "a.b", "in4", "Output", "README", "defaults", &long,
        ] {
            assert!(!is_case_name(name), "{name}");
        }
    }
}
