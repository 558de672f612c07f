//! `MarkUs`, simulated: its server puts the files of a submission and then those of the
//! package into one folder, and reads the standard output of the script, as
//! `_setup_files` and `loads_partial_json` in
//! <https://github.com/MarkUsProject/markus-autotesting/tree/master/server/autotest_server>
//! do.

use std::fs;
use std::path::Path;

use serde_json::Value;
use submission::archive::{UnpackLimits, unpack};

use super::root::{Root, copy};
use super::{COURSES, Kind, forged, package};
use crate::cli::{folder, write};
use crate::formats::published::check;

/// Marks the submission with the package in `zip`. Returns the tests, the points earned
/// and those of all tests, and the standard error.
fn marks(zip: &Path, submission: &Path) -> (Vec<Value>, [f64; 2], String) {
    let root = Root::new();
    copy(submission, &root.path("work"));
    unpack(zip, &root.path("work"), &UnpackLimits::SUBMISSION).expect("it is a zip file");
    // The files of the package belong to the server: the worker's user may read them.
    let output = root.run("cd /work && chmod 750 automarker* && ./automarker.sh < /dev/null");
    assert_eq!(output.status.code(), Some(0));
    let stderr = String::from_utf8(output.stderr).expect("text");
    let text = String::from_utf8(output.stdout).expect("text");
    if let Err(fault) = check("markus", &text) {
        panic!("{fault}\n{text}\n{stderr}");
    }
    let read = |line| serde_json::from_str(line).expect("it is JSON");
    let tests: Vec<Value> = text.lines().map(read).collect();
    let sum = |key: &str| tests.iter().filter_map(|test| test[key].as_f64()).sum();
    let points = [sum("marks_earned"), sum("marks_total")];
    (tests, points, stderr)
}

#[test]
fn markus_marks_five_submissions() {
    let here = folder();
    let course = &COURSES[2];
    let printed = package(here.path(), &[&["markus"], &course.args()[..]].concat());
    assert!(
        printed.starts_with("markus.zip: MarkUs, 2 cases, 20 points"),
        "{printed}"
    );
    let zip = here.path().join("markus.zip");
    for kind in Kind::ALL {
        let submission = course.submission(kind);
        // Folders of these names would be in the way of files.
        let nested = submission.path().join("automarker-cases");
        fs::create_dir(&nested).expect("a folder can be made");
        write(&nested.join("cases.toml"), "[defaults]\nweight = 0\n");
        let (tests, [earned, all], stderr) = marks(&zip, submission.path());
        let about = format!("{kind:?}: {tests:?} {stderr}");
        assert!((all - 20.0).abs() < 1e-9, "{about}");
        kind.check(earned / all, &about);
        // Everything there is a problem of the tests, for staff.
        assert_eq!(stderr, "", "{about}");
    }
    let (tests, [earned, all], _) = marks(&zip, forged::submission().path());
    assert!(earned == 0.0 && (all - 20.0).abs() < 1e-9, "{tests:?}");
}

#[test]
fn markus_gets_a_result_of_a_marker_that_does_not_start() {
    let here = folder();
    package(here.path(), &["markus", "cmsc201", "--points", "20"]);
    let submission = COURSES[2].submission(Kind::Right);
    let unpacked = folder();
    let zip = here.path().join("markus.zip");
    unpack(&zip, unpacked.path(), &UnpackLimits::SUBMISSION).expect("it is a zip file");
    let root = Root::new();
    copy(submission.path(), &root.path("work"));
    for name in ["automarker", "automarker.sh"] {
        fs::copy(unpacked.path().join(name), root.path("work").join(name)).expect("a copy");
    }
    write(&root.path("work/automarker"), "#!/no/such/interpreter\n");
    for temporary in ["/tmp", "/no/such/folder"] {
        let output = root.run(&format!("cd /work && TMPDIR={temporary} ./automarker.sh"));
        let text = String::from_utf8(output.stdout).expect("text");
        check("markus", &text).expect("it is valid");
        assert!(text.contains("The autograder could not run"), "{text}");
        assert!(text.contains("\"marks_total\":20.0"), "{text}");
    }
}
