//! Marking again when a file is saved.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::cli::{folder, script, submission, write};

#[test]
fn a_saved_file_is_marked_again_and_one_that_a_build_makes_is_not() {
    const RIGHT: &str = "#!/bin/sh\nread -r line; echo \"$line\"\n";
    const WRONG: &str = "#!/bin/sh\necho wrong\n";
    let project = submission(WRONG);
    let cases = folder();
    write(&cases.path().join("one.in"), "a\n");
    write(&cases.path().join("one.out"), "a\n");
    let mut command = Command::new(cargo_bin!("automarker"));
    command.current_dir(project.path()).stdout(Stdio::piped());
    command.args([
        "watch",
        "utoronto-a1",
        "--trust-cases",
        "--build",
        "date +%N >made.o",
        "--cases",
    ]);
    command.arg(cases.path()).args(["--", "./program"]);
    let mut watch = command.spawn().expect("it starts");
    let mut lines = BufReader::new(watch.stdout.take().expect("a pipe")).lines();
    let mut summary = || {
        let mut lines = lines.by_ref().map(|line| line.expect("text"));
        let summary = lines.find(|line| line.contains("passed"));
        // This line shows that it is ready for the next change.
        lines.find(|line| line.starts_with("waiting for a file"));
        summary.expect("a summary")
    };
    assert!(summary().contains(" 0 of 1 case passed"));
    script(&project.path().join("program"), RIGHT);
    assert!(summary().contains(" 1 of 1 case passed"));
    script(&project.path().join("program"), WRONG);
    assert!(summary().contains(" 0 of 1 case passed"));
    let pid = Pid::from_raw(watch.id().cast_signed());
    kill(pid, Signal::SIGTERM).expect("it runs");
    watch.wait().expect("it ends");
    let rest = lines.map_while(Result::ok);
    assert_eq!(rest.filter(|line| line.contains("passed")).count(), 0);
}
