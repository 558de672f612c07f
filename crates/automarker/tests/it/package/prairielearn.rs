//! `PrairieLearn`, simulated: a container with the folder `/grade`, laid out as its
//! documentation has it, and the entrypoint of `info.json`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::root::{Root, copy};
use super::{COURSES, Course, Kind, forged, package};
use crate::cli::{automarker, folder, write};
use crate::formats::published::check;

/// The folder of the question and that of its files.
fn name(course: &Course) -> String {
    format!("automarker-{}", course.name)
}

/// Lays out what `PrairieLearn` copies for every submission, and runs the entrypoint.
/// Returns the results.
fn results(course: &Course, package: &Path, submission: &Path) -> Value {
    let root = Root::new();
    let info = package
        .join("questions")
        .join(name(course))
        .join("info.json");
    let info = fs::read(info).expect("it is there");
    let info: Value = serde_json::from_slice(&info).expect("it is JSON");
    let options = &info["externalGradingOptions"];
    for file in options["serverFilesCourse"].as_array().expect("a list") {
        let file = file.as_str().expect("text");
        let from = package.join("serverFilesCourse").join(file);
        copy(&from, &root.path("grade/serverFilesCourse").join(file));
    }
    copy(submission, &root.path("grade/student"));
    let entrypoint = options["entrypoint"].as_str().expect("text");
    let printed = root.succeed(&format!("chmod +x {entrypoint} && exec {entrypoint}"));
    let mut left = fs::read_dir(root.path("grade/results")).expect("it is there");
    assert!(left.next().is_some() && left.next().is_none());
    let text = fs::read_to_string(root.path("grade/results/results.json"));
    let text = text.unwrap_or_else(|error| panic!("no results.json: {error}:\n{printed}"));
    if let Err(fault) = check("prairielearn", &text) {
        panic!("{fault}\n{text}");
    }
    serde_json::from_str(&text).expect("it is JSON")
}

fn marks_four_submissions(course: &Course) {
    let here = folder();
    let args = course.args();
    let printed = package(here.path(), &[&["prairielearn"], &args[..]].concat());
    assert!(
        printed.starts_with("prairielearn: PrairieLearn, "),
        "{printed}"
    );
    let package = here.path().join("prairielearn");
    for kind in Kind::ALL {
        let results = results(course, &package, course.submission(kind).path());
        let about = format!("{kind:?}: {results:#}");
        match kind {
            Kind::Right => assert_eq!(results["score"], 1.0, "{about}"),
            Kind::Wrong => assert!(results["score"].as_f64() < Some(1.0), "{about}"),
            Kind::Hanging => assert_eq!(results["score"], 0.0, "{about}"),
            Kind::Empty => assert_eq!(results["gradable"], false, "{about}"),
        }
        assert!(!about.contains("not marked"), "{about}");
    }
}

#[test]
fn prairielearn_marks_programs_in_c() {
    marks_four_submissions(&COURSES[1]);
}

#[test]
fn prairielearn_marks_programs_in_python() {
    marks_four_submissions(&COURSES[2]);
}

#[test]
fn prairielearn_marks_forgers_and_reports_failures() {
    let here = folder();
    let course = &COURSES[2];
    package(
        here.path(),
        &[&["prairielearn"], &course.args()[..]].concat(),
    );
    let package = here.path().join("prairielearn");
    let forger = forged::submission();
    assert_eq!(results(course, &package, forger.path())["score"], 0.0);
    // Points on a submission that is built and wrong, none on one that is not.
    write(&forger.path().join("other.py"), "print('which one?')\n");
    let unclear = results(course, &package, forger.path());
    assert_eq!(unclear["gradable"], false, "{unclear}");
    let marker = package
        .join("serverFilesCourse")
        .join(name(course))
        .join("automarker");
    write(&marker, "#!/no/such/interpreter\n");
    let failed = results(course, &package, forger.path());
    assert_eq!(failed["gradable"], false);
    assert!(failed.to_string().contains("The autograder could not run"));
}

#[test]
fn languages_that_no_image_has_together_are_refused() {
    let here = folder();
    let binary = super::static_marker()
        .to_str()
        .expect("a path that is text");
    let args = ["package", "prairielearn", "cmsc201", "--binary", binary];
    let args = [&args[..], &["--language", "java", "rust"]].concat();
    let (status, _, stderr) = automarker(&args, here.path());
    assert_eq!(status, Some(3));
    assert!(
        stderr.contains("PrairieLearn: no image is known"),
        "{stderr}"
    );
}
