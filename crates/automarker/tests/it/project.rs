//! A student's project folder: guessing and remembering its course, playing a case,
//! marking again when a file is saved.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::cli::{automarker, folder, submission, write};

/// A folder with the zoo's right program of `course` in C.
fn project(course: &str, change: impl Fn(&str) -> String) -> tempfile::TempDir {
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
    let source = fs::read_to_string(zoo.join(course).join("correct.c")).expect("a program");
    let folder = folder();
    write(&folder.path().join("reversi.c"), &change(&source));
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn alone_it_guesses_the_course_finds_the_program_and_leaves_nothing() {
    let project = project("utoronto-a1", str::to_owned);
    let (status, stdout, stderr) = automarker(&[], project.path());
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("18 of 18 cases passed"), "{stdout}");
    assert_eq!(
        stderr,
        "note: the course is utoronto-a1, because its texts are in reversi.c; \
         `automarker init utoronto-a1` remembers it\n"
    );
    assert_eq!(names(project.path()), ["reversi.c"]);
}

#[test]
fn a_folder_that_tells_no_course_is_refused() {
    let (status, stdout, stderr) = automarker(&[], folder().path());
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("tell the course; name it, as in `automarker utoronto-a1`"));
}

#[test]
fn the_settings_of_a_project_are_used_and_arguments_go_before_them() {
    let project = project("aps105-lab8", |source| {
        source.replace("Invalid move", "Invalid  move")
    });
    let toml = project.path().join("automarker.toml");
    let line = [
        "init",
        "aps105-lab8",
        "--build",
        "gcc -O2 -o part1 reversi.c",
        "--",
        "./part1",
    ];
    let (status, stdout, stderr) = automarker(&line, project.path());
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stdout.starts_with("automarker.toml: the course is aps105-lab8\n"));
    // What is there is replaced only on request.
    let (status, _, stderr) = automarker(&line, project.path());
    let expected = "error: automarker.toml exists; replace it with --force\n";
    assert_eq!((status, &*stderr), (Some(3), expected));
    let forced = [&line[..2], &["--force"], &line[2..]].concat();
    assert_eq!(automarker(&forced, project.path()).0, Some(0));

    let (status, stdout, stderr) = automarker(&[], project.path());
    assert_eq!((status, stderr.as_str()), (Some(1), ""));
    assert!(stdout.contains("aps105-lab8: ./part1: "), "{stdout}");
    let last = stdout.lines().last().expect("a line");
    assert!(stdout.contains("\nfirst: mend "), "{stdout}");
    // Whoever types what the line says sees that case.
    let (_, command) = last
        .split_once("to see it: automarker ")
        .expect("a command");
    let words: Vec<&str> = command.split(' ').collect();
    let (status, stdout, _) = automarker(&words, project.path());
    assert_eq!(status, Some(1));
    assert!(
        stdout.contains(&format!("\n{}: wrong output", words[1])),
        "{stdout}"
    );

    let tokens = ["--compare", "tokens"];
    assert_eq!(automarker(&tokens, project.path()).0, Some(0));
    let text = fs::read_to_string(&toml).expect("settings");
    write(&toml, &format!("compare = \"tokens\"\n{text}"));
    assert_eq!(automarker(&[], project.path()).0, Some(0));
    for (settings, message) in [
        ("compare = \"loose\"", "compare = \"loose\": it is "),
        ("judge = 3", "TOML parse error at line 2, column 9"),
        ("course = \"lab8\"", "course = \"lab8\": there is no such "),
    ] {
        let course =
            "course = \"aps105-lab8\"\n".repeat(usize::from(!settings.starts_with("course")));
        write(&toml, &format!("{course}{settings}\n"));
        let (status, _, stderr) = automarker(&[], project.path());
        assert_eq!(status, Some(3), "{stderr}");
        let start = format!("error: automarker.toml: {message}");
        assert!(stderr.starts_with(&start), "{stderr}");
    }
}

#[test]
fn what_to_do_first_is_the_last_line() {
    let last = |stdout: &str| stdout.lines().last().map(str::to_owned);
    let broken = project("utoronto-a1", |source| format!("{source}\n}}"));
    let (_, stdout, _) = automarker(&["utoronto-a1"], broken.path());
    let expected = "first: make it build: mend the first error";
    assert_eq!(last(&stdout).as_deref(), Some(expected), "{stdout}");
    let nothing = folder();
    let (_, stdout, _) = automarker(&["utoronto-a1"], nothing.path());
    assert_eq!(
        last(&stdout).as_deref(),
        Some("first: make it start: nothing was run")
    );
}

