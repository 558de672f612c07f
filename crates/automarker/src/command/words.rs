//! Command lines as beginners type them: a program without `--` before it, a file of
//! sources in place of a program, a name without `./`.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;
use courses::by_name;
use submission::command_for;

use super::failure::Failure;
use crate::cli::Cli;

/// Adds `--` to the command line `line` before the program, if the program is there
/// without it: `automarker ./part1`, `automarker watch cmsc201 python3 proj2.py`.
pub(super) fn with_separator(mut line: Vec<OsString>) -> Vec<OsString> {
    let word = |index: usize| line.get(index).and_then(|word| word.to_str());
    let mut at = match word(1) {
        Some("try") => 3,
        Some("watch" | "init") => 2,
        _ => 1,
    };
    if word(at).is_some_and(|word| by_name(word).is_some()) {
        at += 1;
    }
    let is_command = |word: &str| Cli::command().find_subcommand(word).is_some() || word == "help";
    let is_program = word(at).is_some_and(|word| {
        !(word.starts_with('-') || at == 1 && is_command(word)) && names_program(word)
    });
    if is_program && !line.iter().any(|word| word == "--") {
        line.insert(at, "--".into());
    }
    line
}

fn names_program(word: &str) -> bool {
    let path = Path::new(word);
    path.is_file() || path.components().count() > 1 && !path.is_dir() || is_in_path(word.as_ref())
}

fn is_in_path(word: &OsStr) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| {
        let name = folder.join(word);
        name.is_file() || name.with_extension("exe").is_file()
    })
}

/// Returns the command that `words` mean in the current folder: a file of Python is run by
/// Python, and a file that is no command of the system is that file.
pub(super) fn meant(mut words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let Some(first) = words.first() else {
        return Ok(words);
    };
    let path = Path::new(first);
    if !path.is_file() {
        return Ok(words);
    }
    if path.extension().is_some_and(|ending| ending == "py") {
        words.insert(0, "python3".into());
    } else if let Some(command) = first.to_str().and_then(command_for) {
        return Err(Failure::usage(format_args!(
            "{} is a source file, not a program; type `automarker COURSE {command}`, or \
             `automarker COURSE` to have the program found",
            path.display()
        )));
    } else if path.components().count() == 1 && !is_in_path(first) {
        words[0] = Path::new(".").join(first).into();
    }
    Ok(words)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_recognised_without_a_separator() {
        for (typed, expected) in [
            ("./part1", "-- ./part1"),
            ("sh run.sh --fast", "-- sh run.sh --fast"),
            ("cmsc201 sh run.sh", "cmsc201 -- sh run.sh"),
            ("watch cmsc201 sh run.sh", "watch cmsc201 -- sh run.sh"),
            ("try draw ./part1", "try draw -- ./part1"),
            ("init ./part1", "init -- ./part1"),
            ("cmsc201 -- sh run.sh", "cmsc201 -- sh run.sh"),
            ("cmsc201 --full", "cmsc201 --full"),
            ("batch cmsc201 ./submissions", "batch cmsc201 ./submissions"),
            ("cmsc200", "cmsc200"),
            ("", ""),
        ] {
            let line = format!("automarker {typed}");
            let line = line.split_whitespace().map(OsString::from).collect();
            let line: Vec<_> = with_separator(line)
                .into_iter()
                .map(|word| word.into_string().expect("text"))
                .collect();
            assert_eq!(line[1..].join(" "), expected);
        }
    }
}
