//! Programs that are stopped once their verdict is known. Their limits are an
//! hour: a program that is not stopped never lets its test end.

#![cfg(unix)]

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::cli::{automarker, folder, script, submission, write};

const HOUR: [&str; 4] = ["--time", "3600", "--cpu", "3600"];
const SHORT: [&str; 2] = ["--time", "0.5"];

/// Returns the report on a case with this input and output, marked with `limits`.
fn marked(settings: &str, [input, output]: [&str; 2], limits: &[&str], program: &Path) -> Value {
    let cases = folder();
    write(&cases.path().join("case.in"), input);
    let snapshot = format!("---\nsource: x\n---\n── status 0\n── stdout\n{output}");
    write(&cases.path().join("case.snap"), &snapshot);
    write(&cases.path().join("cases.toml"), settings);
    let cases = cases.path().to_str().expect("a path that is text");
    let args = [
        &["utoronto-a1", "--cases", cases, "--format", "json"],
        limits,
        &["--", "./program"],
    ];
    let (_, stdout, stderr) = automarker(&args.concat(), program);
    let mut report: Value = serde_json::from_str(&stdout).expect(&stderr);
    report["cases"][0].take()
}

/// The verdict on a program, a shell script, that should print `a` and `b`.
fn verdict(settings: &str, limits: &[&str], program: &str) -> String {
    let program = submission(&format!("#!/bin/sh\n{program}\n"));
    let case = marked(settings, ["x\ny\n", "a␊\nb␊\n"], limits, program.path());
    case["verdict"].as_str().expect("a verdict").to_owned()
}

const TRUNCATED: &str = "case.truncated_input = true\n";
const READ: &str = "read -r one; read -r two";

#[test]
fn a_right_beginning_passes_once_the_input_is_at_its_end() {
    for rest in [
        "while :; do read -r more; done",
        "while :; do :; done",
        "sleep 3600",
        "yes more",
        "cat",
    ] {
        let program = format!("echo a; {READ}; echo b; {rest}");
        assert_eq!(verdict(TRUNCATED, &HOUR, &program), "ok", "{rest}");
    }
}

#[test]
fn a_right_beginning_of_a_program_that_has_not_read_its_input_is_waited_for() {
    // It ends by itself, after a time in which one at the end of its input
    // would have been stopped.
    let program = "echo a; echo b; sleep 0.2; echo made > made; cat > rest";
    assert_eq!(verdict(TRUNCATED, &HOUR, program), "ok");
    assert_eq!(
        verdict(TRUNCATED, &SHORT, "echo a; echo b; sleep 3600"),
        "ok"
    );
}

#[test]
fn what_differs_is_wrong_whatever_happens_later() {
    for rest in [
        "sleep 3600",
        "yes more",
        "yes more >&2",
        "while :; do :; done",
        "kill -SEGV $$",
        "sleep 0.05; kill -SEGV $$",
        "exit 3",
        "exit 0",
        "while :; do read -r more || kill -KILL $$; done",
    ] {
        for settings in ["", TRUNCATED] {
            let program = format!("echo a; echo x; {rest}");
            assert_eq!(verdict(settings, &HOUR, &program), "wrong output", "{rest}");
        }
    }
}

#[test]
fn each_strictness_stops_at_what_nothing_heals() {
    for (strictness, printed) in [
        ("exact", "a \\\\n"),
        ("exact", "a\\\\nb\\\\nb"),
        ("final-newline", "a\\\\nb\\\\n\\\\n\\\\n"),
        ("trailing-space", "a\\\\n\\\\n"),
        ("trailing-space", "a\\\\nb\\\\nc"),
        ("tokens", "a c"),
        ("tokens", "a\\\\nb\\\\nb"),
    ] {
        let program = format!("printf \"{printed}\"; sleep 3600");
        let options = [&HOUR[..], &["--compare", strictness]].concat();
        assert_eq!(
            verdict("", &options, &program),
            "wrong output",
            "{strictness}: {printed}"
        );
    }
}

