//! The report as the `result.json` of Classroom 50, CS50's successor to
//! GitHub Classroom: schema `classroom50/result/v1`,
//! <https://github.com/foundation50/classroom50/blob/main/schemas/result-v1.schema.json>.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::details::{Test, tests};
use super::text::one_line;
use super::view::ReportView;

#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// Returns the value of an environment variable.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    pub time: SystemTime,
    /// In characters.
    pub width: usize,
}

impl Host<'static> {
    pub const NONE: Self = Self {
        variable: &|_| None,
        time: SystemTime::UNIX_EPOCH,
        width: 80,
    };
}

/// Takes the identity of the submission, which Classroom 50 reads back, from its runner's variables.
/// Elsewhere the names are the report's and the links `local`, so that the result is well formed.
pub(super) fn classroom50(view: &ReportView<'_>, host: &Host<'_>) -> String {
    let report = view.report;
    let known = |name: &str, otherwise: &str| {
        let value = (host.variable)(name).filter(|value| !value.trim().is_empty());
        let otherwise = match otherwise.trim() {
            "" => "local".to_owned(),
            otherwise => one_line(otherwise),
        };
        value.unwrap_or(otherwise)
    };
    let tag = (host.variable)("SUBMISSION_TAG").filter(|tag| tag.starts_with("submit/"));
    let commit = known("COMMIT_URL", "local");
    let tests = tests(view);
    let scale = scale(&tests);
    let test = |test: &Test<'_>| {
        json!({
            "test-name": test.name,
            "passed": test.passed,
            "score": whole(test.points, scale),
            "max-score": whole(test.possible, scale),
            // One of the fields that the schema leaves to the autograder.
            "output": test.output,
        })
    };
    let results = json!({
        "schema": "classroom50/result/v1",
        "classroom": known("CLASSROOM", &report.course),
        "assignment": known("ASSIGNMENT", &report.course),
        "assignment_type": "individual",
        "owner": known("USERNAME", &report.submission),
        "submission": tag.unwrap_or_else(|| "submit/local".to_owned()),
        "commit": commit,
        "release": known("RELEASE_URL", "local"),
        // The whole difference.
        "review": known("REVIEW_URL", &commit),
        // The runner overwrites it with the time of the commit.
        "datetime": DateTime::<Utc>::from(host.time).to_rfc3339_opts(SecondsFormat::Secs, true),
        // Not the sum of what the tests have, which are rounded.
        "score": whole(report.points(), scale),
        "max-score": whole(report.possible(), scale),
        "tests": tests.iter().map(test).collect::<Vec<Value>>(),
    });
    format!("{results:#}")
}

/// Returns the power of ten, up to a thousand, that makes all points whole, as they must be.
fn scale(tests: &[Test<'_>]) -> f64 {
    let are_whole = |scale: f64| {
        let points = tests.iter().flat_map(|test| [test.points, test.possible]);
        let mut scaled = points.map(|points| points * scale);
        scaled.all(|points| (points - points.round()).abs() < 1e-6)
    };
    let mut scales = [1.0, 10.0, 100.0].into_iter();
    scales.find(|&scale| are_whole(scale)).unwrap_or(1000.0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "points are few and not negative, and a cast saturates"
)]
fn whole(points: f64, scale: f64) -> u64 {
    (points * scale).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{marked, report};
    use crate::report::{CaseResult, Report, Reveal};

    fn results(report: &Report, host: &Host<'_>) -> Value {
        let text = classroom50(&ReportView::new(report, Reveal::None), host);
        serde_json::from_str(&text).expect("it is JSON")
    }

    #[test]
    fn the_identity_is_that_of_the_runner_s_variables() {
        let report = Report {
            course: "c".to_owned(),
            submission: "s".to_owned(),
            ..Report::default()
        };
        let host = Host {
            variable: &|name| Some(format!("submit/{name}")),
            ..Host::NONE
        };
        let runner = results(&report, &host);
        assert_eq!(runner["classroom"], "submit/CLASSROOM");
        assert_eq!(runner["submission"], "submit/SUBMISSION_TAG");
        let local = results(&report, &Host::NONE);
        for (key, value) in [
            ("classroom", "c"),
            ("owner", "s"),
            ("submission", "submit/local"),
            ("review", "local"),
        ] {
            assert_eq!(local[key], value, "{key}");
        }
    }

    #[test]
    fn weights_are_made_whole_in_proportion() {
        for (weights, whole) in [
            ([1.0, 2.0], [1, 2]),
            ([0.5, 2.0], [5, 20]),
            ([0.25, 1.0], [25, 100]),
        ] {
            let cases = weights.map(|weight| CaseResult {
                weight,
                ..marked("a")
            });
            let results = results(&report(cases.to_vec()), &Host::NONE);
            let possible = [0, 1].map(|at| results["tests"][at]["max-score"].clone());
            assert_eq!(possible, whole);
        }
    }
}
