//! The files that a person wrote.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::clutter::is_clutter;
use crate::files::starts_with;
use crate::language::ProgramKind;
use crate::mode;

const MADE: [&str; 7] = [
    "target",
    "build",
    "out",
    "bin",
    "obj",
    "node_modules",
    "__pycache__",
];

const NO_SOURCES: [&str; 6] = [
    "test",
    "tests",
    "__tests__",
    "venv",
    "site-packages",
    "vendor",
];

const MADE_ENDINGS: [&str; 12] = [
    "o", "a", "so", "dylib", "dll", "exe", "class", "jar", "pyc", "pdb", "d", "log",
];

const DEPTH: usize = 6;

const MOST: usize = 5000;

/// Returns the files below `folder` that a person may have written, in alphabetical order: none
/// that is hidden, made by a build, or executable. The list is incomplete for a folder with
/// thousands of files.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walk(folder).flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            !ending.is_some_and(|ending| MADE_ENDINGS.contains(&ending)) && !is_program(path)
        })
        .collect()
}

/// Returns `false` for a folder such as a home folder: thousands of files below it, and no
/// program in the folder itself.
pub fn is_project(folder: &Path) -> bool {
    let mut files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.any(|file| ProgramKind::of(&file.path()).is_some()) || walk(folder).count() < MOST
}

fn walk(folder: &Path) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
    WalkDir::new(folder)
        .max_depth(DEPTH)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            let is_made = entry.file_type().is_dir() && MADE.contains(&&*name);
            // The top folder may have any name.
            entry.depth() == 0
                || !(is_made || name.starts_with('.') || is_clutter(entry.file_name()))
        })
        .take(MOST)
}

/// Returns `true` if the file at `below` is probably not part of the program: a test, a
/// library, or made by a build.
pub(crate) fn is_aside(below: &Path) -> bool {
    let is_no_source = |folder: &str| {
        MADE.contains(&folder) || NO_SOURCES.contains(&folder) || folder.starts_with("cmake-build")
    };
    let folders = below.parent().unwrap_or(below).iter();
    let mut folders = folders.map(|it| it.to_string_lossy().to_ascii_lowercase());
    let stem = below.file_stem().unwrap_or_default().to_string_lossy();
    let is_test = ["Test", "Tests", "_test", ".test", ".spec"]
        .iter()
        .any(|end| stem.ends_with(end));
    let name = stem.to_ascii_lowercase();
    let is_of_tool = ["test", "tests", "conftest", "setup"].contains(&&*name);
    is_test || is_of_tool || name.starts_with("test_") || folders.any(|it| is_no_source(&it))
}

/// Returns `true` for a compiled file. A script may be executable too.
fn is_program(path: &Path) -> bool {
    let is_executable = path.metadata().is_ok_and(|data| mode::is_executable(&data));
    is_executable && path.extension().is_none() && !starts_with(path, *b"#!")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_a_build_makes_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for path in [
            "main.c",
            "main.o",
            "src/b.rs",
            "target/debug/c.rs",
            ".git/config",
            "__MACOSX/._main.c",
            "notes",
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            fs::write(path, "x").expect("a file");
        }
        #[cfg(unix)]
        for (name, text) in [("part1", "\x7fELF"), ("play", "#!/bin/sh\n")] {
            use std::os::unix::fs::PermissionsExt;

            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
        }
        let found = sources(folder.path());
        let below = |path: &PathBuf| {
            let below = path.strip_prefix(folder.path()).expect("it is below");
            below.to_string_lossy().replace('\\', "/")
        };
        let names: Vec<_> = found.iter().map(below).collect();
        let play: &[&str] = if cfg!(unix) { &["play"] } else { &[] };
        assert_eq!(names, [&["main.c", "notes"], play, &["src/b.rs"]].concat());
    }
}
