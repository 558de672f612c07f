//! What the command really prints, in every format, held to the published
//! definition of that format; and those definitions, held to refuse what is
//! broken.

#![cfg(unix)]

mod broken;
mod printed;
#[path = "../../../marking/tests/published/mod.rs"]
pub(crate) mod published;

use std::collections::BTreeSet;

use printed::{CASES, folder, naughty_document, printed};
use published::{autolab, check, tap, vpl};

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
fn prairielearn_keeps_to_its_definition() {
    keeps_to_its_definition("prairielearn");
}

#[test]
fn autolab_keeps_to_its_definition() {
    keeps_to_its_definition("autolab");
}

#[test]
fn vpl_keeps_to_its_definition() {
    keeps_to_its_definition("vpl");
}

#[test]
fn junit_keeps_to_its_definition() {
    keeps_to_its_definition("junit");
}

#[test]
fn tap_keeps_to_its_definition() {
    keeps_to_its_definition("tap");
}

/// Otherwise the tests above would hold little to anything.
#[test]
fn the_programs_come_to_what_they_are_written_for() {
    let report = naughty_document("json");
    let cases = report["cases"].as_array().expect("a list");
    let verdicts: BTreeSet<_> = cases
        .iter()
        .filter_map(|case| case["verdict"].as_str())
        .collect();
    let wanted = ["ok", "wrong output", "timeout", "crashed", "output limit"];
    assert_eq!(verdicts, BTreeSet::from(wanted));
    assert_eq!(cases.len(), 2 * CASES.len());
    let right = tap::read(&printed(folder().path(), "tap", "./right", &[])).expect("it is TAP");
    assert!(
        right
            .iter()
            .all(|point| point.ok && point.diagnostics.is_none())
    );
    assert!(right.iter().any(|point| point.description == CASES[6]));
}

#[test]
fn a_right_program_gets_all_points() {
    let folder = folder();
    let print = |format| printed(folder.path(), format, "./right", &[]);
    let feedback = autolab::read(&print("autolab")).expect("it is for Autolab");
    assert!((feedback.scores["Correctness"] - 17.5).abs() < f64::EPSILON);
    assert!(feedback.shown.len() == 2 * CASES.len() && feedback.shown.values().all(|&ok| ok));
    let evaluation = vpl::read(&print("vpl")).expect("it is for VPL");
    assert_eq!(evaluation.grade.as_deref(), Some("10"));
    assert_eq!(
        evaluation.titles[0],
        "14 of 14 cases passed, 17.5 of 17.5 points"
    );
}
