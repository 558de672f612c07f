//! Gradescope, simulated: its folders in a clean root without a network, as its
//! documentation has them.

use std::fs;
use std::path::Path;

use serde_json::Value;
use submission::archive::{UnpackLimits, unpack};

use super::root::{Root, copy};
use super::{COURSES, Course, Kind, package};
use crate::cli::folder;
use crate::formats::published::check;

const LATE: &str = r#"{
    "id": 123456, "created_at": "2026-10-02T01:00:00.000000-07:00",
    "assignment": {"due_date": "2026-10-01T23:00:00.000000-07:00", "late_due_date": null},
    "submission_method": "upload",
    "users": [{"email": "jane@example.edu", "id": 1, "name": "Jane Doe"}],
    "previous_submissions": []
}"#;

/// Lays out the files of `autograder.zip` as Gradescope does, and runs `setup.sh`.
fn set_up(zip: &Path) -> Root {
    let root = Root::new();
    let source = root.path("autograder/source");
    fs::create_dir_all(&source).expect("a folder can be made");
    unpack(zip, &source, &UnpackLimits::SUBMISSION).expect("it is a zip file");
    let script = source.join("run_autograder");
    fs::copy(script, root.path("autograder/run_autograder")).expect("it is at the top");
    fs::create_dir(root.path("autograder/results")).expect("a folder can be made");
    fs::write(root.path("autograder/submission_metadata.json"), LATE).expect("a file");
    root.succeed("cd /autograder && bash -e source/setup.sh");
    root
}

/// Marks a submission. Returns its results, which must be as Gradescope defines them.
fn results(root: &Root, submission: &Path) -> Value {
    let results = root.path("autograder/results/results.json");
    let _ = fs::remove_file(&results);
    copy(submission, &root.path("autograder/submission"));
    let printed = root.succeed("cd /autograder && ./run_autograder");
    let text = fs::read_to_string(&results);
    let text = text.unwrap_or_else(|error| panic!("no results.json: {error}:\n{printed}"));
    if let Err(fault) = check("gradescope", &text) {
        panic!("{fault}\n{text}");
    }
    let mut left = fs::read_dir(root.path("autograder/results")).expect("it is there");
    assert!(left.next().is_some() && left.next().is_none());
    serde_json::from_str(&text).expect("it is JSON")
}

fn score(results: &Value, key: &str) -> f64 {
    let tests = results["tests"].as_array().expect("a list");
    tests.iter().filter_map(|test| test[key].as_f64()).sum()
}

fn marks_four_submissions(course: &Course) {
    let here = folder();
    let args = course.args();
    let printed = package(here.path(), &[&["gradescope"], &args[..]].concat());
    assert!(
        printed.starts_with("autograder.zip: Gradescope, "),
        "{printed}"
    );
    let root = set_up(&here.path().join("autograder.zip"));
    for kind in Kind::ALL {
        let results = results(&root, course.submission(kind).path());
        let about = format!("{} {kind:?}: {results:#}", course.name);
        assert!(
            (score(&results, "max_score") - 20.0).abs() < 1e-9,
            "{about}"
        );
        let (earned, all) = (score(&results, "score"), results.to_string());
        match kind {
            Kind::Right => {
                assert!((earned - 20.0).abs() < 1e-9, "{about}");
                assert_eq!(results["extra_data"]["late"], "true");
                assert!(
                    all.contains("submitted 2 h 0 min after the due date"),
                    "{about}"
                );
            }
            Kind::Wrong => assert!(earned < 20.0 && all.contains("wrong output"), "{about}"),
            Kind::Hanging => assert!(earned == 0.0 && all.contains("timeout"), "{about}"),
            Kind::Empty => assert!(earned == 0.0 && all.contains("nothing to run"), "{about}"),
        }
        assert!(!all.contains("not marked"), "{about}");
    }
}

#[test]
fn gradescope_marks_programs_in_rust() {
    marks_four_submissions(&COURSES[0]);
}

#[test]
fn gradescope_marks_programs_in_c() {
    marks_four_submissions(&COURSES[1]);
}

#[test]
fn gradescope_marks_programs_in_python() {
    marks_four_submissions(&COURSES[2]);
}