#[test]
fn what_may_still_come_right_is_waited_for() {
    for (strictness, begun, rest) in [
        ("exact", "a\\\\n", "b\\\\n"),
        ("final-newline", "a\\\\nb\\\\n", "\\\\n"),
        ("trailing-space", " a  ", "\\\\nb\\\\n\\\\n\\\\n"),
        ("tokens", "\\\\n\\\\na", "\\\\n b"),
    ] {
        let program = format!("printf \"{begun}\"; sleep 0.3; printf \"{rest}\"");
        let options = [&HOUR[..], &["--compare", strictness]].concat();
        assert_eq!(verdict("", &options, &program), "ok", "{strictness}");
    }
}

#[test]
fn the_reason_names_the_place_and_the_signal() {
    let program = submission("#!/bin/sh\necho a; echo x; kill -SEGV $$\n");
    let case = marked("", ["", "a␊\nb␊\n"], &HOUR, program.path());
    assert_eq!(
        case["reason"],
        "line 2, column 1, then killed by signal 11 (SIGSEGV)"
    );
    assert_eq!(case["place"], "line 2, column 1");
}

#[test]
fn a_program_that_prints_everything_right_may_end_badly() {
    for (end, reason) in [
        ("exit 3", "returns 3"),
        ("kill -SEGV $$", "is killed by signal 11 (SIGSEGV)"),
        (
            "echo 'Traceback (most recent call last):' >&2; echo 'EOFError: EOF' >&2; exit 1",
            "then crashes: EOFError: EOF",
        ),
    ] {
        let program = submission(&format!("#!/bin/sh\necho a; echo b; {end}\n"));
        let case = marked("", ["", "a␊\nb␊\n"], &HOUR, program.path());
        let expected = format!("prints everything right, but {reason}");
        assert_eq!(case["reason"], expected);
    }
    let program = submission("#!/bin/sh\necho a; echo b; sleep 3600\n");
    let case = marked("", ["", "a␊\nb␊\n"], &SHORT, program.path());
    let expected = "prints everything right, but does not end: wall-clock limit exceeded";
    assert_eq!(case["reason"], expected);
}

#[test]
fn what_is_printed_without_end_is_said() {
    let program = submission("#!/bin/sh\necho a; while :; do echo x; echo y; done\n");
    let case = marked("", ["", "a␊\nb␊\n"], &HOUR, program.path());
    let hint = "From line 2 on, the program prints the same without end: `y`";
    assert_eq!(case["hint"], hint);
}

#[test]
fn a_difference_in_a_long_output_is_found_and_little_follows_it() {
    let mut expected = String::new();
    for number in 0..20_000 {
        writeln!(expected, "line {number}␊").expect("a String takes it all");
    }
    let program = "#!/bin/sh\nseq -f 'line %.0f' 0 15000; yes more\n";
    let program = submission(program);
    let case = marked("", ["", &expected], &HOUR, program.path());
    assert_eq!(case["verdict"], "wrong output");
    assert_eq!(case["place"], "line 15002, column 1");
}

#[test]
fn files_are_waited_for() {
    let cases = folder();
    write(&cases.path().join("case.in"), "x\n");
    let snapshot = "---\nsource: x\n---\n── status 0\n── stdout\na␊\n── file result.txt\nb␊\n";
    write(&cases.path().join("case.snap"), snapshot);
    write(&cases.path().join("cases.toml"), TRUNCATED);
    let program = folder();
    let text = "#!/bin/sh\nread -r line; echo a; sleep 0.2; echo b > result.txt\n";
    script(&program.path().join("program"), text);
    let cases = cases.path().to_str().expect("a path that is text");
    let args = [
        &["utoronto-a1", "--cases", cases],
        &HOUR[..],
        &["--", "./program"],
    ];
    let (status, stdout, _) = automarker(&args.concat(), program.path());
    assert_eq!(status, Some(0), "{stdout}");
}
