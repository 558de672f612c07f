//! The result of marking: the one value that every report is made from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use transcript::Verdict;

use super::stored;

/// The result of one case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case's name.
    pub case: String,
    /// Set if students must not see the case's details.
    pub hidden: bool,
    /// The place in the handout that the case rests on, in a few words.
    pub handout: Option<String>,
    /// The points that the case is worth.
    pub weight: f64,
    /// The verdict.
    #[serde(with = "stored::verdict")]
    pub verdict: Verdict,
    /// The reason for the verdict, on one line, if the verdict needs one.
    pub reason: Option<String>,
    /// The first difference or mistake, if there is one.
    pub explanation: Option<Explanation>,
    /// The end of what the program wrote to standard error, with invisible
    /// characters shown.
    pub stderr: String,
    /// The wall-clock time of the program, in seconds.
    pub seconds: f64,
    /// The CPU time of the program, in seconds, where the system tells it.
    pub cpu_seconds: Option<f64>,
}

impl CaseResult {
    /// The points earned.
    pub(super) fn points(&self) -> f64 {
        if self.verdict == Verdict::Ok {
            self.weight
        } else {
            0.0
        }
    }

    /// Returns `true` if the verdict is about the program and not about the case:
    /// nothing was printed that the case could judge.
    fn is_about_program(&self) -> bool {
        let is_silent = |explanation: &Explanation| {
            explanation.got_output.is_empty() && explanation.session.is_empty()
        };
        match self.verdict {
            Verdict::BuildFailed | Verdict::CouldNotStart => true,
            Verdict::Crashed => self.explanation.as_ref().is_none_or(is_silent),
            _ => false,
        }
    }
}

/// The first difference of a case, explained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The place: `line 3, column 5` or `move 7`.
    pub place: String,
    /// The line or the board that should stand there, with invisible
    /// characters shown.
    pub expected: String,
    /// The line or the board that stands there, with invisible characters
    /// shown.
    pub got: String,
    /// The input and the output up to there, as a terminal would show them; of a
    /// long session, the last moves.
    pub session: String,
    /// The whole session, if `session` is only a part of it.
    pub full_session: String,
    /// The sentence about the mistake, if one explains the difference.
    pub hint: Option<String>,
    /// Set if the only mistake leaves the game as it is, such as a wrong counter:
    /// see [`charge_once`].
    pub minor: bool,
    /// The expected output; of a long one, the part around the
    /// difference.
    #[serde(with = "stored::bytes")]
    pub expected_output: Vec<u8>,
    /// The program's output; of a long one, the part around the difference.
    #[serde(with = "stored::bytes")]
    pub got_output: Vec<u8>,
}

/// The results of all cases of one submission.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The name of the submission, or the program's command line.
    pub submission: String,
    /// The students, if they are known: several in a group.
    #[serde(default)]
    pub students: Vec<Student>,
    /// The course's name.
    pub course: String,
    /// The cases, in the order of the report.
    pub cases: Vec<CaseResult>,
    /// Notes on the marking itself: for example that there was no sandbox.
    pub notes: Vec<String>,
    /// Facts about the submission that the platform knows, by name, such as the time
    /// of its due date. Gradescope gets them back.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
}

/// A student whose program was marked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The full name, or nothing.
    pub name: String,
    /// The id, or nothing.
    pub id: String,
}

impl Report {
    /// The points earned: the weights of the cases that are ok.
    pub fn points(&self) -> f64 {
        sum(self.cases.iter().map(CaseResult::points))
    }

    /// The points that all cases together are worth.
    pub fn possible(&self) -> f64 {
        sum(self.cases.iter().map(|marked| marked.weight))
    }

    /// The share of the points that are earned, from 0 to 1. If the cases are worth
    /// nothing, all of them must be ok.
    pub(super) fn share(&self) -> f64 {
        let possible = self.possible();
        if possible > 0.0 {
            (self.points() / possible).clamp(0.0, 1.0)
        } else {
            f64::from(u8::from(self.all_ok()))
        }
    }

