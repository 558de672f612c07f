//! The report as the `result.json` of Classroom 50, CS50's successor to
//! GitHub Classroom: schema `classroom50/result/v1`,
//! <https://github.com/foundation50/classroom50/blob/main/schemas/result-v1.schema.json>.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::details::explained;
use super::reveal::Reveal;
use super::text::{distinct_names, one_line};

/// The machine that marks, as far as a report depends on it.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// Returns the value of an environment variable.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The time of the report.
    pub time: SystemTime,
}

impl Host<'static> {
    /// A host without environment variables, at the beginning of 1970.
    pub const NONE: Self = Self {
        variable: &|_| None,
        time: SystemTime::UNIX_EPOCH,
    };
}

#[derive(Debug, Serialize)]
struct Identity {
    classroom: String,
    assignment: String,
    assignment_type: &'static str,
    owner: String,
    /// The tag that is marked, which begins with `submit/`.
    #[serde(rename = "submission")]
    tag: String,
    commit: String,
    release: String,
    review: String,
}

impl Identity {
    /// The identity in the variables that Classroom 50's runner sets. Outside of
    /// it, the names are those of `report` and the links are `local`, so that
    /// the result is well formed on any machine.
    fn new(report: &Report, host: &Host<'_>) -> Self {
        let known = |name: &str, otherwise: &str| {
            let value = (host.variable)(name).filter(|value| !value.trim().is_empty());
            let otherwise = match otherwise.trim() {
                "" => "local".to_owned(),
                otherwise => one_line(otherwise),
            };
            value.unwrap_or(otherwise)
        };
        let commit = known("COMMIT_URL", "local");
        Self {
            classroom: known("CLASSROOM", &report.course),
            assignment: known("ASSIGNMENT", &report.course),
            assignment_type: "individual",
            owner: known("USERNAME", &report.submission),
            tag: (host.variable)("SUBMISSION_TAG")
                .filter(|tag| tag.starts_with("submit/"))
                .unwrap_or_else(|| "submit/local".to_owned()),
            release: known("RELEASE_URL", "local"),
            review: known("REVIEW_URL", &commit),
            commit,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Graded {
    #[serde(rename = "schema")]
    version: &'static str,
    #[serde(flatten)]
    identity: Identity,
    datetime: String,
    score: u64,
    max_score: u64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Test {
    #[serde(rename = "test-name")]
    name: String,
    passed: bool,
    score: u64,
    max_score: u64,
    /// One of the fields that the schema leaves to the autograder.
    output: String,
}

pub(super) fn classroom50(report: &Report, reveal: Reveal, host: &Host<'_>) -> String {
    let weights = report.cases.iter().map(|marked| marked.weight);
    let marks = report
        .criteria
        .iter()
        .flat_map(|it| [it.points, it.possible]);
    let scale = scale(&weights.chain(marks).collect::<Vec<_>>());
    let criteria = report.criteria.iter().map(|it| Test {
        name: it.title(),
        passed: it.is_full(),
        score: whole(it.points, scale),
        max_score: whole(it.possible, scale),
        output: it.sentence(),
    });
    let names = distinct_names(&report.cases).into_iter();
    let tests: Vec<_> = names
        .zip(explained(report, reveal))
        .zip(&report.cases)
        .map(|((name, output), marked)| test(name, output, marked, scale))
        .chain(criteria)
        .collect();
    let results = Graded {
        version: "classroom50/result/v1",
        identity: Identity::new(report, host),
        // The runner overwrites it with the time of the commit.
        datetime: DateTime::<Utc>::from(host.time).to_rfc3339_opts(SecondsFormat::Secs, true),
        score: tests.iter().map(|test| test.score).sum(),
        max_score: tests.iter().map(|test| test.max_score).sum(),
        tests,
    };
    serde_json::to_string_pretty(&results).expect("text and numbers can be serialised")
}

/// The factor for all weights, since Classroom 50 has whole points
/// only: the power of ten, up to a thousand, that makes all of them whole.
fn scale(weights: &[f64]) -> f64 {
    let are_whole = |scale: f64| {
        let mut scaled = weights.iter().map(|weight| weight * scale);
        scaled.all(|weight| (weight - weight.round()).abs() < 1e-6)
    };
    [1.0, 10.0, 100.0]
        .into_iter()
        .find(|&scale| are_whole(scale))
        .unwrap_or(1000.0)
}

fn test(name: String, output: String, marked: &CaseResult, scale: f64) -> Test {
    let ok = marked.verdict == Verdict::Ok;
    let weight = whole(marked.weight, scale);
    Test {
        name,
        passed: ok,
        score: if ok { weight } else { 0 },
        max_score: weight,
        output,
    }
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
    use crate::report::samples::marked;

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
        let identity = Identity::new(&report, &host);
        assert_eq!(identity.classroom, "submit/CLASSROOM");
        assert_eq!(identity.tag, "submit/SUBMISSION_TAG");
        let local = Identity::new(&report, &Host::NONE);
        assert_eq!(
            (&*local.classroom, &*local.owner, &*local.tag),
            ("c", "s", "submit/local")
        );
        assert_eq!(local.review, "local");
    }

    #[test]
    fn weights_are_made_whole_in_proportion() {
        let weights = |weights: &[f64]| -> Vec<_> {
            let cases = weights.iter().map(|&weight| CaseResult {
                weight,
                ..marked("a")
            });
            let scale = scale(weights);
            cases
                .map(|case| test(String::new(), String::new(), &case, scale).max_score)
                .collect()
        };
        assert_eq!(weights(&[1.0, 2.0]), [1, 2]);
        assert_eq!(weights(&[0.5, 2.0]), [5, 20]);
        assert_eq!(weights(&[0.25, 1.0]), [25, 100]);
    }
}
