//! Gradescope, simulated: its documented folders in a clean root without a network.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::root::{CleanRoot, copy};
use super::{COURSES, Grade, SimulatedPlatform};
use crate::cli::{folder, write, write_all};

const LATE: &str = include_str!("scripts/late.json");

pub(super) const GRADESCOPE: SimulatedPlatform = SimulatedPlatform {
    name: "gradescope",
    output: "autograder.zip",
    marker: "automarker",
    install: |files| {
        let root = set_up(files);
        Box::new(move |submission| {
            let results = results(&root, submission);
            let sum = |key: &str| {
                let tests = results["tests"].as_array().expect("a list");
                tests.iter().filter_map(|test| test[key].as_f64()).sum()
            };
            Grade {
                earned: sum("score"),
                possible: sum("max_score"),
                report: results.to_string(),
            }
        })
    },
};

fn set_up(files: &Path) -> CleanRoot {
    let root = CleanRoot::new();
    let source = root.path("autograder/source");
    copy(files, &source);
    let script = source.join("run_autograder");
    fs::copy(script, root.path("autograder/run_autograder")).expect("it is at the top");
    fs::create_dir(root.path("autograder/results")).expect("a folder can be made");
    fs::write(root.path("autograder/submission_metadata.json"), LATE).expect("a file");
    root.succeed("cd /autograder && bash -e source/setup.sh");
    root
}

fn results(root: &CleanRoot, submission: &Path) -> Value {
    let results = root.path("autograder/results/results.json");
    let _ = fs::remove_file(&results);
    copy(submission, &root.path("autograder/submission"));
    let printed = root.succeed("cd /autograder && ./run_autograder");
    let text = fs::read_to_string(&results);
    let text = text.unwrap_or_else(|error| panic!("no results.json: {error}:\n{printed}"));
    let mut left = fs::read_dir(root.path("autograder/results")).expect("it is there");
    assert!(left.next().is_some() && left.next().is_none());
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn gradescope_marks_programs_in_rust() {
    GRADESCOPE.marks(&COURSES[0]);
}

#[test]
fn gradescope_marks_programs_in_c() {
    GRADESCOPE.marks(&COURSES[1]);
}

#[test]
fn gradescope_marks_programs_in_python() {
    GRADESCOPE.marks(&COURSES[2]);
}

/// Reads the cases and the marker, forges results, changes the scripts, and leaves a process
/// that does so later.
const HOSTILE: &str = include_str!("scripts/hostile.py");

/// At level `landlock`, as in a container without namespaces.
#[test]
fn a_hostile_program_on_gradescope_changes_no_result() {
    let here = folder();
    write_all(
        &here.path().join("cases"),
        &[
            ("stolen.in", "4\nB\n"),
            ("stolen.out", "Enter the board dimension: "),
            ("cases.toml", "[stolen]\ntruncated_input = true\n"),
        ],
    );
    let options = "aps105-lab8 --cases cases --cpu 1 --sandbox =landlock --language python";
    let options: Vec<_> = options.split(' ').collect();
    let root = set_up(GRADESCOPE.package(here.path(), &options).path());
    let files = ["run_autograder", "source/automarker", "source/setup.sh"];
    let read = || files.map(|name| fs::read(root.path("autograder").join(name)).expect(name));
    let before = read();
    let submission = folder();
    write(&submission.path().join("main.py"), HOSTILE);
    let results = results(&root, submission.path());
    assert_eq!(results["tests"][0]["score"], 0.0, "{results:#}");
    assert!(results["score"].is_null(), "{results:#}");
    let output = results["output"].to_string();
    // The missing sandbox features are for staff.
    assert!(!output.contains("sandbox"), "{output}");
    assert_eq!(results["extra_data"]["late"], "true");
    assert!(output.contains("submitted 2 h 0 min after the due date"));
    assert!(!results.to_string().contains("not marked"), "{results:#}");
    assert!(read() == before);
}

#[test]
fn gradescope_gets_a_result_of_a_marker_that_does_not_start() {
    // `setup.sh` starts the marker too, so it breaks only afterwards.
    let files = GRADESCOPE.package(folder().path(), &["cmsc201", "--points", "20"]);
    let root = set_up(files.path());
    let marker = root.path("autograder/source/automarker");
    write(&marker, "#!/no/such/interpreter\n");
    let results = results(&root, folder().path());
    let possible = results["tests"][0]["max_score"].as_f64();
    assert_eq!(possible, Some(20.0), "{results:#}");
    assert!(results.to_string().contains("The autograder could not run"));
}