    /// Returns the report on a submission that the marker failed to mark: one case,
    /// worth `possible` points, which is not marked. The reason of the failure is not
    /// in it: it may show a hidden case.
    pub fn not_marked(submission: &str, course: &str, possible: f64) -> Self {
        let reason = "The autograder could not run. This is no fault of the submission: the \
                      output of the autograder says why";
        Self {
            submission: submission.to_owned(),
            course: course.to_owned(),
            cases: vec![CaseResult {
                case: "autograder".to_owned(),
                weight: possible,
                verdict: Verdict::NotMarked,
                reason: Some(reason.to_owned()),
                ..CaseResult::default()
            }],
            ..Self::default()
        }
    }

    /// The number of cases that are ok.
    pub fn passed(&self) -> usize {
        self.cases
            .iter()
            .filter(|marked| marked.verdict == Verdict::Ok)
            .count()
    }

    /// Returns one of the cases, the first public one, if all cases fail in the
    /// same way before the program prints anything: it could not be built or
    /// started, or it crashes at once.
    pub fn shared_problem(&self) -> Option<&CaseResult> {
        let [first, others @ ..] = self.cases.as_slice() else {
            return None;
        };
        let same = |other: &CaseResult| {
            other.is_about_program()
                && other.verdict == first.verdict
                && other.reason == first.reason
                && other.stderr == first.stderr
        };
        let all = !others.is_empty() && self.cases.iter().all(same);
        let public = self.cases.iter().find(|marked| !marked.hidden);
        all.then(|| public.unwrap_or(first))
    }

    /// Returns `true` if every case is ok. A report without cases is not: it
    /// shows nothing of the program.
    pub fn all_ok(&self) -> bool {
        !self.cases.is_empty() && self.passed() == self.cases.len()
    }
}

/// Returns the sum of `points` in millionths: sums of fractions leave dust, with which 20
/// points would be 19.999999999999996.
pub fn sum(points: impl Iterator<Item = f64>) -> f64 {
    const PARTS: f64 = 1e6;
    let sum = points.fold(0.0, |sum, points| sum + points);
    (sum * PARTS).round() / PARTS
}

