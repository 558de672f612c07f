//! Requests that `automarker package` refuses.

use std::fs;

use super::{package, static_marker};
use crate::cli::{automarker, folder, write};

fn refused(args: &[&str]) -> String {
    let here = folder();
    let binary = static_marker().to_str().expect("a path that is text");
    let args = [&["package"], args, &["--binary", binary]].concat();
    let (status, stdout, stderr) = automarker(&args, here.path());
    assert_ne!(status, Some(0), "{stdout}");
    let mut left = fs::read_dir(here.path()).expect("it is there");
    assert!(left.next().is_none(), "nothing is written");
    stderr
}

#[test]
fn a_case_that_the_reference_fails_is_refused_by_its_name() {
    let cases = folder();
    write(&cases.path().join("ends.in"), "4\nB\n");
    write(&cases.path().join("ends.out"), "Enter the board size: ");
    let path = cases.path().to_str().expect("a path that is text");
    let stderr = refused(&["gradescope", "aps105-lab8", "--cases", path]);
    let expected = "error: case \"ends\" is wrong: the reference program of aps105-lab8 fails it: \
                    line 1, column 17";
    assert!(stderr.starts_with(expected), "{stderr}");
}

#[test]
fn a_course_without_a_language_needs_one() {
    let stderr = refused(&["gradescope", "revergo"]);
    assert!(stderr.contains("give --language"), "{stderr}");
}

#[test]
fn hidden_cases_are_refused_where_they_would_be_public() {
    let cases = folder();
    write(&cases.path().join("a.in"), "");
    write(&cases.path().join("a.out"), "Enter the board dimension: ");
    write(
        &cases.path().join("cases.toml"),
        "[a]\nhidden = true\ntruncated_input = true\n",
    );
    let path = cases.path().to_str().expect("a path that is text");
    let stderr = refused(&["classroom50", "aps105-lab8", "--cases", path]);
    assert!(
        stderr.contains("Classroom 50: it cannot hide case \"a\""),
        "{stderr}"
    );
}

#[test]
fn a_package_has_the_same_bytes_each_time_and_replaces_nothing() {
    let here = folder();
    let zip = here.path().join("autograder.zip");
    package(here.path(), &["gradescope", "aps105-lab8"]);
    let first = fs::read(&zip).expect("it is there");
    package(here.path(), &["gradescope", "aps105-lab8"]);
    assert!(fs::read(&zip).expect("it is there") == first);
    write(&zip, "mine");
    let binary = static_marker().to_str().expect("a path that is text");
    let args = ["package", "gradescope", "aps105-lab8", "--binary", binary];
    let (status, _, stderr) = automarker(&args, here.path());
    let expected =
        "error: autograder.zip exists; give another --output, or replace it with --force\n";
    assert_eq!((status, &*stderr), (Some(3), expected));
    package(here.path(), &["gradescope", "aps105-lab8", "--force"]);
    assert!(fs::read(&zip).expect("it is there") == first);
}
