//! Detects the type of a submission: by its `leaderboard.toml`, or else by the
//! files in its folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

/// The protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Protocol {
    /// The transcript of Lab 8's Part 1, in which the program is the computer.
    Transcript,
    /// NBoard, version 2.
    Nboard,
}

/// The name of the settings file in a submission's folder.
pub(crate) const FILE: &str = "leaderboard.toml";

/// The size limit of a file in which `makeMove` is searched, in bytes.
const LARGEST_SOURCE: u64 = 4 << 20;

/// The type of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Submitted {
    /// C files with a `makeMove`, and libraries to link with them.
    MakeMove {
        /// The paths of all `.c` files, relative to the folder.
        sources: Vec<String>,
        /// Those of them that contain `makeMove(`.
        with_make_move: Vec<String>,
        /// The paths of all `.a` and `.o` files.
        libraries: Vec<String>,
    },
    /// A program.
    Program(ProgramSettings),
}

/// The settings of a program, which are those in [`FILE`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ProgramSettings {
    /// Its protocol; `None` if that must be detected.
    pub(crate) protocol: Option<Protocol>,
    /// The command that starts it; if empty, it is searched for as the
    /// automarker does.
    pub(crate) command: Vec<String>,
    /// The shell command that builds it.
    pub(crate) build: Option<String>,
}

impl Submitted {
    /// Returns the type of the submission in `folder`.
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

/// Detects the type of a submission by the files in `folder`.
fn detect(folder: &Path) -> Submitted {
    let mut sources = Vec::new();
    let mut libraries = Vec::new();
    for path in files(folder) {
        let name = path.strip_prefix(folder).unwrap_or(&path);
        let name = name.to_string_lossy().into_owned();
        match path.extension().and_then(OsStr::to_str) {
            Some("c") => sources.push(name),
            Some("a" | "o") => libraries.push(name),
            _ => {}
        }
    }
    let with_make_move: Vec<String> = sources
        .iter()
        .filter(|name| mentions_make_move(&folder.join(name)))
        .cloned()
        .collect();
    if with_make_move.is_empty() {
        Submitted::Program(ProgramSettings::default())
    } else {
        Submitted::MakeMove {
            sources,
            with_make_move,
            libraries,
        }
    }
}

/// Returns the files in `folder` and the folders below it, sorted: archives
/// often unpack to a folder in a folder.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_hidden = |name: &OsStr| {
        let name = name.to_string_lossy();
        name.starts_with('.') || name == "__MACOSX"
    };
    WalkDir::new(folder)
        .max_depth(4)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(move |entry| entry.depth() == 0 || !is_hidden(entry.file_name()))
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
}

fn mentions_make_move(path: &Path) -> bool {
    let is_source = fs::metadata(path).is_ok_and(|data| data.len() <= LARGEST_SOURCE);
    let source = if is_source {
        fs::read(path).unwrap_or_default()
    } else {
        Vec::new()
    };
    let source = String::from_utf8_lossy(&source);
    source.match_indices("makeMove").any(|(at, word)| {
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let rest = source[at + word.len()..].trim_start();
        !source[..at].ends_with(is_word) && rest.starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(files: &[(&str, &str)]) -> Result<Submitted, String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is below the folder"))
                .and_then(|()| fs::write(path, text))
                .expect("a file can be written");
        }
        Submitted::of(folder.path())
    }

    fn program() -> Submitted {
        Submitted::Program(ProgramSettings::default())
    }

    #[test]
    fn all_c_files_beside_a_make_move_are_taken() {
        let submitted = type_of(&[
            ("lab8/part2.c", "int makeMove (const char board[][26]) {}"),
            ("lab8/help.c", "void remakeMove() {} void makeMoves() {}"),
            ("lab8/libteam.a", ""),
            ("lab8/notes.txt", "makeMove("),
            ("__MACOSX/._part2.c", "makeMove("),
        ]);
        let expected = Submitted::MakeMove {
            sources: vec!["lab8/help.c".to_owned(), "lab8/part2.c".to_owned()],
            with_make_move: vec!["lab8/part2.c".to_owned()],
            libraries: vec!["lab8/libteam.a".to_owned()],
        };
        assert_eq!(submitted, Ok(expected));
    }

    #[test]
    fn a_submission_without_make_move_is_a_program() {
        assert_eq!(type_of(&[("part1.c", "int main(void) {}")]), Ok(program()));
        assert_eq!(type_of(&[("bot.py", "makeMove()")]), Ok(program()));
    }

    #[test]
    fn a_settings_file_decides_the_type() {
        let toml = "protocol = \"nboard\"\ncommand = [\"./bot\", \"-n\"]\nbuild = \"make\"\n";
        let expected = Submitted::Program(ProgramSettings {
            protocol: Some(Protocol::Nboard),
            command: vec!["./bot".to_owned(), "-n".to_owned()],
            build: Some("make".to_owned()),
        });
        assert_eq!(type_of(&[(FILE, toml), ("a.c", "makeMove(")]), Ok(expected));
        for wrong in [
            "player = \"engine:6\"",
            "protocol = \"gtp\"",
            "x = 1",
            "player = ",
        ] {
            let error = type_of(&[(FILE, wrong), ("a.c", "makeMove(")]).expect_err(wrong);
            assert!(error.contains(FILE), "{error}");
        }
    }
}
