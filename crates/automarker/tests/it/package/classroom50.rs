//! Classroom 50, simulated: its runner executes `autograder.py` in a checkout.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{COURSES, Kind, package};
use crate::cli::{folder, write};
use crate::formats::published::check;

/// Runs the autograder as the runner does, in `checkout`, and returns the result.
fn result(bundle: &Path, checkout: &Path) -> Value {
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
    check("classroom50", &text).expect("it is valid");
    let result: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(result["classroom"], "ece1724");
    assert_eq!(result["submission"], "submit/2026-10-01T12-00-00Z");
    assert_eq!(result["review"], "https://example.org/review");
    result
}

#[test]
fn classroom50_marks_in_a_checkout() {
    let here = folder();
    let course = &COURSES[2];
    let printed = package(
        here.path(),
        &[&["classroom50"], &course.args()[..]].concat(),
    );
    assert!(
        printed.contains("note: students can read the cases"),
        "{printed}"
    );
    let bundle = here.path().join("autograder");
    for kind in Kind::ALL {
        let checkout = course.submission(kind);
        // A result of the student's own counts for nothing.
        write(&checkout.path().join("result.json"), "{\"score\": 1000}");
        let result = result(&bundle, checkout.path());
        let (score, most) = (&result["score"], &result["max-score"]);
        assert_eq!(most, 20, "{result}");
        let share = score.as_f64().expect("a number") / 20.0;
        kind.check(share, &result.to_string());
    }
}

#[test]
fn classroom50_gets_a_result_of_a_marker_that_does_not_start() {
    let here = folder();
    package(here.path(), &["classroom50", "cmsc201", "--points", "20"]);
    let bundle = here.path().join("autograder");
    write(&bundle.join("automarker"), "#!/no/such/interpreter\n");
    let checkout = folder();
    let result = result(&bundle, checkout.path());
    assert_eq!(
        (&result["score"], &result["max-score"]),
        (&0.into(), &20.into())
    );
    assert!(result.to_string().contains("The autograder could not run"));
}
