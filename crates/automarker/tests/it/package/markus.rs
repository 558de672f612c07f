//! `MarkUs`, simulated: its server puts the files of a submission and then those of the package
//! into one folder, and reads the standard output of the script, like `_setup_files` and
//! `loads_partial_json` in
//! <https://github.com/MarkUsProject/markus-autotesting/tree/master/server/autotest_server>.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::root::{CleanRoot, copy};
use super::{COURSES, Grade, SimulatedPlatform};
use crate::cli::write_all;

pub(super) const MARKUS: SimulatedPlatform = SimulatedPlatform {
    name: "markus",
    output: "markus.zip",
    marker: "automarker",
    install: |files| {
        let files = files.to_owned();
        Box::new(move |submission| mark(&files, submission))
    },
};

fn mark(files: &Path, submission: &Path) -> Grade {
    let root = CleanRoot::new();
    copy(submission, &root.path("work"));
    // Folders of these names would block files.
    let settings = ("automarker-cases/cases.toml", "[defaults]\nweight = 0\n");
    write_all(&root.path("work"), &[settings]);
    for file in fs::read_dir(files).expect("it can be listed") {
        let file = file.expect("it can be listed");
        fs::copy(file.path(), root.path("work").join(file.file_name())).expect("a copy");
    }
    // The package's files belong to the server, and the worker's user may read them.
    let output =
        root.run("cd /work && chmod 750 automarker automarker.sh && ./automarker.sh < /dev/null");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let read = |line| serde_json::from_str(line).expect("it is JSON");
    let tests: Vec<Value> = text.lines().map(read).collect();
    let sum = |key: &str| tests.iter().filter_map(|test| test[key].as_f64()).sum();
    Grade {
        earned: sum("marks_earned"),
        possible: sum("marks_total"),
        report: text,
    }
}

#[test]
fn markus_marks_five_submissions() {
    MARKUS.marks(&COURSES[2]);
}

#[test]
fn markus_gets_a_result_of_a_marker_that_does_not_start() {
    MARKUS.reports_a_broken_marker();
}
