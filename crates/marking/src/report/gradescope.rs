//! The report as Gradescope's `results.json`:
//! <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use serde_json::{Value, json};

use super::details::{Test, tests};
use super::text::{one_line, sums};
use super::view::ReportView;

pub(super) fn gradescope(view: &ReportView<'_>) -> String {
    let report = view.report;
    let is_hidden = report.cases.iter().any(|marked| marked.hidden);
    let mut output = if is_hidden {
        // This text is shown above all tests, at once. If it had the sums, they
        // would reveal the results of the tests that are not shown yet.
        "Some cases are shown only when the grades are published.".to_owned()
    } else {
        sums(report)
    };
    for note in report.notes_for_students() {
        output.push_str("\nnote: ");
        output.push_str(&one_line(note));
    }
    // A `sum` of nothing would be minus nought.
    let seconds = view.cases.iter().filter_map(|case| case.seconds);
    let seconds = seconds.fold(0.0, |sum, seconds| sum + seconds);
    let tests: Vec<Value> = tests(view).iter().map(|it| test(it, is_hidden)).collect();
    // There is no score at the top: Gradescope adds up those of the tests, and one at the
    // top would override its sum.
    let results = json!({
        "execution_time": seconds,
        "output": output,
        "output_format": "text",
        "visibility": "visible",
        // What the marker prints is a report as well, for staff.
        "stdout_visibility": "hidden",
        "extra_data": report.facts,
        "tests": tests,
    });
    format!("{results:#}")
}

fn test(test: &Test<'_>, has_hidden: bool) -> Value {
    let is_hidden = test.case.map_or(has_hidden, |case| case.hidden);
    json!({
        "score": test.points,
        "max_score": test.possible,
        "status": if test.passed { "passed" } else { "failed" },
        "name": test.name,
        "name_format": "text",
        "output": test.output,
        "output_format": "text",
        // Gradescope shows a student no total while a test is hidden from them, and one
        // that is `hidden` always is, even if it is worth nothing.
        "visibility": if is_hidden { "after_published" } else { "visible" },
    })
}
