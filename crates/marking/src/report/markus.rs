//! The report for `MarkUs`' custom tester, which reads one JSON object a test
//! from standard output, one after the other:
//! <https://github.com/MarkUsProject/markus-autotesting#the-custom-tester>.

use serde::Serialize;
use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::details::explained;
use super::reveal::Reveal;
use super::text::distinct_names;

#[derive(Serialize)]
struct Test {
    name: String,
    output: String,
    marks_earned: f64,
    marks_total: f64,
    status: &'static str,
    /// In milliseconds.
    time: u64,
}

pub(super) fn markus(report: &Report, reveal: Reveal) -> String {
    let mut lines = String::new();
    // MarkUs drops a test without a name, or with that of another.
    let names = distinct_names(&report.cases);
    let tests = names.into_iter().zip(explained(report, reveal));
    let cases = tests.zip(&report.cases);
    let cases = cases.map(|((name, output), marked)| test(name, output, marked, reveal));
    let criteria = report.criteria.iter().map(|it| Test {
        name: it.title(),
        output: it.sentence(),
        marks_earned: it.points,
        marks_total: it.possible,
        status: if it.is_full() { "pass" } else { "partial" },
        time: 0,
    });
    for test in cases.chain(criteria) {
        let line = serde_json::to_string(&test).expect("text and numbers can be serialised");
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}

fn test(name: String, output: String, marked: &CaseResult, reveal: Reveal) -> Test {
    let seconds = reveal.shown(marked).seconds.unwrap_or(0.0);
    let milliseconds = std::time::Duration::try_from_secs_f64(seconds)
        .unwrap_or_default()
        .as_millis();
    Test {
        name,
        output,
        marks_earned: marked.points(),
        marks_total: marked.weight,
        status: match marked.verdict {
            Verdict::Ok => "pass",
            // The program never came to the test.
            Verdict::CouldNotStart
            | Verdict::BuildFailed
            | Verdict::Skipped
            | Verdict::NotMarked => "error",
            _ => "fail",
        },
        time: u64::try_from(milliseconds).unwrap_or(u64::MAX),
    }
}
