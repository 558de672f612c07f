//! The report as JSON: everything, for programs. The crate's README documents
//! the schema.

use serde_json::{Value, json};
use transcript::encode;

use super::case_result::CaseResult;
use super::reveal::CaseView;
use super::view::{Group, ReportView};

/// Changes when a field changes its meaning or goes.
const SCHEMA: &str = "automarker/report/v1";

pub(super) fn json(view: &ReportView<'_>) -> String {
    let report = view.report;
    let mistake = |group: &Group<'_>| {
        let others = group.others.iter();
        json!({
            "mistake": group.best.sentence(),
            "case": group.best.case,
            "also_in": others.map(|other| other.case).collect::<Vec<_>>(),
        })
    };
    let mistakes = view.groups.iter().map(mistake);
    let cases = report.cases.iter().zip(&view.cases);
    let cases = cases.map(|(marked, shown)| case(marked, shown));
    let document = json!({
        "schema": SCHEMA,
        "submission": report.submission,
        "course": report.course,
        "points": report.points(),
        "possible": report.possible(),
        "passed": report.passed(),
        "total": report.cases.len(),
        "by_rules": report.right_by_rules(),
        "lenient": report.lenient(),
        "criteria": report.criteria,
        "notes": report.notes,
        "warnings": report.warnings,
        "first": view.first,
        "mistakes": mistakes.collect::<Vec<_>>(),
        "cases": cases.collect::<Vec<_>>(),
    });
    format!("{document:#}")
}

fn case(marked: &CaseResult, shown: &CaseView<'_>) -> Value {
    json!({
        "case": marked.case,
        "hidden": marked.hidden,
        "weight": marked.weight,
        "verdict": marked.verdict.to_string(),
        "reason": shown.reason,
        "leniencies": shown.leniencies,
        "seconds": shown.seconds,
        "cpu_seconds": shown.cpu_seconds,
        "stderr": shown.stderr,
        "place": shown.place,
        "expected": shown.expected,
        "got": shown.got,
        "session": shown.session,
        "cause": shown.cause,
        "hint": shown.hint,
        "handout": shown.handout,
        "tested_in": shown.tested,
        "expected_output": shown.expected_output.map(encode),
        "got_output": shown.got_output.map(encode),
    })
}
