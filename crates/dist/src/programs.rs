//! The programs of the archives, and what is made from their arguments.

use std::fs;

use clap::{Command, ValueEnum};
use clap_complete::{Generator, Shell};

use crate::Result;
use crate::archive::Entry;

pub(crate) struct Program {
    pub(crate) name: &'static str,
    command: fn() -> Command,
}

const fn program(name: &'static str, command: fn() -> Command) -> Program {
    Program { name, command }
}

/// All programs; `automarker`, which gives the archives their name, is the first.
pub(crate) const PROGRAMS: [Program; 8] = [
    program(NAME, automarker::cli::command),
    program("leaderboard", leaderboard::cli::command),
    program("reversi-engine", reversi_engine::cli::command),
    program("cmsc201", cmsc201::cli::command),
    program("comp10050", comp10050::cli::command),
    program("utoronto-a1", utoronto_a1::cli::command),
    program("aps105-lab8", aps105_lab8::cli::command),
    program("revergo", revergo::cli::command),
];

/// The first part of the archives' names. `cargo binstall automarker` expects
/// it; the manifests of the other packages name it.
pub(crate) const NAME: &str = "automarker";

pub(crate) fn documents() -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for program in &PROGRAMS {
        for &shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut (program.command)(), program.name, &mut script);
            let path = format!("completions/{}", shell.file_name(program.name));
            entries.push(Entry::file(path, script));
        }
    }
    let pages = tempfile::tempdir()?;
    for program in &PROGRAMS {
        clap_mangen::generate_to((program.command)(), pages.path())?;
    }
    for page in fs::read_dir(pages.path())? {
        let page = page?;
        let name = page.file_name().to_string_lossy().into_owned();
        entries.push(Entry::file(
            format!("man/man1/{name}"),
            fs::read(page.path())?,
        ));
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_of_every_course_is_there() {
        for course in courses::ALL {
            let is_there = PROGRAMS.iter().any(|program| program.name == course.name);
            assert!(is_there, "{} is missing", course.name);
        }
    }

    #[test]
    fn each_program_has_its_own_arguments() {
        for program in &PROGRAMS {
            assert_eq!((program.command)().get_name(), program.name);
        }
    }

    #[test]
    fn each_program_has_a_man_page_and_completions() {
        let documents = documents().expect("they can be made");
        let paths: Vec<&str> = documents.iter().map(|entry| &*entry.path).collect();
        for Program { name, .. } in &PROGRAMS {
            for path in [
                format!("man/man1/{name}.1"),
                format!("completions/{name}.bash"),
                format!("completions/_{name}"),
                format!("completions/{name}.fish"),
                format!("completions/_{name}.ps1"),
            ] {
                assert!(paths.contains(&&*path), "{path} is missing");
            }
        }
        assert!(paths.contains(&"man/man1/automarker-batch.1"));
    }
}
