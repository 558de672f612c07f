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
    MakeMove {
        sources: Vec<String>,
        with_make_move: Vec<String>,
        libraries: Vec<String>,
    },
    Program(ProgramSettings),
}

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
        return Submitted::Program(ProgramSettings::default());
    }
    Submitted::MakeMove {
        sources,
        with_make_move,
        libraries,
    }
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
    fn only_the_whole_word_before_a_parenthesis_counts() {
        assert!(mentions_make_move(
            b"int makeMove (const char board[][26]) {}"
        ));
        let others = b"void remakeMove() {} void makeMoves() {} // makeMove";
        assert!(!mentions_make_move(others));
    }
}
