//! Programs that time out in one case after the other.

#![cfg(unix)]

use std::fmt::Write;

use serde_json::Value;

use crate::cli::{automarker, folder, submission, write};

/// It loops in a case whose input says so.
const PROGRAM: &str = "#!/bin/sh
read -r line
case $line in
    hang) while :; do :; done ;;
esac
echo $line
";

/// The verdicts on cases with these inputs, and the reasons.
fn verdicts(inputs: &[&str], options: &[&str]) -> Vec<[String; 2]> {
    let cases = folder();
    for (index, input) in inputs.iter().enumerate() {
        write(
            &cases.path().join(format!("{index}.in")),
            &format!("{input}\n"),
        );
        let output = format!("{}\n", input.replace("wrong", "right"));
        write(&cases.path().join(format!("{index}.out")), &output);
    }
    let cases = cases.path().to_str().expect("a path that is text");
    let args = [
        &[
            "utoronto-a1",
            "--cases",
            cases,
            "--format",
            "json",
            "--cpu",
            "0.9",
            "--time",
            "60",
        ],
        options,
        &["--", "./program"],
    ];
    let (status, stdout, stderr) = automarker(&args.concat(), submission(PROGRAM).path());
    assert_eq!(status, Some(1), "{stderr}");
    let report: Value = serde_json::from_str(&stdout).expect("a report");
    let cases = report["cases"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    cases
        .map(|case| [text(&case["verdict"]), text(&case["reason"])])
        .collect()
}

fn names(all: &[[String; 2]]) -> String {
    let mut names = String::new();
    for [verdict, _] in all {
        write!(names, "{verdict}, ").expect("a String takes it all");
    }
    names
}

#[test]
fn after_some_timeouts_in_a_row_the_rest_is_skipped_with_any_number_of_jobs() {
    let inputs = [
        "hang", "hang", "a", "wrong", "hang", "hang", "hang", "a", "hang", "a",
    ];
    for jobs in ["1", "2", "9"] {
        let all = verdicts(&inputs, &["--jobs", jobs, "--give-up-after", "3"]);
        assert_eq!(
            names(&all),
            "timeout, timeout, ok, wrong output, timeout, timeout, timeout, \
             skipped, skipped, skipped, ",
            "{jobs} jobs"
        );
        assert_eq!(
            all[9][1],
            "not run, because 3 cases in a row before it timed out"
        );
    }
}

#[test]
fn by_default_five_timeouts_are_enough_and_with_0_all_is_run() {
    let inputs = ["hang"; 7];
    let all = verdicts(&inputs, &["--jobs", "4"]);
    assert_eq!(names(&all), "timeout, ".repeat(5) + &"skipped, ".repeat(2));
    let all = verdicts(&inputs, &["--jobs", "4", "--give-up-after", "0"]);
    assert_eq!(names(&all), "timeout, ".repeat(7));
}
