//! The report as JSON: everything, for programs. The crate's README documents
//! the schema.

use serde_json::{Value, json};
use transcript::encode;

use super::case_result::{CaseResult, Report};
use super::groups::{Group, first_step, groups};
use super::reveal::Reveal;

/// Changes when a field changes its meaning or goes.
const SCHEMA: &str = "automarker/report/v1";

pub(super) fn json(report: &Report, reveal: Reveal) -> String {
    let mistake = |group: Group<'_>| {
        let others = group.others.iter();
        json!({
            "mistake": reveal.shown(group.best).sentence(),
            "case": group.best.case,
            "also_in": others.map(|(_, other)| &*other.case).collect::<Vec<_>>(),
        })
    };
    let mistakes = groups(report, reveal).into_iter().map(mistake);
    let cases = report.cases.iter().map(|marked| case(marked, reveal));
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
        "first": first_step(report, reveal),
        "mistakes": mistakes.collect::<Vec<_>>(),
        "cases": cases.collect::<Vec<_>>(),
    });
    format!("{document:#}")
}

fn case(marked: &CaseResult, reveal: Reveal) -> Value {
    let shown = reveal.shown(marked);
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
