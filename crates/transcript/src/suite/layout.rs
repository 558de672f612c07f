//! The layouts of a folder of cases: the case and the part that a file is.

use std::collections::BTreeMap;

/// The files of one case, as paths below the suite's folder.
#[derive(Debug, Default)]
pub(super) struct Files {
    pub(super) input: Option<String>,
    pub(super) expected: Option<(Kind, String)>,
}

/// The content of the file with the expected result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A snapshot of a whole outcome.
    Snapshot,
    /// Standard output only.
    Output,
}

/// The reason why files are not a suite. Paths are relative to its folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// None of these files belongs to a case.
    Nothing(Vec<String>),
    /// A file that belongs to no case.
    Stray(String),
    /// An expected output without its input.
    NoInput(String),
    /// Settings in a folder that has only some of the cases.
    SettingsBelow(String),
    /// Two files of different layouts.
    Mixture(String, String),
    /// Two files for the same part of one case.
    Twice(String, String),
    /// An input without its expected output.
    Half(String),
}

/// A layout of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Style {
    /// `NAME.in`, and `NAME.snap` or `NAME.ans` or `NAME.out`.
    Extensions,
    /// `NAME/input` and `NAME/output`, each perhaps with `.txt`.
    FolderPerCase,
    /// `inputs/NAME` and `outputs/NAME`, each perhaps with an extension.
    FolderPerPart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Input,
    Expected(Kind),
}

/// The cases that `paths` make up, by name: exactly one layout, and no other file.
pub(super) fn arrange(paths: Vec<String>) -> Result<BTreeMap<String, Files>, Misfit> {
    let mut cases: BTreeMap<String, Files> = BTreeMap::new();
    let mut style_of: Option<(Style, String)> = None;
    let mut kind_of: Option<(Kind, String)> = None;
    for path in paths {
        if is_no_part(&path) {
            continue;
        }
        let Some((style, case, part)) = role(&path) else {
            return Err(Misfit::Stray(path));
        };
        agree(&mut style_of, style, &path)?;
        let files = cases.entry(case.to_owned()).or_default();
        let before = match part {
            Part::Input => files.input.replace(path.clone()),
            Part::Expected(kind) => {
                agree(&mut kind_of, kind, &path)?;
                files
                    .expected
                    .replace((kind, path.clone()))
                    .map(|(_, path)| path)
            }
        };
        if let Some(before) = before {
            return Err(Misfit::Twice(before, path));
        }
    }
    // A new case of our own has no snapshot until one is accepted. In every other
    // layout the expected output is written by hand, with the input.
    let ours = style_of.is_none_or(|(style, _)| style == Style::Extensions)
        && kind_of.is_none_or(|(kind, _)| kind == Kind::Snapshot);
    for files in cases.values() {
        match files {
            Files {
                input: None,
                expected: Some((_, path)),
            } => return Err(Misfit::Stray(path.clone())),
            Files {
                input: Some(path),
                expected: None,
            } if !ours => return Err(Misfit::Half(path.clone())),
            _ => {}
        }
    }
    Ok(cases)
}

/// Checks that `found` agrees with the earlier files, of which `first` is the
/// first.
fn agree<T: PartialEq>(
    first: &mut Option<(T, String)>,
    found: T,
    path: &str,
) -> Result<(), Misfit> {
    match first {
        Some((before, other)) if *before != found => {
            Err(Misfit::Mixture(other.clone(), path.to_owned()))
        }
        Some(_) => Ok(()),
        None => {
            *first = Some((found, path.to_owned()));
            Ok(())
        }
    }
}

/// Returns `true` for a file that is no part of a case: a README, a snapshot that
/// awaits review, a hidden file.
fn is_no_part(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with('.') || is_readme(path) || path.ends_with(".snap.new")
}

pub(super) fn is_readme(name: &str) -> bool {
    matches!(name, "README" | "README.md" | "README.txt")
}

