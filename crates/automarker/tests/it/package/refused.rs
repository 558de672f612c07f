//! Requests that `automarker package` refuses, and graders whose marker cannot run.

use std::fs;

use serde_json::Value;

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
fn an_unknown_platform_is_refused_with_the_known_ones() {
    let stderr = refused(&["blackboard", "aps105-lab8"]);
    assert!(
        stderr.contains("invalid value 'blackboard' for '<PLATFORM>'"),
        "{stderr}"
    );
    assert!(stderr.contains("gradescope"), "{stderr}");
}

#[test]
fn a_marker_that_is_not_static_is_refused_with_the_archive_to_take() {
    let here = folder();
    let args = ["package", "gradescope", "aps105-lab8", "--binary", "/bin/sh"];
    let (status, _, stderr) = automarker(&args, here.path());
    assert_eq!(status, Some(3));
    let archive = concat!(
        "take `automarker` from the release archive automarker-x86_64-unknown-linux-musl-v",
        env!("CARGO_PKG_VERSION")
    );
    assert!(
        stderr.contains("it is not static") && stderr.contains(archive),
        "{stderr}"
    );
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

#[test]
fn a_grader_that_cannot_mark_says_so_in_a_valid_result() {
    let here = folder();
    let cases = here.path().join("cases");
    fs::create_dir(&cases).expect("a folder can be made");
    write(&cases.join("secret.in"), "4\nB\n");
    write(&cases.join("secret.out"), "Enter the board size: ");
    fs::create_dir(here.path().join("submission")).expect("a folder can be made");
    let options = [
        "submission",
        "aps105-lab8",
        "submission",
        "--grader",
        "--points",
        "7",
    ];
    let broken: [(&[&str], &str); 3] = [
        (&["--cases", "cases"], "case \"secret\" is wrong"),
        (&["--cases", "nowhere"], "nowhere"),
        (&["--env", "NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE"),
    ];
    for (broken, named) in broken {
        for format in [
            "gradescope",
            "classroom50",
            "markus",
            "vpl",
            "json",
            "junit",
        ] {
            let output = ["--format", format, "--output", "result"];
            let args = [&options, broken, &output].concat();
            let (status, _, stderr) = automarker(&args, here.path());
            assert_eq!(status, Some(0), "{stderr}");
            assert!(
                stderr.starts_with("error: ") && stderr.contains(named),
                "{stderr}"
            );
            let text = fs::read_to_string(here.path().join("result")).expect("it is there");
            assert!(text.contains("The autograder could not run"), "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }
}

#[test]
fn a_missing_compiler_and_an_unwritable_folder_are_named() {
    let here = folder();
    fs::create_dir(here.path().join("submission")).expect("a folder can be made");
    let marker = assert_cmd::cargo::cargo_bin!("automarker");
    let run = |args: &[&str]| {
        let output = std::process::Command::new(marker)
            .args(["submission", "aps105-lab8", "submission", "--grader"])
            .args(["--format", "gradescope"])
            .args(args)
            .current_dir(here.path())
            .env("PATH", here.path())
            .output()
            .expect("the command runs");
        let stderr = String::from_utf8(output.stderr).expect("it prints text");
        (output.status.code(), stderr)
    };
    let (status, stderr) = run(&["--language", "c", "--output", "result.json"]);
    let missing = "error: `gcc` is not installed here, and programs in C need it\n";
    assert_eq!((status, &*stderr), (Some(0), missing));
    let result = fs::read(here.path().join("result.json")).expect("it is there");
    let result: Value = serde_json::from_slice(&result).expect("it is JSON");
    assert_eq!(result["tests"][0]["status"], "failed");
    let (status, stderr) = run(&["--output", "nowhere/result.json"]);
    assert_eq!(status, Some(3));
    assert!(
        stderr.contains("cannot write nowhere/result.json"),
        "{stderr}"
    );
}
