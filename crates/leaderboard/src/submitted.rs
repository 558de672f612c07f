//! What a submission is: as its `leaderboard.toml` says, or else by what it
//! holds.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::builtin::Builtin;

/// How a program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The transcript of Lab 8's Part 1, the program being the computer.
    Transcript,
    /// NBoard, version 2.
    Nboard,
}

/// The file in a submission's folder that says what it is.
pub const FILE: &str = "leaderboard.toml";

/// More than any source file of a student.
const LARGEST_SOURCE: u64 = 4 << 20;

/// What a submission is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Files of C with a `makeMove`, and libraries to link with them.
    MakeMove {
        /// All `.c` files, by their paths in the folder.
        sources: Vec<String>,
        /// Those of them in which `makeMove` is mentioned.
        with_make_move: Vec<String>,
        /// All `.a` and `.o` files.
        libraries: Vec<String>,
    },
    /// A program.
    Program {
        /// How to talk to it; `None` if that must be found out.
        protocol: Option<Protocol>,
        /// What starts it; found as the automarker finds it, if empty.
        command: Vec<String>,
        /// What builds it first, for the shell.
        build: Option<String>,
    },
    /// One of the built-in players.
    Builtin(Builtin),
}

/// `leaderboard.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    player: Option<String>,
    protocol: Option<Protocol>,
    #[serde(default)]
    command: Vec<String>,
    build: Option<String>,
}

/// What the submission at `path` is, a copy of which lies in `folder`. A
/// built-in player can only be a file of its own in the folder of all
/// submissions: no student can enter the engine in a folder.
pub fn kind(path: &Path, folder: &Path) -> Result<Kind, String> {
    if path.is_file() && path.extension() == Some(OsStr::new("toml")) {
        let settings = settings(path)?;
        return match settings {
            Settings {
                player: Some(player),
                protocol: None,
                build: None,
                command,
            } if command.is_empty() => player.parse().map(Kind::Builtin),
            _ => Err(format!(
                "a file {} names a built-in player, as in: player = \"engine:6\"",
                path.file_name().unwrap_or_default().display()
            )),
        };
    }
    let file = folder.join(FILE);
    let settings = if file.is_file() {
        settings(&file)?
    } else {
        Settings::default()
    };
    match settings.player.as_deref() {
        None if settings.protocol.is_none()
            && settings.command.is_empty()
            && settings.build.is_none() =>
        {
            Ok(detect(folder))
        }
        Some("makeMove") => match detect(folder) {
            kind @ Kind::MakeMove { .. } => Ok(kind),
            _ => Err(format!("{FILE}: no .c file mentions makeMove")),
        },
        None | Some("program") => Ok(Kind::Program {
            protocol: settings.protocol,
            command: settings.command,
            build: settings.build,
        }),
        Some(other) if other.parse::<Builtin>().is_ok() => Err(format!(
            "{FILE}: {other:?} is a built-in player, which a submission cannot be; whoever runs \
             the tournament enters it with --with"
        )),
        Some(other) => Err(format!(
            "{FILE}: player is {other:?}; it can be \"makeMove\" or \"program\""
        )),
    }
}

/// Whether the submission at `path` looks like files of C with a `makeMove`.
pub(crate) fn is_make_move(path: &Path) -> bool {
    if path.is_dir() {
        matches!(detect(path), Kind::MakeMove { .. })
    } else {
        path.extension() == Some(OsStr::new("c")) && mentions_make_move(path)
    }
}

fn settings(path: &Path) -> Result<Settings, String> {
    let name = path.file_name().unwrap_or_default().display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{name}: {}", error.message()))
}

/// What `folder` holds, by its files.
fn detect(folder: &Path) -> Kind {
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
        Kind::Program {
            protocol: None,
            command: Vec::new(),
            build: None,
        }
    } else {
        Kind::MakeMove {
            sources,
            with_make_move,
            libraries,
        }
    }
}

/// The files in `folder` and the folders in it, for archives often unpack to a
/// folder in a folder, in the order of the alphabet.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 3)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let hidden = |name: &str| name.starts_with('.') || name == "__MACOSX";
            if hidden(&entry.file_name().to_string_lossy()) {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth > 0 => folders.push((entry.path(), depth - 1)),
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    files
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
    use reversi_engine::opponents::Opponent;

    fn kind_of(files: &[(&str, &str)]) -> Result<Kind, String> {
        let folder = folder(files);
        match files {
            [(only, _)] if !only.contains('/') => kind(&folder.path().join(only), folder.path()),
            _ => kind(folder.path(), folder.path()),
        }
    }

    fn program() -> Kind {
        Kind::Program {
            protocol: None,
            command: Vec::new(),
            build: None,
        }
    }

    #[test]
    fn files_of_c_with_make_move_are_taken_together() {
        let kind = kind_of(&[
            ("lab8/part2.c", "int makeMove (const char board[][26]) {}"),
            ("lab8/help.c", "void remakeMove() {} void makeMoves() {}"),
            ("lab8/libteam.a", ""),
            ("lab8/notes.txt", "makeMove("),
            ("__MACOSX/._part2.c", "makeMove("),
        ]);
        let expected = Kind::MakeMove {
            sources: vec!["lab8/help.c".to_owned(), "lab8/part2.c".to_owned()],
            with_make_move: vec!["lab8/part2.c".to_owned()],
            libraries: vec!["lab8/libteam.a".to_owned()],
        };
        assert_eq!(kind, Ok(expected));
    }

    #[test]
    fn what_has_no_make_move_is_a_program() {
        assert_eq!(kind_of(&[("part1.c", "int main(void) {}")]), Ok(program()));
        assert_eq!(kind_of(&[("bot.py", "makeMove()")]), Ok(program()));
    }

    #[test]
    fn the_file_of_settings_says_what_else_it_is() {
        let toml = "protocol = \"nboard\"\ncommand = [\"./bot\", \"-n\"]\nbuild = \"make\"\n";
        let expected = Kind::Program {
            protocol: Some(Protocol::Nboard),
            command: vec!["./bot".to_owned(), "-n".to_owned()],
            build: Some("make".to_owned()),
        };
        assert_eq!(kind_of(&[(FILE, toml), ("a.c", "makeMove(")]), Ok(expected));
        for wrong in [
            "player = \"queen\"",
            "protocol = \"gtp\"",
            "x = 1",
            "player = ",
        ] {
            let error = kind_of(&[(FILE, wrong), ("a.c", "makeMove(")]).expect_err(wrong);
            assert!(error.contains(FILE), "{error}");
        }
    }

    #[test]
    fn only_a_file_of_its_own_can_be_a_built_in_player() {
        let engine = "player = \"engine:6\"";
        let expected = Builtin {
            opponent: Opponent::Strongest,
            level: Some(6),
        };
        assert_eq!(
            kind_of(&[("reference.toml", engine)]),
            Ok(Kind::Builtin(expected))
        );
        let error = kind_of(&[("cheat/leaderboard.toml", engine), ("cheat/a.c", "")]);
        assert_eq!(error, Ok(program()), "a folder further down is not asked");
        let error = kind_of(&[(FILE, engine), ("a.c", "makeMove(")]).expect_err("it cheats");
        assert!(error.contains("--with"), "{error}");
    }
}
