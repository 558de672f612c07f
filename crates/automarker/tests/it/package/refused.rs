//! Requests that `automarker package` refuses.

use std::fs;

use super::{package, static_marker};
use crate::cli::{automarker, folder, write};

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
    let binary = static_marker().to_str().expect("a path that is text");
    let args = ["package", "classroom50", "aps105-lab8", "--cases", path];
    let here = folder();
    let (status, _, stderr) = automarker(&[&args[..], &["--binary", binary]].concat(), here.path());
    let words = "Classroom 50: it cannot hide case \"a\"";
    assert!(status == Some(3) && stderr.contains(words), "{stderr}");
    let mut left = fs::read_dir(here.path()).expect("it is there");
    assert!(left.next().is_none(), "nothing is written");
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
