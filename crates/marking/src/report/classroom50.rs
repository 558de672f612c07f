//! The report as the `result.json` of Classroom 50, CS50's successor to
//! GitHub Classroom: schema `classroom50/result/v1`,
//! <https://github.com/foundation50/classroom50/blob/main/schemas/result-v1.schema.json>.

use std::env;
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use transcript::Verdict;

use super::Reveal;
use super::marked::{Marked, Report};
use super::text::{details, headline, one_line};

/// What Classroom 50 knows of a submission and wants to read again in its
/// result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// The classroom's short name.
    pub classroom: String,
    /// The assignment's slug.
    pub assignment: String,
    /// The login of the repository's owner.
    pub owner: String,
    /// The tag that is marked, which begins with `submit/`.
    pub tag: String,
    /// A link to the commit.
    pub commit: String,
    /// A link to the release.
    pub release: String,
    /// A link to the whole difference.
    pub review: String,
    /// When it was handed in. The runner overwrites it with the time of the
    /// commit.
    pub time: SystemTime,
}

impl HandedIn {
    /// What the runner of Classroom 50 says in the environment. Outside of it,
    /// the names are those of `report` and the links say `local`, so that the
    /// result is well formed on a desk too.
    pub fn from_environment(report: &Report) -> Self {
        Self::from_variables(report, |name| env::var(name).ok())
    }

    fn from_variables(report: &Report, variable: impl Fn(&str) -> Option<String>) -> Self {
        let known = |name: &str, otherwise: &str| {
            let value = variable(name).filter(|value| !value.trim().is_empty());
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
            owner: known("USERNAME", &report.submission),
            tag: variable("SUBMISSION_TAG")
                .filter(|tag| tag.starts_with("submit/"))
                .unwrap_or_else(|| "submit/local".to_owned()),
            release: known("RELEASE_URL", "local"),
            review: known("REVIEW_URL", &commit),
            commit,
            time: SystemTime::now(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Graded<'a> {
    #[serde(rename = "schema")]
    version: &'static str,
    classroom: &'a str,
    assignment: &'a str,
    #[serde(rename = "assignment_type")]
    assignment_type: &'static str,
    owner: &'a str,
    #[serde(rename = "submission")]
    tag: &'a str,
    commit: &'a str,
    release: &'a str,
    review: &'a str,
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

pub(super) fn classroom50(report: &Report, reveal: Reveal, submission: &HandedIn) -> String {
    let scale = scale(&report.cases);
    let tests: Vec<_> = report
        .cases
        .iter()
        .enumerate()
        .map(|(index, marked)| test(index, marked, reveal, scale))
        .collect();
    let results = Graded {
        version: "classroom50/result/v1",
        classroom: &submission.classroom,
        assignment: &submission.assignment,
        assignment_type: "individual",
        owner: &submission.owner,
        tag: &submission.tag,
        commit: &submission.commit,
        release: &submission.release,
        review: &submission.review,
        datetime: DateTime::<Utc>::from(submission.time).to_rfc3339_opts(SecondsFormat::Secs, true),
        score: tests.iter().map(|test| test.score).sum(),
        max_score: tests.iter().map(|test| test.max_score).sum(),
        tests,
    };
    serde_json::to_string_pretty(&results).expect("text and numbers can be serialised")
}

/// What the weights are multiplied by, since Classroom 50 knows whole points
/// only: the power of ten, up to a thousand, that makes all of them whole.
fn scale(cases: &[Marked]) -> f64 {
    let whole = |scale: f64| {
        let scaled = cases.iter().map(|marked| marked.weight * scale);
        scaled
            .into_iter()
            .all(|weight| (weight - weight.round()).abs() < 1e-6)
    };
    [1.0, 10.0, 100.0]
        .into_iter()
        .find(|&scale| whole(scale))
        .unwrap_or(1000.0)
}

fn test(index: usize, marked: &Marked, reveal: Reveal, scale: f64) -> Test {
    let shown = reveal.shown(marked);
    let ok = marked.verdict == Verdict::Ok;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a weight is small and not negative, and a cast saturates"
    )]
    let weight = (marked.weight * scale).round() as u64;
    let name = one_line(&marked.case);
    Test {
        name: if name.is_empty() {
            format!("case {}", index + 1)
        } else {
            name
        },
        passed: ok,
        score: if ok { weight } else { 0 },
        max_score: weight,
        output: format!("{}\n{}", headline(marked, &shown), details(marked, &shown))
            .trim_end()
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::marked;

    #[test]
    fn what_the_runner_says_is_said_again() {
        let report = Report {
            course: "c".to_owned(),
            submission: "s".to_owned(),
            ..Report::default()
        };
        let submission = HandedIn::from_variables(&report, |name| Some(format!("submit/{name}")));
        assert_eq!(submission.classroom, "submit/CLASSROOM");
        assert_eq!(submission.tag, "submit/SUBMISSION_TAG");
        let local = HandedIn::from_variables(&report, |_| None);
        assert_eq!(
            (&*local.classroom, &*local.owner, &*local.tag),
            ("c", "s", "submit/local")
        );
        assert_eq!(local.review, "local");
    }

    #[test]
    fn weights_are_made_whole_in_proportion() {
        let weights = |weights: &[f64]| -> Vec<_> {
            let cases = weights.iter().map(|&weight| Marked {
                weight,
                ..marked("a")
            });
            let scale = scale(&cases.clone().collect::<Vec<_>>());
            cases
                .map(|case| test(0, &case, Reveal::Full, scale).max_score)
                .collect()
        };
        assert_eq!(weights(&[1.0, 2.0]), [1, 2]);
        assert_eq!(weights(&[0.5, 2.0]), [5, 20]);
        assert_eq!(weights(&[0.25, 1.0]), [25, 100]);
    }
}
