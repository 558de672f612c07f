//! What the command really prints, in every format, held to the published
//! definition of that format.

#![cfg(unix)]

mod printed;
#[path = "../../../marking/tests/published/mod.rs"]
pub(crate) mod published;

use std::collections::BTreeSet;

use marking::report::Format;
use printed::{CASES, folder, printed};
use published::{check, vpl};
use serde_json::Value;

#[test]
fn each_format_keeps_to_its_definition() {
    let folder = folder();
    for format in Format::ALL.into_iter().filter(|it| *it != Format::Human) {
        for (program, options) in [
            ("./right", &[][..]),
            ("./naughty", &["--reveal", "none"]),
            ("./naughty", &["--reveal", "actual"]),
            ("./naughty", &["--reveal", "full"]),
            ("./right", &["--build", "echo '<b>' >&2; false"]),
            ("./missing", &["--case", "right"]),
        ] {
            let text = printed(folder.path(), format.name(), program, options);
            if let Err(fault) = check(format.name(), &text) {
                panic!("{format:?} {program} {options:?}: {fault}\n{text}");
            }
        }
    }
}

/// Otherwise the test above would hold little to anything.
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
