//! The command as it is used: exit statuses, messages and files.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Two cases: a program that doubles each line passes both.
fn cases() -> TempDir {
    let folder = folder();
    let case = |name: &str, input: &str, stdout: &str| {
        let snapshot = format!("---\nsource: x\n---\n── status 0\n── stdout\n{stdout}");
        write(&folder.path().join(format!("{name}.in")), input);
        write(&folder.path().join(format!("{name}.snap")), &snapshot);
    };
    case("one", "a\n", "a␊\na␊\n");
    case("two", "b\nc\n", "b␊\nb␊\nc␊\nc␊\n");
    folder
}

const RIGHT: &str = "#!/bin/sh\nwhile read -r line; do echo \"$line\"; echo \"$line\"; done\n";
const WRONG: &str = "#!/bin/sh\nread -r line; echo \"$line\"; echo \"$line\"\n";

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

pub(crate) fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file can be written");
}

/// Writes the files below `folder`.
pub(crate) fn write_all(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) {
    for (name, content) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, content).expect("a file can be written");
    }
}

pub(crate) fn script(path: &Path, text: &str) {
    write(path, text);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, executable).expect("a mode can be set");
}

/// A folder with the executable file `program` in it.
pub(crate) fn submission(text: &str) -> TempDir {
    let folder = folder();
    script(&folder.path().join("program"), text);
    folder
}

pub(crate) fn automarker(args: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("automarker"));
    let output = command.args(args).current_dir(folder).output();
    let output = output.expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn single(cases: &Path, options: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let cases = cases.to_str().expect("a path that is text");
    let args = [
        &["utoronto-a1", "--cases", cases],
        options,
        &["--", "./program"],
    ]
    .concat();
    automarker(&args, folder)
}

#[test]
fn a_right_program_ends_in_0_and_a_wrong_one_in_1() {
    let cases = cases();
    let (status, stdout, _) = single(cases.path(), &[], submission(RIGHT).path());
    assert_eq!(status, Some(0), "{stdout}");
    assert!(stdout.ends_with("./program: 2 of 2 cases passed, 2 of 2 points\n"));
    let (status, stdout, _) = single(cases.path(), &[], submission(WRONG).path());
    assert_eq!(status, Some(1));
    let cases = "ok            one\nwrong output  two\n\n1. ";
    assert!(stdout.starts_with(cases), "{stdout}");
    assert!(
        stdout.contains("  in two, line 3, column 1\n  expected: c␊\n"),
        "{stdout}"
    );
    let unread = "the program ended with 1 line of its input unread, from line 2 (`c`) on";
    assert!(stdout.contains(unread), "{stdout}");
}

#[test]
fn a_program_of_another_course_gets_a_warning_if_it_earns_no_point() {
    let prompts = "printf 'Enter the board dimension: Computer plays (B/W) : '";
    for (program, is_warned) in [
        (format!("#!/bin/sh\n{prompts}\n"), true),
        (format!("{RIGHT}{prompts} >&2\n"), false),
    ] {
        let (_, _, stderr) = single(cases().path(), &[], submission(&program).path());
        let warning = "the texts are those of aps105-lab8: is utoronto-a1 the right course?";
        assert_eq!(stderr.contains(warning), is_warned, "{stderr}");
    }
}

#[test]
fn no_colour_is_printed_into_a_pipe() {
    let (_, stdout, stderr) = single(cases().path(), &[], submission(WRONG).path());
    assert!(
        !stdout.contains('\x1b') && stderr.is_empty(),
        "{stdout}{stderr}"
    );
}

#[test]
fn wrong_usage_ends_in_2() {
    let folder = submission(RIGHT);
    for args in [
        &[][..],
        &["no-such-course", "--", "./program"],
        &["utoronto-a1", "--jobs", "0", "--", "./program"],
        &["utoronto-a1", "--time", "0", "--", "./program"],
        &["utoronto-a1", "--format", "pdf", "--", "./program"],
        &["batch", "utoronto-a1"],
    ] {
        assert_eq!(automarker(args, folder.path()).0, Some(2), "{args:?}");
    }
    let (status, _, stderr) = single(cases().path(), &["--case", "three"], folder.path());
    assert_eq!(status, Some(2));
    assert!(stderr.contains("no case \"three\""), "{stderr}");
}

#[test]
fn what_the_marker_cannot_do_ends_in_3_and_says_where() {
    let folder = submission(RIGHT);
    let nowhere = folder.path().join("nowhere");
    let (status, _, stderr) = single(&nowhere, &[], folder.path());
    assert_eq!(status, Some(3));
    assert!(
        stderr.starts_with("error: ") && stderr.contains("nowhere"),
        "{stderr}"
    );
}

#[test]
fn a_report_that_cannot_be_written_still_stands_on_standard_output() {
    let options = ["--format", "json", "--output", "no/such/folder.json"];
    let (status, stdout, stderr) = single(cases().path(), &options, submission(RIGHT).path());
    assert_eq!(status, Some(3));
    assert!(stdout.ends_with("2 of 2 points\n"), "{stdout}");
    assert!(
        stderr.contains("cannot write no/such/folder.json: "),
        "{stderr}"
    );
}

#[test]
fn a_report_goes_to_the_file_that_is_named() {
    let folder = submission(WRONG);
    let options = ["--format", "gradescope", "--output", "results.json"];
    assert_eq!(single(cases().path(), &options, folder.path()).0, Some(1));
    let text = fs::read(folder.path().join("results.json")).expect("it is written");
    let results: Value = serde_json::from_slice(&text).expect("it is JSON");
    assert_eq!(results["tests"][1]["status"], "failed");
}