/// Settles what a minor mistake costs: of all cases of one submission whose only
/// mistake is a minor one, the first is `wrong output`, and the others are `ok` with
/// a reason that names it. The result depends on the order of `cases` only.
pub fn charge_once(cases: &mut [CaseResult]) {
    let mut charged: Option<String> = None;
    for marked in cases {
        if !marked.explanation.as_ref().is_some_and(|it| it.minor) {
            continue;
        }
        if let Some(charged) = &charged {
            let sentence = marked.reason.take().unwrap_or_default();
            marked.reason = Some(format!("{sentence}; counted once, in case `{charged}`"));
            marked.verdict = Verdict::Ok;
            marked.explanation = None;
        } else {
            marked.verdict = Verdict::WrongOutput;
            charged = Some(marked.case.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn minor(case: &str) -> CaseResult {
        CaseResult {
            case: case.to_owned(),
            reason: Some("The counter is wrong".to_owned()),
            explanation: Some(Explanation {
                minor: true,
                ..Explanation::default()
            }),
            ..marked(Verdict::Ok, 1.0)
        }
    }

    #[test]
    fn a_minor_mistake_costs_the_first_case_in_which_it_is_the_only_one() {
        let mut cases = vec![
            marked(Verdict::Timeout, 1.0),
            minor("a"),
            marked(Verdict::Ok, 1.0),
            minor("b"),
            minor("c"),
        ];
        charge_once(&mut cases);
        let verdicts: Vec<Verdict> = cases.iter().map(|marked| marked.verdict).collect();
        let ok = Verdict::Ok;
        assert_eq!(
            verdicts,
            [Verdict::Timeout, Verdict::WrongOutput, ok, ok, ok]
        );
        let reasons: Vec<_> = cases.iter().map(|it| it.reason.as_deref()).collect();
        let charged = Some("The counter is wrong; counted once, in case `a`");
        let own = Some("The counter is wrong");
        assert_eq!(reasons, [None, own, None, charged, charged]);
        assert!(cases[3].explanation.is_none());
        let once = cases.clone();
        charge_once(&mut cases);
        assert_eq!(cases, once);
    }

    fn marked(verdict: Verdict, weight: f64) -> CaseResult {
        CaseResult {
            weight,
            verdict,
            ..samples::marked("a")
        }
    }

    #[test]
    fn only_what_is_ok_earns_points() {
        let mut report = Report {
            cases: vec![marked(Verdict::Ok, 2.0), marked(Verdict::Timeout, 0.5)],
            ..Report::default()
        };
        assert!((report.points() - 2.0).abs() < f64::EPSILON);
        assert!((report.possible() - 2.5).abs() < f64::EPSILON);
        assert_eq!((report.passed(), report.all_ok()), (1, false));
        report.cases.pop();
        assert!(report.all_ok());
        assert!(!Report::default().all_ok());
    }

    #[test]
    fn the_share_is_that_of_the_points_or_of_all_cases() {
        let share = |weights: [f64; 2], last| {
            let cases = vec![marked(Verdict::Ok, weights[0]), marked(last, weights[1])];
            let report = Report {
                cases,
                ..Report::default()
            };
            report.share()
        };
        let shares = [
            share([1.0, 3.0], Verdict::Timeout),
            share([0.1, 0.2], Verdict::Ok),
            share([0.0, 0.0], Verdict::Ok),
            share([0.0, 0.0], Verdict::Timeout),
            Report::default().share(),
        ];
        assert!(
            shares
                .iter()
                .zip([0.25, 1.0, 1.0, 0.0, 0.0])
                .all(|(one, two)| (one - two).abs() < f64::EPSILON)
        );
    }

    #[test]
    fn a_problem_is_shared_if_all_cases_have_it() {
        let failed = |stderr: &str, hidden| CaseResult {
            reason: Some("exit status 1".to_owned()),
            stderr: stderr.to_owned(),
            hidden,
            ..marked(Verdict::BuildFailed, 1.0)
        };
        let shared = |cases: &[CaseResult]| {
            let cases = cases.to_vec();
            let report = Report {
                cases,
                ..Report::default()
            };
            report.shared_problem().cloned()
        };
        let (one, hidden) = (failed("a", false), failed("a", true));
        assert_eq!(shared(std::slice::from_ref(&one)), None);
        assert_eq!(shared(&[one.clone(), failed("b", false)]), None);
        assert_eq!(shared(&[one.clone(), marked(Verdict::Ok, 1.0)]), None);
        assert_eq!(shared(&[hidden.clone(), one.clone()]), Some(one));
        assert_eq!(shared(&[hidden.clone(), hidden.clone()]), Some(hidden));
    }

    #[test]
    fn a_crash_is_shared_if_nothing_was_printed() {
        let crashed = |got: &str| CaseResult {
            explanation: Some(Explanation {
                got_output: got.into(),
                ..Explanation::default()
            }),
            ..marked(Verdict::Crashed, 1.0)
        };
        let shared = |got| {
            let report = Report {
                cases: vec![crashed(got); 2],
                ..Report::default()
            };
            report.shared_problem().is_some()
        };
        assert!(shared("") && !shared("a"));
        let wrong = Report {
            cases: vec![marked(Verdict::WrongOutput, 1.0); 2],
            ..Report::default()
        };
        assert_eq!(wrong.shared_problem(), None);
    }

    #[test]
    fn points_have_no_dust() {
        let cases = vec![marked(Verdict::Ok, 0.1); 30];
        let report = Report {
            cases,
            ..Report::default()
        };
        assert_eq!(
            [report.points(), report.possible()].map(|it| it.to_string()),
            ["3", "3"]
        );
    }

    #[test]
    fn no_points_are_nought_and_not_minus_nought() {
        let report = Report {
            cases: vec![marked(Verdict::Timeout, 1.0)],
            ..Report::default()
        };
        assert!(report.points().is_sign_positive());
        assert!(Report::default().possible().is_sign_positive());
    }
}
