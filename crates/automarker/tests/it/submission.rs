//! Marking one submission.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{automarker, folder, submission, write};

/// A folder with two cases that `cat` passes, in `cases`: one is worth 3 times the other.
fn here() -> TempDir {
    let here = folder();
    let cases = here.path().join("cases");
    fs::create_dir(&cases).expect("a folder can be made");
    for name in ["one", "two"] {
        write(&cases.join(format!("{name}.in")), "a\n");
        write(&cases.join(format!("{name}.out")), "a\n");
    }
    // The reference program does something else.
    let settings = "[defaults]\nunspecified = true\n[two]\nweight = 3\n";
    write(&cases.join("cases.toml"), settings);
    here
}

fn marked(here: &Path, path: &Path, options: &[&str]) -> (Option<i32>, Value, String) {
    let path = path.to_str().expect("a path that is text");
    let cases = ["--cases", "cases", "--all", "--format", "json"];
    let args = [&["submission", "utoronto-a1", path], &cases[..], options].concat();
    let (status, stdout, stderr) = automarker(&args, here);
    let report = serde_json::from_str(&stdout).unwrap_or_default();
    (status, report, stderr)
}

const RIGHT: &str = "#!/bin/sh\ncat\n";

#[test]
fn one_submission_is_found_and_marked_as_in_a_batch() {
    let here = here();
    let (status, report, stderr) = marked(here.path(), submission(RIGHT).path(), &[]);
    assert_eq!(
        (status, &report["passed"]),
        (Some(0), &2.into()),
        "{stderr}"
    );
    let wrong = submission("#!/bin/sh\n");
    let (status, report, _) = marked(here.path(), wrong.path(), &[]);
    assert_eq!((status, &report["passed"]), (Some(1), &0.into()));
    let (status, ..) = marked(here.path(), wrong.path(), &["--grader"]);
    assert_eq!(status, Some(0));
    let (status, _, stderr) = marked(here.path(), Path::new("nobody"), &[]);
    assert_eq!(status, Some(3));
    assert!(stderr.contains("cannot read nobody"), "{stderr}");
}

#[test]
fn points_are_shared_by_weight() {
    let here = here();
    let right = submission(RIGHT);
    let (_, report, _) = marked(here.path(), right.path(), &["--points", "20"]);
    assert_eq!(
        (&report["points"], &report["possible"]),
        (&20.0.into(), &20.0.into())
    );
    assert_eq!(report["cases"][1]["weight"], 15.0);
}

#[test]
fn cases_after_the_deadline_are_skipped() {
    let here = here();
    let right = submission(RIGHT);
    let (status, report, _) = marked(here.path(), right.path(), &["--deadline", "0.000001"]);
    assert_eq!(status, Some(1));
    for case in report["cases"].as_array().expect("a list") {
        assert_eq!(case["verdict"], "skipped");
        assert_eq!(
            case["reason"],
            "not run, because the time for all cases was up"
        );
    }
    let (_, report, _) = marked(here.path(), right.path(), &["--deadline", "1000"]);
    assert_eq!(report["passed"], 2);
}

#[test]
fn cases_in_the_submission_are_refused() {
    let here = here();
    let (status, report, stderr) = marked(here.path(), here.path(), &[]);
    assert_eq!((status, report), (Some(3), Value::Null));
    assert!(stderr.contains("lies in the submission"), "{stderr}");
}