#[test]
fn only_the_named_cases_are_run() {
    let options = ["--case", "one", "--format", "json"];
    let (status, stdout, _) = single(cases().path(), &options, submission(WRONG).path());
    assert_eq!(status, Some(0));
    let report: Value = serde_json::from_str(&stdout).expect("it is JSON");
    assert_eq!(
        (&report["total"], &report["passed"]),
        (&1.into(), &1.into())
    );
    assert_eq!(report["cases"][0]["case"], "one");
}

#[test]
fn a_failed_build_is_a_verdict_on_every_case_and_shown_once() {
    let options = ["--build", "echo broken >&2; false"];
    let (status, stdout, _) = single(cases().path(), &options, submission(RIGHT).path());
    assert_eq!(status, Some(1));
    assert!(
        stdout.starts_with("build failed  one, two\n\n1. build failed: "),
        "{stdout}"
    );
    assert_eq!(
        stdout.matches("standard error: broken\n").count(),
        1,
        "{stdout}"
    );
    assert!(stdout.contains(": 0 of 2 cases passed, 0 of 2 points: build failed: "));
}

#[test]
fn marking_leaves_the_students_files_alone() {
    let folder = submission(RIGHT);
    write(&folder.path().join("notes.txt"), "mine");
    let options = ["--build", "echo built > made-by-the-build"];
    let (status, stdout, _) = single(cases().path(), &options, folder.path());
    assert_eq!(status, Some(0), "{stdout}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    assert_eq!((&*read("notes.txt"), &*read("program")), ("mine", RIGHT));
    assert_eq!(read("made-by-the-build"), "built\n");
}

#[test]
fn a_batch_builds_in_copies() {
    let folder = folder();
    let submission = folder.path().join("submissions/alice");
    fs::create_dir_all(&submission).expect("a folder can be made");
    write(
        &submission.join("game.c"),
        "#include <stdio.h>\nint main(void) { char l[9]; while (fgets(l, 9, stdin)) \
         printf(\"%s%s\", l, l); return 0; }\n",
    );
    let cases = cases();
    let cases = cases.path().to_str().expect("a path that is text");
    let args = ["batch", "utoronto-a1", "submissions", "--cases", cases];
    let (status, stdout, stderr) = automarker(&args, folder.path());
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    let left: Vec<_> = fs::read_dir(&submission).expect("it is there").collect();
    assert_eq!(left.len(), 1);
}

#[test]
fn a_program_that_is_not_there_could_not_start() {
    let (status, stdout, _) = single(cases().path(), &[], folder().path());
    assert_eq!(status, Some(1));
    let start = "could not start  one, two\n\n1. could not start: there is no ./program";
    assert!(stdout.starts_with(start), "{stdout}");
}

#[test]
fn cargo_run_is_built_once_and_its_arguments_are_kept() {
    let folder = folder();
    let manifest =
        "[package]\nname = \"twice\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n";
    let source = "fn main() {\n    let word = std::env::args().nth(1).unwrap();\n    \
                  for line in std::io::stdin().lines() {\n        let line = line.unwrap();\n        \
                  println!(\"{line}\\n{}\", if word == \"--twice\" { &line } else { &word });\n    }\n}\n";
    fs::create_dir(folder.path().join("src")).expect("a folder can be made");
    write(&folder.path().join("Cargo.toml"), manifest);
    write(&folder.path().join("src/main.rs"), source);
    let cases = cases();
    let cases = cases.path().to_str().expect("a path that is text");
    let args = [
        "utoronto-a1",
        "--cases",
        cases,
        "--",
        "cargo",
        "run",
        "-q",
        "--",
        "--twice",
    ];
    let (status, stdout, _) = automarker(&args, folder.path());
    assert_eq!(status, Some(0), "{stdout}");
}

#[test]
fn the_cases_of_a_course_are_listed_with_their_places_in_the_handout() {
    let here = folder();
    for course in courses::ALL {
        let (status, stdout, stderr) = automarker(&["cases", course.name, "--all"], here.path());
        assert_eq!((status, stderr.as_str()), (Some(0), ""));
        for line in stdout.lines() {
            assert!(line.contains("  ") && line.trim_end() == line, "{line:?}");
        }
    }
    let (_, marked, _) = automarker(&["cases", "utoronto-a1"], here.path());
    let (_, all, _) = automarker(&["cases", "utoronto-a1", "--all"], here.path());
    let line = "white-space-around-a-move      unspecified: white space around a move\n";
    assert!(
        all.contains(line) && !marked.contains("unspecified"),
        "{all}"
    );
    let is_draw = |line: &&str| line.starts_with("draw  ") && line.ends_with("the end: \"Draw!\"");
    assert!(marked.lines().any(|line| is_draw(&line)), "{marked}");
}

#[test]
fn courses_and_cases_are_listed() {
    let here = folder();
    let (status, stdout, _) = automarker(&["courses"], here.path());
    assert_eq!(status, Some(0));
    assert!(
        stdout.lines().any(|line| line.starts_with("utoronto-a1 ")),
        "{stdout}"
    );
    let cases = cases();
    let cases = cases.path().to_str().expect("a path that is text");
    let (status, stdout, _) = automarker(&["cases", "cmsc201", "--cases", cases], here.path());
    assert_eq!((status, stdout.as_str()), (Some(0), "one\ntwo\n"));
}
