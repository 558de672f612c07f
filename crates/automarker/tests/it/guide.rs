//! The guide for course staff: its commands, their output, and its example.

#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

const GUIDE: &str = include_str!("../../CASES.md");

pub(crate) fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = page.split("```").collect();
    assert_eq!(parts.len() % 2, 1, "every block ends");
    let code = parts.into_iter().skip(1).step_by(2);
    code.map(|block| block.split_once('\n').expect("it has lines"))
        .collect()
}

/// Runs `commands` in `folder`, with `marker` in `PATH` and the zoo in `ZOO`. Returns the exit
/// status and the output.
pub(crate) fn shell(commands: &str, folder: &Path, marker: &Path) -> (i32, String) {
    let mut path = vec![marker.parent().expect("it is in a folder").to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{commands}")])
        .env("PATH", env::join_paths(path).expect("no colon in it"))
        .env("LC_ALL", "C.UTF-8")
        .env("ZOO", zoo)
        .current_dir(folder)
        .output()
        .expect("there is a shell");
    let printed = String::from_utf8(output.stdout).expect("it prints text");
    (output.status.code().unwrap_or(-1), printed)
}

pub(crate) fn run(commands: &str, folder: &Path, marker: &Path) -> String {
    let (status, printed) = shell(&format!("set -e; {commands}"), folder, marker);
    // The status is 1 if a program fails a case.
    assert!(matches!(status, 0 | 1), "{commands}{printed}");
    printed
}

/// Checks that `printed` matches `page`, where `...` stands for any lines, or any text in a
/// line. The level of the sandbox depends on the system.
pub(crate) fn assert_like(printed: &str, page: &str) {
    let mut lines = printed
        .lines()
        .filter(|line| !line.starts_with("note: sandbox"));
    let mut may_skip = false;
    for wanted in page.lines() {
        if wanted == "..." {
            may_skip = true;
            continue;
        }
        let found = if may_skip {
            lines.any(|line| is_like(line, wanted))
        } else {
            lines.next().is_some_and(|line| is_like(line, wanted))
        };
        assert!(found, "{wanted:?} is not in its place in:\n{printed}");
        may_skip = false;
    }
    assert!(may_skip || lines.next().is_none(), "more lines:\n{printed}");
}

fn is_like(line: &str, wanted: &str) -> bool {
    let Some((start, rest)) = wanted.split_once("...") else {
        return line == wanted;
    };
    let Some(mut line) = line.strip_prefix(start) else {
        return false;
    };
    let (middle, end) = rest.rsplit_once("...").unwrap_or(("", rest));
    for part in middle.split("...") {
        let Some(at) = line.find(part) else {
            return false;
        };
        line = &line[at + part.len()..];
    }
    line.ends_with(end)
}

#[test]
fn every_command_of_the_guide_prints_what_it_says() {
    let clone = tempfile::tempdir().expect("a folder can be made");
    let here = Path::new("crates/automarker");
    let workspace = course_tests::workspace().join(here);
    let copy = |from: &str| {
        let to = clone.path().join(here).join(from);
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("a folder");
        fs::copy(workspace.join(from), to).expect("a file can be copied");
    };
    copy("tests/zoo/utoronto-a1/correct.py");
    for file in fs::read_dir(workspace.join("example/cases")).expect("there is an example") {
        let name = file.expect("it can be listed").file_name();
        copy(&format!("example/cases/{}", name.display()));
    }
    let example = clone.path().join(here).join("example");
    let blocks = blocks(GUIDE);
    let mut compared = 0;
    for (index, (language, text)) in blocks.iter().enumerate() {
        if *language != "sh" {
            continue;
        }
        let printed = run(text, &example, assert_cmd::cargo::cargo_bin!("automarker"));
        if let Some(("text", guide)) = blocks.get(index + 1) {
            assert_like(&printed, guide);
            compared += 1;
        } else {
            assert_eq!(printed, "", "{text}");
        }
    }
    assert_eq!(compared, 13);
}

#[test]
fn the_settings_of_the_guide_are_those_of_its_example() {
    let settings = blocks(GUIDE)
        .into_iter()
        .find(|(language, _)| *language == "toml")
        .expect("it shows settings")
        .1;
    let path = course_tests::workspace().join("crates/automarker/example/cases/cases.toml");
    assert_eq!(settings, fs::read_to_string(path).expect("it is there"));
}

#[test]
#[should_panic(expected = "is not in its place")]
fn a_line_that_the_guide_does_not_have_is_noticed() {
    assert_like("a\nbcd\nc\n", "a\nb...\nc\n");
    assert_like("a\nb\nc\n", "a\nc\n");
}
