//! The tools that a machine needs to build and run programs in a language.

use std::env;
use std::ffi::OsStr;

use course::{Course, Language};

pub(crate) fn commands(language: Language) -> &'static [&'static str] {
    match language {
        Language::C => &["gcc", "make"],
        Language::Java => &["javac", "java"],
        Language::Python => &["python3"],
        Language::Rust => &["cargo", "rustc"],
    }
}

/// Returns the parts of file names that `course` asks for: the last words of its title, as in
/// `lab8/part1.c`, and the extension of its language.
pub(crate) fn asked_for(course: &Course) -> Vec<String> {
    let ending = course.language.map(|language| match language {
        Language::C => ".c",
        Language::Java => ".java",
        Language::Python => ".py",
        Language::Rust => "cargo.toml",
    });
    let words: Vec<_> = course.title.split_whitespace().collect();
    let last = words[words.len().saturating_sub(2)..].concat();
    let all = [Some(last.to_ascii_lowercase()), ending.map(str::to_owned)];
    all.into_iter().flatten().collect()
}

pub(crate) fn check(languages: &[Language]) -> Result<(), String> {
    for &language in languages {
        for command in commands(language) {
            if !is_in_path(command.as_ref()) {
                return Err(format!(
                    "`{command}` is not installed here, and programs in {language} need it"
                ));
            }
        }
    }
    Ok(())
}

/// Returns `true` if a folder of `PATH` contains this program.
pub fn is_in_path(command: &OsStr) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| {
        let name = folder.join(command);
        name.is_file() || name.with_extension("exe").is_file()
    })
}
