//! The report for `MarkUs`' custom tester, which reads one JSON object a test
//! from standard output, one after the other:
//! <https://github.com/MarkUsProject/markus-autotesting#the-custom-tester>.

use serde_json::json;
use transcript::Verdict;

use super::details::{Test, tests};
use super::text::duration;
use super::view::ReportView;

pub(super) fn markus(view: &ReportView<'_>) -> String {
    let line = |test: Test<'_>| {
        let line = json!({
            "name": test.name,
            "output": test.output,
            "marks_earned": test.points,
            "marks_total": test.possible,
            "status": status(&test),
            // In milliseconds.
            "time": u64::try_from(duration(test.seconds).as_millis()).unwrap_or(u64::MAX),
        });
        format!("{line}\n")
    };
    tests(view).into_iter().map(line).collect()
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
