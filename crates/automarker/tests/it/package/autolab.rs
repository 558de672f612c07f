//! Autolab, simulated: `make` in a folder with the handin and the two files of the
//! package, all of whose output is one file, as in
//! <https://github.com/autolab/Tango/blob/master/autodriver/autodriver.c>.

use std::fs;
use std::path::Path;

use super::root::{Root, copy};
use super::{COURSES, Course, Kind, forged, package};
use crate::cli::{folder, write};
use crate::formats::published::autolab::{self, Feedback};

/// Marks the folder `submission`, which has one file. Returns what Autolab keeps, and
/// the output.
fn feedback(package: &Path, submission: &Path) -> (Feedback, String) {
    let root = Root::new();
    copy(submission, &root.path("autolab"));
    fs::copy(
        package.join("autograde-Makefile"),
        root.path("autolab/Makefile"),
    )
    .expect("a copy");
    let tar = root.path("autolab/autograde.tar");
    fs::copy(package.join("autograde.tar"), tar).expect("a copy");
    root.succeed("cd /autolab && exec make > /output 2>&1");
    let output = fs::read_to_string(root.path("output")).expect("it is there");
    match autolab::read(&output) {
        Ok(feedback) => (feedback, output),
        Err(fault) => panic!("{fault}\n{output}"),
    }
}

fn marks_four_submissions(course: &Course) {
    let here = folder();
    let printed = package(here.path(), &[&["autolab"], &course.args()[..]].concat());
    assert!(
        printed.contains("a problem `Correctness` with a maximum score of 20"),
        "{printed}"
    );
    for kind in Kind::ALL {
        let submission = course.submission(kind);
        if kind == Kind::Empty {
            write(&submission.path().join(course.file), "");
        }
        let (feedback, output) = feedback(&here.path().join("autolab"), submission.path());
        let (score, about) = (
            feedback.scores["Correctness"],
            format!("{kind:?}: {output}"),
        );
        assert_eq!(feedback.shown.len(), course.cases.len(), "{about}");
        match kind {
            Kind::Right => assert!((score - 20.0).abs() < 1e-9, "{about}"),
            Kind::Wrong => assert!(score < 20.0 && about.contains("wrong output"), "{about}"),
            Kind::Hanging => assert!(score == 0.0 && about.contains("timeout"), "{about}"),
            Kind::Empty => assert!(score == 0.0 && !about.contains("not marked"), "{about}"),
        }
    }
}

#[test]
fn autolab_marks_programs_in_c() {
    marks_four_submissions(&COURSES[1]);
}

#[test]
fn autolab_marks_programs_in_python() {
    marks_four_submissions(&COURSES[2]);
}

#[test]
fn autolab_marks_forgers_and_reports_failures() {
    let here = folder();
    let course = &COURSES[2];
    package(here.path(), &[&["autolab"], &course.args()[..]].concat());
    let package = here.path().join("autolab");
    let (feedback_of_forger, output) = feedback(&package, forged::submission().path());
    assert!(feedback_of_forger.scores["Correctness"] == 0.0, "{output}");

    let makefile = package.join("autograde-Makefile");
    let text = fs::read_to_string(&makefile).expect("it is there");
    write(
        &makefile,
        &text.replace("= Correctness", "= Part 1: \"tests\""),
    );
    let right = course.submission(Kind::Right);
    let (named, output) = feedback(&package, right.path());
    assert!(
        (named.scores["Part 1: \"tests\""] - 20.0).abs() < 1e-9,
        "{output}"
    );

    // A handin that is not there is no fault of the submission.
    let (failed, output) = feedback(&package, folder().path());
    assert!(failed.scores["Part 1: \"tests\""] == 0.0, "{output}");
    assert!(output.contains("The autograder could not run"), "{output}");

    // Two files are handins only if the Makefile names one.
    write(&right.path().join("settings.json"), "{}");
    let (failed, output) = feedback(&package, right.path());
    assert!(failed.scores["Part 1: \"tests\""] == 0.0, "{output}");
    let which = "error: proj2.py and settings.json: name the handin in autograde-Makefile";
    assert!(output.contains(which), "{output}");
    let handin = format!("AUTOLAB_HANDIN = {}\n", course.file);
    write(&makefile, &text.replace("AUTOLAB_HANDIN =\n", &handin));
    let (named, output) = feedback(&package, right.path());
    assert!(
        (named.scores["Correctness"] - 20.0).abs() < 1e-9,
        "{output}"
    );

    write(&makefile, &text);
    write(&package.join("autograde.tar"), "not an archive");
    let (failed, output) = feedback(&package, right.path());
    assert!(failed.scores["Correctness"] == 0.0, "{output}");
    assert!(
        output.contains("error: the autograder could not run"),
        "{output}"
    );
}
