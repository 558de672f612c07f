//! The confinement of marked programs by the options of the command.

#![cfg(target_os = "linux")]

use std::env;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::cli::write_all;

/// A project below the home folder, as a student has one, with these files.
fn project(files: &[(&str, &str)]) -> TempDir {
    let home = env::home_dir().expect("there is a home folder");
    let folder = tempfile::tempdir_in(home).expect("a folder can be made");
    write_all(folder.path(), files);
    folder
}

/// Marks on one case, whose input is `a` and whose output should be `right`.
fn mark(folder: &Path, options: &[&str], program: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("automarker"))
        .args(["utoronto-a1", "--cases", "cases"])
        .args(options)
        .arg("--")
        .args(program)
        .current_dir(folder)
        .env("COURSE_TOKEN", "a-secret")
        .output()
        .expect("the command runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

const CASES: [(&str, &str); 2] = [("cases/one.in", "a\n"), ("cases/one.out", "right\n")];

/// Levels that a Linux system with namespaces has.
const LEVELS: [&str; 2] = ["=namespaces", "=landlock"];

#[test]
fn the_readmes_commands_work_in_a_project_below_the_home_folder() {
    let rust = "fn main() { println!(\"right\"); }";
    let manifest = "[package]\nname = \"game\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let c = "#include <stdio.h>\nint main(void) { puts(\"right\"); return 0; }\n";
    let project = project(
        &[
            &CASES[..],
            &[
                ("Cargo.toml", manifest),
                ("src/main.rs", rust),
                ("proj2.py", "print('right')\n"),
                ("part1.c", c),
            ],
        ]
        .concat(),
    );
    for level in LEVELS {
        let build = ["--sandbox", level, "--build", "gcc -O2 -o part1 part1.c"];
        for (options, program) in [
            (&build[..2], &["cargo", "run", "-q"][..]),
            (&build[..2], &["python3", "proj2.py"]),
            (&build, &["./part1"]),
        ] {
            let (status, text) = mark(project.path(), options, program);
            assert_eq!(status, Some(0), "{level} {program:?}: {text}");
        }
    }
}

#[test]
fn the_cases_are_hidden_and_the_rest_of_the_folder_is_not() {
    let script = "cat cases/one.out 2>/dev/null || cat $(tr '\\0' '\\n' </proc/$PPID/cmdline | \
                  grep one.out) 2>/dev/null </dev/null; cat data\n";
    let project = project(&[&CASES[..], &[("cheat.sh", script), ("data", "wrong\n")]].concat());
    for level in LEVELS {
        let (status, text) = mark(project.path(), &["--sandbox", level], &["sh", "cheat.sh"]);
        assert_eq!(status, Some(1), "{level}: {text}");
        assert!(text.contains("wrong␊"), "{level}: {text}");
    }
}

#[test]
fn the_environment_reaches_a_program_only_if_it_is_named() {
    let script = "echo ${COURSE_TOKEN:-right}\n";
    let project = project(&[&CASES[..], &[("print.sh", script)]].concat());
    let print = ["sh", "print.sh"];
    let (status, text) = mark(project.path(), &[], &print);
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = mark(project.path(), &["--env", "COURSE_TOKEN"], &print);
    assert_eq!(status, Some(1));
    assert!(text.contains("a-secret"), "{text}");
    let (status, text) = mark(project.path(), &["--env", "NO_SUCH_VARIABLE"], &print);
    assert_eq!(status, Some(3));
    assert!(text.contains("NO_SUCH_VARIABLE"), "{text}");
}

#[test]
fn a_report_names_the_level_of_its_sandbox() {
    let project = project(&[&CASES[..], &[("right.sh", "echo right\n")]].concat());
    for (option, words) in [
        ("namespaces", "sandbox level namespaces: "),
        ("off", "sandbox level off: "),
    ] {
        let (_, text) = mark(project.path(), &["--sandbox", option], &["sh", "right.sh"]);
        assert!(text.contains(words), "{text}");
    }
    let (status, text) = mark(project.path(), &["--sandbox", "Z"], &["sh", "right.sh"]);
    assert_eq!(status, Some(2));
    assert!(
        text.contains("is not one of best, off, namespaces, "),
        "{text}"
    );
}