fn role(path: &str) -> Option<(Style, &str, Part)> {
    let Some((folder, name)) = path.split_once('/') else {
        let (case, part) = by_extension(path)?;
        return Some((Style::Extensions, case, part));
    };
    if name.contains('/') {
        return None;
    }
    Some(match (folder, name) {
        ("inputs", _) => (Style::FolderPerPart, stem(name), Part::Input),
        ("outputs", _) => (
            Style::FolderPerPart,
            stem(name),
            Part::Expected(Kind::Output),
        ),
        (case, "input" | "input.txt") => (Style::FolderPerCase, case, Part::Input),
        (case, "output" | "output.txt") => {
            (Style::FolderPerCase, case, Part::Expected(Kind::Output))
        }
        _ => return None,
    })
}

/// The case and the part that the extension of `name` shows.
pub(super) fn by_extension(name: &str) -> Option<(&str, Part)> {
    let (case, extension) = name.rsplit_once('.')?;
    let part = match extension {
        "in" => Part::Input,
        "snap" => Part::Expected(Kind::Snapshot),
        "ans" | "out" => Part::Expected(Kind::Output),
        _ => return None,
    };
    Some((case, part))
}

/// `name` without the extension that a file in `inputs` or `outputs` may have.
pub(super) fn stem(name: &str) -> &str {
    [".txt", ".in", ".out", ".ans"]
        .iter()
        .find_map(|extension| name.strip_suffix(extension))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(paths: &[&str]) -> Result<Vec<(String, String, Option<String>)>, Misfit> {
        let cases = arrange(paths.iter().map(|&path| path.to_owned()).collect())?;
        let triple = |(name, files): (String, Files)| {
            let input = files.input.expect("a case has an input");
            (name, input, files.expected.map(|(_, path)| path))
        };
        Ok(cases.into_iter().map(triple).collect())
    }

    #[test]
    fn every_layout_is_recognised() {
        for (case, input, expected) in [
            ("a.b", "a.b.in", "a.b.snap"),
            ("a", "a.in", "a.ans"),
            ("a", "a.in", "a.out"),
            ("a", "a/input.txt", "a/output.txt"),
            ("a", "a/input", "a/output"),
            ("a", "inputs/a", "outputs/a"),
            ("a", "inputs/a.txt", "outputs/a.txt"),
            ("a", "inputs/a.in", "outputs/a.out"),
        ] {
            let one = (case.to_owned(), input.to_owned(), Some(expected.to_owned()));
            assert_eq!(arranged(&[input, expected]), Ok(vec![one]), "{input}");
        }
    }

    #[test]
    fn two_layouts_in_one_folder_are_an_error_that_names_a_file_of_each() {
        for (paths, one, other) in [
            (["a.in", "a.snap", "b/input"].as_slice(), "a.in", "b/input"),
            (&["a.in", "a.snap", "b.ans"], "a.snap", "b.ans"),
            (&["a/input", "a/output", "inputs/a"], "a/input", "inputs/a"),
        ] {
            let mixture = Misfit::Mixture(one.to_owned(), other.to_owned());
            assert_eq!(arranged(paths), Err(mixture));
        }
    }

    #[test]
    fn half_a_pair_is_an_error_that_names_the_half() {
        for (paths, misfit) in [
            (["a/input"].as_slice(), Misfit::Half("a/input".to_owned())),
            (&["a/output"], Misfit::Stray("a/output".to_owned())),
            (&["inputs/a"], Misfit::Half("inputs/a".to_owned())),
            (&["b.in", "a.in", "a.ans"], Misfit::Half("b.in".to_owned())),
            (&["a.ans"], Misfit::Stray("a.ans".to_owned())),
        ] {
            assert_eq!(arranged(paths), Err(misfit));
        }
    }

    #[test]
    fn two_files_for_one_part_are_an_error() {
        let twice = Misfit::Twice("a.ans".to_owned(), "a.out".to_owned());
        assert_eq!(arranged(&["a.in", "a.ans", "a.out"]), Err(twice));
    }

    #[test]
    fn a_readme_and_hidden_files_are_no_cases() {
        let cases = arranged(&[
            "README.md",
            ".DS_Store",
            "a/.DS_Store",
            "a/input",
            "a/output",
        ]);
        assert_eq!(cases.map(|cases| cases.len()), Ok(1));
    }

    #[test]
    fn a_file_deeper_down_belongs_to_no_case() {
        let stray = Misfit::Stray("a/b/input".to_owned());
        assert_eq!(arranged(&["a/b/input"]), Err(stray));
    }
}
