//! The report as JSON: everything, for programs. The crate's README documents
//! the schema.

use serde::Serialize;
use transcript::encode;

use super::case_result::{CaseResult, Report};
use super::groups::{first_step, groups, sentence_on};
use super::reveal::Reveal;
use super::rubric::CriterionResult;

/// Changes when a field changes its meaning or goes.
const SCHEMA: &str = "automarker/report/v1";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    submission: &'a str,
    course: &'a str,
    points: f64,
    possible: f64,
    passed: usize,
    total: usize,
    lenient: usize,
    criteria: &'a [CriterionResult],
    notes: &'a [String],
    first: Option<String>,
    mistakes: Vec<Mistake<'a>>,
    cases: Vec<Case<'a>>,
}

#[derive(Serialize)]
struct Mistake<'a> {
    #[serde(rename = "mistake")]
    sentence: String,
    case: &'a str,
    also_in: Vec<&'a str>,
}

#[derive(Serialize)]
struct Case<'a> {
    #[serde(rename = "case")]
    name: &'a str,
    hidden: bool,
    weight: f64,
    verdict: String,
    reason: Option<&'a str>,
    leniencies: &'a [String],
    seconds: Option<f64>,
    cpu_seconds: Option<f64>,
    stderr: Option<&'a str>,
    place: Option<&'a str>,
    expected: Option<&'a str>,
    got: Option<&'a str>,
    session: Option<&'a str>,
    hint: Option<&'a str>,
    handout: Option<&'a str>,
    expected_output: Option<String>,
    got_output: Option<String>,
}

pub(super) fn json(report: &Report, reveal: Reveal) -> String {
    let document = Document {
        schema: SCHEMA,
        submission: &report.submission,
        course: &report.course,
        points: report.points(),
        possible: report.possible(),
        passed: report.passed(),
        total: report.cases.len(),
        lenient: report.lenient(),
        criteria: &report.criteria,
        notes: &report.notes,
        first: first_step(report, reveal),
        mistakes: groups(report, reveal)
            .into_iter()
            .map(|group| Mistake {
                sentence: sentence_on(group.best, &reveal.shown(group.best)),
                case: &group.best.case,
                also_in: group.others.iter().map(|(_, other)| &*other.case).collect(),
            })
            .collect(),
        cases: report
            .cases
            .iter()
            .map(|marked| case(marked, reveal))
            .collect(),
    };
    serde_json::to_string_pretty(&document).expect("text and numbers can be serialised")
}

fn case(marked: &CaseResult, reveal: Reveal) -> Case<'_> {
    let shown = reveal.shown(marked);
    Case {
        name: &marked.case,
        hidden: marked.hidden,
        weight: marked.weight,
        verdict: marked.verdict.to_string(),
        reason: shown.reason,
        leniencies: shown.leniencies,
        seconds: shown.seconds,
        cpu_seconds: shown.cpu_seconds,
        stderr: shown.stderr,
        place: shown.place,
        expected: shown.expected,
        got: shown.got,
        session: shown.session,
        hint: shown.hint,
        handout: shown.handout,
        expected_output: shown.expected_output.map(encode),
        got_output: shown.got_output.map(encode),
    }
}
