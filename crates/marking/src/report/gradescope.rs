//! The report as Gradescope's `results.json`:
//! <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use std::collections::BTreeMap;

use serde::Serialize;
use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::details::explained;
use super::reveal::Reveal;
use super::text::{one_line, sums};

/// There is no score at the top: Gradescope adds up those of the tests, and
/// one at the top would override its sum.
#[derive(Serialize)]
struct Results<'a> {
    execution_time: f64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extra_data: &'a BTreeMap<String, String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: String,
    name_format: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

pub(super) fn gradescope(report: &Report, reveal: Reveal) -> String {
    let mut output = sums(report);
    if report.cases.iter().any(|marked| marked.hidden) {
        // This text is shown above all tests, at once. If it had the sums, they
        // would reveal the results of the tests that are not shown yet.
        "Some cases are shown only when the grades are published.".clone_into(&mut output);
    }
    for note in &report.notes {
        output.push_str("\nnote: ");
        output.push_str(&one_line(note));
    }
    let is_hidden = report.cases.iter().any(|marked| marked.hidden);
    let criteria = report.criteria.iter().map(|it| Test {
        score: it.points,
        max_score: it.possible,
        status: status(it.is_full()),
        name: it.title(),
        name_format: "text",
        output: it.sentence(),
        output_format: "text",
        visibility: visibility(is_hidden),
    });
    let results = Results {
        // A `sum` of nothing would be minus nought.
        execution_time: (report.cases.iter())
            .filter_map(|marked| reveal.shown(marked).seconds)
            .fold(0.0, |sum, seconds| sum + seconds),
        output,
        output_format: "text",
        visibility: "visible",
        // What the marker prints is a report as well, for staff.
        stdout_visibility: "hidden",
        extra_data: &report.facts,
        tests: explained(report, reveal)
            .zip(&report.cases)
            .map(|(output, marked)| test(output, marked))
            .chain(criteria)
            .collect(),
    };
    serde_json::to_string_pretty(&results).expect("text and numbers can be serialised")
}

fn test(output: String, marked: &CaseResult) -> Test {
    Test {
        score: marked.points(),
        max_score: marked.weight,
        status: status(marked.verdict == Verdict::Ok),
        name: one_line(&marked.case),
        name_format: "text",
        output,
        output_format: "text",
        visibility: visibility(marked.hidden),
    }
}

fn status(ok: bool) -> &'static str {
    if ok { "passed" } else { "failed" }
}

/// Gradescope shows a student no total while a test is hidden from them, and one that is
/// `hidden` always is, even if it is worth nothing.
fn visibility(hidden: bool) -> &'static str {
    if hidden { "after_published" } else { "visible" }
}