#[test]
fn a_case_is_played_up_to_the_first_difference() {
    let project = project("utoronto-a1", |source| {
        source.replace("Try again", "try again")
    });
    let (status, stdout, _) = automarker(&["try", "draw"], project.path());
    assert_eq!(status, Some(0), "{stdout}");
    let (status, all, _) = automarker(&["try", "malformed-lines", "--full"], project.path());
    let (_, cut, _) = automarker(&["try", "malformed-lines"], project.path());
    assert_eq!(status, Some(1), "{all}");
    let wrong = "Invalid move. Try again.               ≠ Invalid move. try again.\n";
    assert_eq!(cut.matches(wrong).count(), 1, "{cut}");
    assert!(all.matches(wrong).count() > 1, "{all}");
    assert!(cut.starts_with("expected                                 printed\n  abcdefgh  "));
    assert!(cut.contains("\nthe outputs differ here; `--full` plays the rest\n"));
    let (status, _, stderr) = automarker(&["try", "nonsense"], project.path());
    assert_eq!(status, Some(2));
    assert!(stderr.contains("has no case \"nonsense\";"), "{stderr}");
    let (_, _, stderr) = automarker(&["try", "wipeout-by-black"], project.path());
    assert!(
        stderr.contains("; near ones are wipe-out-by-black"),
        "{stderr}"
    );
}

#[test]
fn a_case_in_the_other_spelling_is_played_on_to_the_mistake() {
    let project = project("aps105-lab8", |source| {
        let source = source.replace("move for color", "move for colour");
        source.replace("Invalid move", "Invalid  move")
    });
    let (status, stdout, _) = automarker(&["try", "illegal-first-move"], project.path());
    assert_eq!(status, Some(1), "{stdout}");
    let differing: Vec<_> = stdout.lines().filter(|line| line.contains('≠')).collect();
    assert_eq!(differing.len(), 1, "{stdout}");
    assert!(differing[0].contains("Invalid  move"), "{stdout}");
}

#[test]
fn a_program_is_marked_as_it_is_typed() {
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo/cmsc201");
    let here = folder();
    fs::copy(zoo.join("correct.py"), here.path().join("proj2.py")).expect("a copy");
    crate::cli::script(
        &here.path().join("run"),
        "#!/bin/sh\nexec python3 proj2.py\n",
    );
    write(&here.path().join("main.cpp"), "int main() {}\n");
    for program in ["proj2.py", "python3 proj2.py", "./run", "run"] {
        let line = format!("cmsc201 {program}");
        let line: Vec<_> = line.split(' ').collect();
        for line in [&line[..], &line[1..]] {
            let (status, stdout, stderr) = automarker(line, here.path());
            assert_eq!(status, Some(0), "{line:?}: {stdout}{stderr}");
        }
    }
    let (status, _, stderr) = automarker(&["cmsc201", "main.cpp"], here.path());
    let typed = "`automarker COURSE --build 'g++ -O2 -o main main.cpp' -- ./main`";
    assert!(status == Some(2) && stderr.contains(typed), "{stderr}");
}

#[test]
fn by_the_rules_a_case_is_played_to_its_end() {
    let project = project("cmsc201", str::to_owned);
    let cases = automarker(&["cases", "cmsc201"], project.path()).1;
    let case = cases.split_whitespace().next().expect("a case");
    let (status, stdout, stderr) = automarker(&["try", case, "cmsc201"], project.path());
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains('│') && !stdout.contains('≠'), "{stdout}");
}

#[test]
fn a_saved_file_is_marked_again_and_one_that_a_build_makes_is_not() {
    const RIGHT: &str = "#!/bin/sh\nread -r line; echo \"$line\"\n";
    const WRONG: &str = "#!/bin/sh\necho wrong\n";
    let project = submission(WRONG);
    let cases = folder();
    write(&cases.path().join("one.in"), "a\n");
    write(&cases.path().join("one.out"), "a\n");
    let mut command = Command::new(cargo_bin!("automarker"));
    command.current_dir(project.path()).stdout(Stdio::piped());
    command.args([
        "watch",
        "utoronto-a1",
        "--build",
        "date +%N >made.o",
        "--cases",
    ]);
    command.arg(cases.path()).args(["--", "./program"]);
    let mut watch = command.spawn().expect("it starts");
    let mut lines = BufReader::new(watch.stdout.take().expect("a pipe")).lines();
    let mut summary = || {
        let mut lines = lines.by_ref().map(|line| line.expect("text"));
        let summary = lines.find(|line| line.contains("passed"));
        // It says so when it is ready for the next change.
        lines.find(|line| line.starts_with("waiting for a file"));
        summary.expect("a summary")
    };
    assert!(summary().contains(" 0 of 1 case passed"));
    crate::cli::script(&project.path().join("program"), RIGHT);
    assert!(summary().contains(" 1 of 1 case passed"));
    crate::cli::script(&project.path().join("program"), WRONG);
    assert!(summary().contains(" 0 of 1 case passed"));
    let pid = Pid::from_raw(watch.id().cast_signed());
    kill(pid, Signal::SIGINT).expect("it runs");
    watch.wait().expect("it ends");
    let rest = lines.map_while(Result::ok);
    assert_eq!(rest.filter(|line| line.contains("passed")).count(), 0);
}
