//! Detects the type of a submission: by its `leaderboard.toml`, or else by the files in its folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use walkdir::{DirEntry, WalkDir};

pub(crate) const FILE: &str = "leaderboard.toml";

#[derive(Debug)]
pub(crate) enum SubmissionType {
    MakeMove {
        sources: Vec<String>,
        with_make_move: Vec<String>,
        libraries: Vec<String>,
    },
    Program(ProgramSettings),
}

/// The parts of the lab with a `makeMove`, as they appear in the handout's names of folders and
/// files. The part that plays on the leaderboard comes first.
const PARTS: [&str; 2] = ["part3", "part2"];

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ProgramSettings {
    /// The command that starts it; if empty, it is searched for as the automarker does.
    pub(crate) command: Vec<String>,
    pub(crate) build: Option<String>,
}

impl SubmissionType {
    pub(crate) fn of(folder: &Path) -> Result<Self, String> {
        let file = folder.join(FILE);
        if !file.is_file() {
            return Ok(detect(folder));
        }
        let text = fs::read_to_string(file);
        let text = text.map_err(|error| format!("cannot read {FILE}: {error}"))?;
        let settings = toml::from_str(&text);
        settings
            .map(Self::Program)
            .map_err(|error| format!("{FILE}: {}", error.message()))
    }
}

/// Detects the type by the files in `folder` and its subfolders: archives often unpack to a folder
/// in a folder.
fn detect(folder: &Path) -> SubmissionType {
    let is_visible = |entry: &DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let (mut sources, mut with_make_move, mut libraries) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries.filter_entry(is_visible).flatten() {
        let path = entry.path();
        let name = path.strip_prefix(folder).unwrap_or(path);
        let name = name.to_string_lossy().into_owned();
        match path.extension().and_then(OsStr::to_str) {
            _ if !entry.file_type().is_file() => {}
            Some("c") => {
                if mentions_make_move(&fs::read(path).unwrap_or_default()) {
                    with_make_move.push(name.clone());
                }
                sources.push(name);
            }
            Some("a" | "o") => libraries.push(name),
            _ => {}
        }
    }
    if with_make_move.is_empty() {
        return SubmissionType::Program(ProgramSettings::default());
    }
    let stem = |name: &String| Path::new(name).file_stem().map(OsStr::to_owned);
    let compiled: Vec<_> = sources.iter().map(stem).collect();
    let (own, folder) = last_part(&with_make_move);
    let is_below = |name: &String| Path::new(name).starts_with(&folder);
    sources.retain(|name| is_below(name) && (own.contains(name) || !with_make_move.contains(name)));
    // The student's own compiler has made it from a source; Meson calls it `part2.c.o`.
    let is_left = |name: &String| name.ends_with(".c.o") || compiled.contains(&stem(name));
    libraries.retain(|name| is_below(name) && !is_left(name));
    SubmissionType::MakeMove {
        sources,
        with_make_move: own,
        libraries,
    }
}

/// Returns the `files` that belong to the last part with any, and the outermost folder of that
/// part, or else of the submission. If several paths name the part, those count whose own names do.
fn last_part(files: &[String]) -> (Vec<String>, PathBuf) {
    let has = |path: &Path, part: &str| {
        let name = path.to_string_lossy().to_ascii_lowercase();
        name.replace([' ', '_', '-'], "").contains(part)
    };
    let of = |part: &&str| -> Vec<PathBuf> {
        let paths = files.iter().map(PathBuf::from);
        paths.filter(|path| has(path, part)).collect()
    };
    let Some(part) = PARTS.iter().find(|part| !of(part).is_empty()) else {
        return (files.to_vec(), PathBuf::new());
    };
    let mut own = of(part);
    let is_named = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| has(name.as_ref(), part))
    };
    if own.iter().any(is_named) {
        own.retain(is_named);
    }
    let folders = own[0].ancestors().skip(1);
    let folder = folders.filter(|folder| has(folder, part)).last();
    let folder = folder.map_or(PathBuf::new(), Path::to_owned);
    let own = own.iter().map(|path| path.to_string_lossy().into_owned());
    (own.collect(), folder)
}

fn mentions_make_move(source: &[u8]) -> bool {
    let source = String::from_utf8_lossy(source);
    source.match_indices("makeMove").any(|(at, word)| {
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let rest = source[at + word.len()..].trim_start();
        !source[..at].ends_with(is_word) && rest.starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_counts() {
        let [two, three] = ["lab8part2/part2.c", "Lab8-Part 3/src/lab8part3.c"];
        for (files, own, folder) in [
            (
                &[two, "Lab8-Part 3/src/part2.c", three][..],
                three,
                "Lab8-Part 3",
            ),
            (&["lab8part1/old.c", two], two, "lab8part2"),
            (&["part2.c", "src/part3.c"], "src/part3.c", ""),
            (&["lab7/player.c"], "lab7/player.c", ""),
        ] {
            let files: Vec<_> = files.iter().map(ToString::to_string).collect();
            assert_eq!(last_part(&files), (vec![own.to_owned()], folder.into()));
        }
    }

    #[test]
    fn only_the_whole_word_before_a_parenthesis_counts() {
        assert!(mentions_make_move(
            b"int makeMove (const char board[][26]) {}"
        ));
        let others = b"void remakeMove() {} void makeMoves() {} // makeMove";
        assert!(!mentions_make_move(others));
    }
}
