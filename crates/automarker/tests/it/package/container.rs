//! The container image, simulated in a clean root: executes the Containerfile's instructions,
//! without a network.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::root::{CleanRoot, copy};
use super::{COURSES, Grade, SimulatedPlatform};
use crate::cli::folder;

pub(super) const CONTAINER: SimulatedPlatform = SimulatedPlatform {
    name: "container",
    output: "container",
    marker: "automarker",
    install: |context| {
        let (root, entry_point) = build(context);
        Box::new(move |submission| mark(&root, &entry_point, submission))
    },
};

fn build(context: &Path) -> (CleanRoot, String) {
    let root = CleanRoot::new();
    let mut entry_point = None;
    let file = fs::read_to_string(context.join("Containerfile")).expect("it is there");
    for line in file.lines() {
        let (instruction, rest) = line.split_once(' ').expect("each has arguments");
        match instruction {
            // The root is like a Debian image, and the first folder does not matter.
            "#" | "ARG" | "FROM" | "WORKDIR" => {}
            "COPY" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let (to, sources) = words.split_last().expect("there is a place");
                for source in sources {
                    put(&context.join(source), &root, to);
                }
            }
            "RUN" => drop(root.succeed(rest)),
            "ENTRYPOINT" => {
                let words: Vec<String> = serde_json::from_str(rest).expect("a list");
                entry_point = Some(words.join(" "));
            }
            _ => panic!("{line}"),
        }
    }
    (root, entry_point.expect("there is one"))
}

fn put(source: &Path, root: &CleanRoot, to: &str) {
    let path = root.path(to.trim_start_matches('/'));
    if source.is_dir() {
        return copy(source, &path);
    }
    let path = if to.ends_with('/') {
        path.join(source.file_name().expect("it has a name"))
    } else {
        path
    };
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
    fs::copy(source, path).expect("it can be copied");
}

fn mark(root: &CleanRoot, entry_point: &str, submission: &Path) -> Grade {
    let results = root.path("results");
    copy(submission, &root.path("submission"));
    let printed = root.succeed(entry_point);
    let text = fs::read_to_string(results.join("results.json"));
    let text = text.unwrap_or_else(|error| panic!("no results.json: {error}:\n{printed}"));
    fs::remove_file(results.join("results.json")).expect("it can be removed");
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let number = |key: &str| report[key].as_f64().expect("a number");
    Grade {
        earned: number("points"),
        possible: number("possible"),
        report: printed,
    }
}

#[test]
fn a_container_marks_programs_in_python() {
    CONTAINER.marks(&COURSES[2]);
}

#[test]
fn a_container_marks_programs_in_c_with_its_own_cases() {
    let here = folder();
    let course = &COURSES[1];
    let fixtures = course_tests::workspace().join("fixtures").join(course.name);
    copy(&fixtures, &here.path().join("cases"));
    CONTAINER.marks_in(here.path(), course, &["--cases", "cases"]);
}

#[test]
fn a_container_whose_marker_does_not_start_gives_a_result() {
    CONTAINER.reports_a_broken_marker();
}
