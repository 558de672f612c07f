//! The report for `MarkUs`' custom tester, which reads one JSON object a test
//! from standard output, one after the other:
//! <https://github.com/MarkUsProject/markus-autotesting#the-custom-tester>.

use std::time::Duration;

use serde_json::json;
use transcript::Verdict;

use super::case_result::Report;
use super::details::{Test, tests};
use super::reveal::Reveal;

pub(super) fn markus(report: &Report, reveal: Reveal) -> String {
    let line = |test: Test<'_>| {
        let seconds = test.case.and_then(|case| reveal.shown(case).seconds);
        let time = Duration::try_from_secs_f64(seconds.unwrap_or(0.0)).unwrap_or_default();
        let line = json!({
            "name": test.name,
            "output": test.output,
            "marks_earned": test.points,
            "marks_total": test.possible,
            "status": status(&test),
            // In milliseconds.
            "time": u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        });
        format!("{line}\n")
    };
    tests(report, reveal).into_iter().map(line).collect()
}

fn status(test: &Test<'_>) -> &'static str {
    match test.case.map(|case| case.verdict) {
        _ if test.passed => "pass",
        None => "partial",
        // The program never came to the test.
        Some(
            Verdict::CouldNotStart | Verdict::BuildFailed | Verdict::Skipped | Verdict::NotMarked,
        ) => "error",
        Some(_) => "fail",
    }
}
