//! The program that a folder holds.

use std::ffi::OsString;
use std::path::Path;

use sandbox::Program;
use submission::{Stage, Unbuilt, find, prepare};

use super::{folder, in_sandbox, write};

fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), files);
    folder
}

fn found(folder: &Path) -> Result<Program, Unbuilt> {
    in_sandbox(folder, find)
}

fn reason(files: &[(&str, &str)]) -> String {
    found(folder_of(files).path())
        .expect_err("there is no program")
        .reason
}

/// What follows `python3`, without the folder.
fn python(files: &[(&str, &str)]) -> String {
    let folder = folder_of(files);
    let found = found(folder.path()).expect("it is clear");
    assert_eq!(found.command, "python3");
    let args = found.args.iter();
    let prefix = format!("{}/", folder.path().display());
    let args: Vec<_> = args
        .map(|arg| arg.to_string_lossy().replace(&prefix, ""))
        .collect();
    args.join(" ")
}

#[test]
fn one_python_file_is_the_program() {
    let files = [("game.py", ""), ("notes.txt", ""), (".x.py", "")];
    assert_eq!(python(&files), "game.py");
}

#[test]
fn one_of_several_python_files_may_be_clear() {
    const ASKING: &str = "def main(): pass\nif __name__ == '__main__':\n    main()\n";
    assert_eq!(python(&[("a.py", ASKING), ("main.py", "")]), "main.py");
    assert_eq!(
        python(&[("main.py", ""), ("__main__.py", "")]),
        "__main__.py"
    );
    assert_eq!(python(&[("a.py", ""), ("b.py", ASKING)]), "b.py");
    assert!(reason(&[("a.py", ASKING), ("b.py", ASKING)]).ends_with("a.py, b.py"));
}

#[test]
fn a_python_package_is_run_as_one() {
    let package = [("game/__main__.py", ""), ("game/__init__.py", "")];
    assert_eq!(python(&package), "-m game");
    let package = [&package[..], &[("README.md", "")]].concat();
    assert_eq!(python(&package), "-m game");
    assert_eq!(
        python(&[("game/__main__.py", ""), ("README.md", "")]),
        "game"
    );
}

#[test]
fn a_folder_in_a_folder_is_looked_into() {
    let files = [("inner/a.py", ""), (".x", ""), ("__MACOSX/b.py", "")];
    let outer = folder_of(&files);
    let found = found(outer.path()).expect("it is clear");
    assert_eq!(found.folder, outer.path().join("inner"));
}

#[test]
fn an_unclear_folder_says_between_what() {
    assert!(reason(&[("a.py", ""), ("b.py", "")]).ends_with("program: a.py, b.py"));
    assert!(reason(&[("a.c", ""), ("b.py", "")]).ends_with("program: a.c, b.py"));
    assert!(reason(&[("readme.txt", "")]).starts_with("nothing to run"));
}

#[test]
fn a_failed_build_has_the_compilers_output() {
    let folder = folder();
    let words = [OsString::from("./a")];
    let build = "echo no such thing >&2; exit 3";
    let unbuilt = in_sandbox(folder.path(), |site| prepare(&words, site, Some(build)));
    let unbuilt = unbuilt.expect_err("it fails");
    assert_eq!(unbuilt.stage, Stage::Build);
    assert_eq!(unbuilt.output, "no such thing\n");
    assert!(unbuilt.reason.contains("exit status 3"));
}
