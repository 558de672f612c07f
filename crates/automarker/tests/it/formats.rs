//! What the command really prints, in every format, held to the published
//! definition of that format.

#![cfg(unix)]

mod printed;
#[path = "../../../marking/tests/published/mod.rs"]
pub(crate) mod published;

use std::collections::BTreeSet;

use printed::{CASES, folder, printed};
use published::{check, vpl};
use serde_json::Value;

fn keeps_to_its_definition(format: &str) {
    let folder = folder();
    for (program, options) in [
        ("./right", &[][..]),
        ("./naughty", &["--reveal", "none"]),
        ("./naughty", &["--reveal", "actual"]),
        ("./naughty", &["--reveal", "full"]),
        ("./right", &["--build", "echo '<b>' >&2; false"]),
        ("./missing", &["--case", "right"]),
    ] {
        let text = printed(folder.path(), format, program, options);
        if let Err(fault) = check(format, &text) {
            panic!("{program} {options:?}: {fault}\n{text}");
        }
    }
}

#[test]
fn json_keeps_to_its_definition() {
    keeps_to_its_definition("json");
}

#[test]
fn gradescope_keeps_to_its_definition() {
    keeps_to_its_definition("gradescope");
}

#[test]
fn markus_keeps_to_its_definition() {
    keeps_to_its_definition("markus");
}

#[test]
fn classroom50_keeps_to_its_definition() {
    keeps_to_its_definition("classroom50");
}

#[test]
fn vpl_keeps_to_its_definition() {
    keeps_to_its_definition("vpl");
}

#[test]
fn junit_keeps_to_its_definition() {
    keeps_to_its_definition("junit");
}

/// Otherwise the tests above would hold little to anything.
#[test]
fn the_programs_come_to_what_they_are_written_for() {
    let report = printed(folder().path(), "json", "./naughty", &["--reveal", "full"]);
    let report: Value = serde_json::from_str(&report).expect("it is JSON");
    let cases = report["cases"].as_array().expect("a list");
    let verdicts: BTreeSet<_> = cases
        .iter()
        .filter_map(|case| case["verdict"].as_str())
        .collect();
    let wanted = ["ok", "wrong output", "timeout", "crashed", "output limit"];
    assert_eq!(verdicts, BTreeSet::from(wanted));
    assert_eq!(cases.len(), 2 * CASES.len());
}

#[test]
fn a_right_program_gets_all_points() {
    let folder = folder();
    let print = |format| printed(folder.path(), format, "./right", &[]);
    let evaluation = vpl::read(&print("vpl")).expect("it is for VPL");
    assert_eq!(evaluation.grade.as_deref(), Some("10"));
    assert_eq!(
        evaluation.titles[0],
        "14 of 14 cases passed, 17.5 of 17.5 points"
    );
}
