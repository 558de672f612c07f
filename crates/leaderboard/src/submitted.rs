//! Detects the type of a submission: by its `leaderboard.toml`, or else by the
//! files in its folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use walkdir::WalkDir;

use crate::builtin::Builtin;

/// The protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The transcript of Lab 8's Part 1, in which the program is the computer.
    Transcript,
    /// NBoard, version 2.
    Nboard,
}

/// The name of the settings file in a submission's folder.
pub const FILE: &str = "leaderboard.toml";

/// The size limit of a file in which `makeMove` is searched, in bytes.
const LARGEST_SOURCE: u64 = 4 << 20;

/// The type of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
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
    Program {
        /// Its protocol; `None` if that must be detected.
        protocol: Option<Protocol>,
        /// The command that starts it; if empty, it is searched for as the
        /// automarker does.
        command: Vec<String>,
        /// The shell command that builds it.
        build: Option<String>,
    },
    /// One of the built-in players.
    Builtin(Builtin),
}

/// `leaderboard.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    player: Option<String>,
    protocol: Option<Protocol>,
    #[serde(default)]
    command: Vec<String>,
    build: Option<String>,
    /// If set, it plays the same moves in the same game.
    #[serde(default)]
    deterministic: bool,
}

impl Submitted {
    /// Returns the type of the submission at `path`, of which `folder` is a
    /// copy. A built-in player must be a `.toml` file of its own among the
    /// submissions: a student cannot enter the engine from a folder.
    pub fn of(path: &Path, folder: &Path) -> Result<Self, String> {
        if path.is_file() && path.extension() == Some(OsStr::new("toml")) {
            let settings = settings(path)?;
            return match settings {
                SettingsFile {
                    player: Some(player),
                    protocol: None,
                    build: None,
                    deterministic: false,
                    command,
                } if command.is_empty() => player.parse().map(Submitted::Builtin),
                _ => Err(format!(
                    "{} must name a built-in player and nothing else, as in: player = \"engine:6\"",
                    path.file_name().unwrap_or_default().display()
                )),
            };
        }
        let file = folder.join(FILE);
        let settings = if file.is_file() {
            settings(&file)?
        } else {
            SettingsFile::default()
        };
        match settings.player.as_deref() {
            None if settings.protocol.is_none()
                && settings.command.is_empty()
                && settings.build.is_none() =>
            {
                Ok(detect(folder))
            }
            Some("makeMove") => match detect(folder) {
                submitted @ Submitted::MakeMove { .. } => Ok(submitted),
                _ => Err(format!("{FILE}: no .c file contains makeMove(")),
            },
            None | Some("program") => Ok(Submitted::Program {
                protocol: settings.protocol,
                command: settings.command,
                build: settings.build,
            }),
            Some(other) if other.parse::<Builtin>().is_ok() => Err(format!(
                "{FILE}: a submission cannot be the built-in player {other:?}; the organiser \
                 adds it with --with"
            )),
            Some(other) => Err(format!(
                "{FILE}: player is {other:?}; expected \"makeMove\" or \"program\""
            )),
        }
    }
}

/// Returns `true` if the submission at `path` has C files with a `makeMove`.
pub(crate) fn is_make_move(path: &Path) -> bool {
    if path.is_dir() {
        matches!(detect(path), Submitted::MakeMove { .. })
    } else {
        path.extension() == Some(OsStr::new("c")) && mentions_make_move(path)
    }
}

/// Returns `true` if the settings file in `folder` declares that the player is
/// deterministic.
pub(crate) fn is_deterministic(folder: &Path) -> bool {
    settings(&folder.join(FILE)).is_ok_and(|settings| settings.deterministic)
}

fn settings(path: &Path) -> Result<SettingsFile, String> {
    let name = path.file_name().unwrap_or_default().display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{name}: {}", error.message()))
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
        Submitted::Program {
            protocol: None,
            command: Vec::new(),
            build: None,
        }
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
    use crate::samples::folder;
    use opponents::Opponent;

    fn type_of(files: &[(&str, &str)]) -> Result<Submitted, String> {
        let folder = folder(files);
        match files {
            [(only, _)] if !only.contains('/') => {
                Submitted::of(&folder.path().join(only), folder.path())
            }
            _ => Submitted::of(folder.path(), folder.path()),
        }
    }

    fn program() -> Submitted {
        Submitted::Program {
            protocol: None,
            command: Vec::new(),
            build: None,
        }
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
        let expected = Submitted::Program {
            protocol: Some(Protocol::Nboard),
            command: vec!["./bot".to_owned(), "-n".to_owned()],
            build: Some("make".to_owned()),
        };
        assert_eq!(type_of(&[(FILE, toml), ("a.c", "makeMove(")]), Ok(expected));
        for wrong in [
            "player = \"queen\"",
            "protocol = \"gtp\"",
            "x = 1",
            "player = ",
        ] {
            let error = type_of(&[(FILE, wrong), ("a.c", "makeMove(")]).expect_err(wrong);
            assert!(error.contains(FILE), "{error}");
        }
    }

    #[test]
    fn only_a_separate_file_can_be_a_built_in_player() {
        let engine = "player = \"engine:6\"";
        let expected = Builtin {
            opponent: Opponent::Strongest,
            level: Some(6),
        };
        assert_eq!(
            type_of(&[("reference.toml", engine)]),
            Ok(Submitted::Builtin(expected))
        );
        let error = type_of(&[("cheat/leaderboard.toml", engine), ("cheat/a.c", "")]);
        assert_eq!(error, Ok(program()), "a folder further down is not asked");
        let error = type_of(&[(FILE, engine), ("a.c", "makeMove(")]).expect_err("it cheats");
        assert!(error.contains("--with"), "{error}");
    }
}
