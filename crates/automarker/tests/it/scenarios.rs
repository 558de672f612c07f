//! Runs the pages of `scenarios/`, which show the command step by step.
//!
//! A block `file NAME` becomes that file, executable if it is a script. A block `console` has
//! shell commands after `$`, each followed by its standard output and error: `...` stands for
//! any text in a line, or for any lines, and `[1]` is an exit status other than 0. `$ZOO` is
//! the folder of the zoo.

#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::path::Path;

use crate::cli::{script, write_all};
use crate::guide::{assert_like, blocks, shell};

macro_rules! scenarios {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), &env::temp_dir());
        })*
    };
}

scenarios! { batch cases course_file early exports give_up hidden_cases one_program only pasted project resume submission }

#[test]
fn a_project_below_the_home_folder() {
    check("home", &env::home_dir().expect("there is a home folder"));
}

fn check(name: &str, place: &Path) {
    let automarker = course_tests::workspace().join("crates/automarker");
    let page = format!("tests/it/scenarios/{}.md", name.replace('_', "-"));
    let page = fs::read_to_string(automarker.join(page)).expect("a page is text");
    let folder = tempfile::tempdir_in(place).expect("a folder can be made");
    for (kind, text) in blocks(&page) {
        if let Some(file) = kind.strip_prefix("file ") {
            write_all(folder.path(), &[(file, text)]);
            if text.starts_with("#!") {
                script(&folder.path().join(file), text);
            }
        } else {
            assert_eq!(kind, "console");
            for step in format!("\n{text}").split("\n$ ").skip(1) {
                follow(step.trim_end(), folder.path());
            }
        }
    }
}

fn follow(step: &str, folder: &Path) {
    let lines = step.split('\n').enumerate();
    let (command, expected): (Vec<_>, Vec<_>) =
        lines.partition(|(index, line)| *index == 0 || line.starts_with("> "));
    let text = |lines: &[(usize, &str)]| {
        let lines = lines
            .iter()
            .map(|(_, line)| line.strip_prefix("> ").unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    };
    let marker = assert_cmd::cargo::cargo_bin!("automarker");
    let (status, printed) = shell(&text(&command), folder, marker);
    let status = match status {
        0 => String::new(),
        status => format!("[{status}]\n"),
    };
    assert_like(&(printed + &status), &text(&expected));
}
