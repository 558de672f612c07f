//! Detects the type of a submission: by its `leaderboard.toml`, or else by the
//! files in its folder.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use walkdir::{DirEntry, WalkDir};

pub(crate) const FILE: &str = "leaderboard.toml";

#[derive(Debug)]
pub(crate) enum Submitted {
    /// What may be compiled with the driver, the most likely first.
    MakeMove(Vec<Files>),
    Program(ProgramSettings),
}

/// The names of files that are compiled together, and of those that are linked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) sources: Vec<String>,
    pub(crate) libraries: Vec<String>,
}

/// What the handout's names of the folders and files with a `makeMove` contain, the part
/// that plays on its leaderboard first.
const PARTS: [&str; 2] = ["part3", "part2"];

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ProgramSettings {
    /// The command that starts it; if empty, it is searched for as the
    /// automarker does.
    pub(crate) command: Vec<String>,
    pub(crate) build: Option<String>,
}

impl Submitted {
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

/// Detects the type of a submission by the files in `folder` and the folders below it, as
/// archives often unpack to a folder in a folder.
fn detect(folder: &Path) -> Submitted {
    let is_visible = |entry: &DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let (mut all, mut with_make_move) = (Files::default(), Vec::new());
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
                all.sources.push(name);
            }
            Some("a" | "o") => all.libraries.push(name),
            _ => {}
        }
    }
    if with_make_move.is_empty() {
        return Submitted::Program(ProgramSettings::default());
    }
    Submitted::MakeMove(attempts(all, &with_make_move))
}

/// Returns what may be compiled of `all` files of a submission: what is in the folder of the
/// part that counts; everything, as a helper may be elsewhere; or only the files
/// `with_make_move`, as the folder may also contain Part 1 or an earlier version.
fn attempts(mut all: Files, with_make_move: &[String]) -> Vec<Files> {
    let stem = |name: &String| Path::new(name).file_stem().map(OsStr::to_owned);
    let compiled: Vec<_> = all.sources.iter().map(stem).collect();
    // What the student's own compiler has left of a source; Meson calls it `part2.c.o`.
    let is_left = |name: &String| name.ends_with(".c.o") || compiled.contains(&stem(name));
    let is_object = |name: &String| name.ends_with(".o");
    all.libraries
        .retain(|name| !(is_object(name) && is_left(name)));
    let own = of_the_last_part(with_make_move);
    let is_older = |name: &String| with_make_move.contains(name) && !own.contains(name);
    all.sources.retain(|name| !is_older(name));
    let folder = Path::new(&own[0]).parent().unwrap_or(Path::new(""));
    let below = |names: &[String]| -> Vec<String> {
        let below = names
            .iter()
            .filter(|name| Path::new(name).starts_with(folder));
        below.cloned().collect()
    };
    let part = Files {
        sources: below(&all.sources),
        libraries: below(&all.libraries),
    };
    let only = Files {
        sources: own,
        ..all.clone()
    };
    let mut attempts = vec![part, all, only];
    attempts.dedup();
    attempts
}

/// Returns those of `files` whose paths have the name of the last part that any has; of
/// several, those whose own names have it.
fn of_the_last_part(files: &[String]) -> Vec<String> {
    let mut own = files.to_vec();
    let has = |part: &str, name: &OsStr| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        name.replace([' ', '_', '-'], "").contains(part)
    };
    for part in PARTS {
        if own.iter().any(|name| has(part, OsStr::new(name))) {
            own.retain(|name| has(part, OsStr::new(name)));
            let is_named =
                |name: &String| has(part, Path::new(name).file_name().unwrap_or_default());
            if own.iter().any(is_named) {
                own.retain(is_named);
            }
            break;
        }
    }
    own
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
    fn the_last_part_counts_and_what_an_own_compiler_left_does_not() {
        let owned = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let [two, three] = ["lab8part2/part2.c", "lab8part3/lab8part3.c"];
        let others = "lab7/lab7.c lab8part1/part1.c lab8part3/help.c";
        let all = Files {
            sources: owned(&format!("{others} lab8part3/part2.c {three} {two}")),
            libraries: owned("a.a lab8part3/build/lab8part3.c.o part2.o own.o"),
        };
        let of = |with_make_move: &str| attempts(all.clone(), &owned(with_make_move));
        let [part, all_files, only] = &of(&format!("lab8part3/part2.c {three} {two}"))[..] else {
            panic!("there are three");
        };
        assert_eq!(part.sources, owned(&format!("lab8part3/help.c {three}")));
        assert_eq!(all_files.sources, owned(&format!("{others} {three}")));
        assert_eq!(
            (&only.sources, &only.libraries),
            (&owned(three), &owned("a.a own.o"))
        );
        assert_eq!(of(two)[0].sources, owned(two));
        assert_eq!(of("lab7/lab7.c")[0].sources, owned("lab7/lab7.c"));
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
