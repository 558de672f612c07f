//! Classroom 50, simulated: its runner executes `autograder.py` in a checkout.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{COURSES, Grade, SimulatedPlatform};
use crate::cli::write;

pub(super) const CLASSROOM50: SimulatedPlatform = SimulatedPlatform {
    name: "classroom50",
    output: "autograder",
    marker: "automarker",
    install: |bundle| {
        let bundle = bundle.to_owned();
        Box::new(move |checkout| mark(&bundle, checkout))
    },
};

fn mark(bundle: &Path, checkout: &Path) -> Grade {
    // A result that the student wrote does not count.
    write(&checkout.join("result.json"), "{\"score\": 1000}");
    let output = Command::new("python3")
        .arg(bundle.join("autograder.py"))
        .current_dir(checkout)
        .envs([
            ("CLASSROOM", "ece1724"),
            ("ASSIGNMENT", "a1"),
            ("SUBMISSION_TAG", "submit/2026-10-01T12-00-00Z"),
            ("USERNAME", "octocat"),
            ("OWNER", "uoft"),
            ("ASSIGNMENT_TYPE", "individual"),
            ("COMMIT_URL", "https://example.org/commit"),
            ("RELEASE_URL", "https://example.org/release"),
            ("REVIEW_URL", "https://example.org/review"),
        ])
        .output()
        .expect("there is a python3");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{printed}");
    let text = fs::read_to_string(checkout.join("result.json")).expect(&printed);
    let result: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(result["classroom"], "ece1724");
    assert_eq!(result["submission"], "submit/2026-10-01T12-00-00Z");
    assert_eq!(result["review"], "https://example.org/review");
    let number = |key: &str| result[key].as_f64().expect("a number");
    Grade {
        earned: number("score"),
        possible: number("max-score"),
        report: text,
    }
}

#[test]
fn classroom50_marks_in_a_checkout() {
    CLASSROOM50.marks(&COURSES[2]);
}

#[test]
fn classroom50_gets_a_result_of_a_marker_that_does_not_start() {
    CLASSROOM50.reports_a_broken_marker();
}
