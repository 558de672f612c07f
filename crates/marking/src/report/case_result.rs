//! The result of marking: the one value that every report is made from.

use std::collections::BTreeMap;

use course::Aspect;
use serde::{Deserialize, Serialize};
use transcript::Verdict;

use super::stored;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    pub case: String,
    pub hidden: bool,
    /// The place in the handout that the case rests on, in a few words.
    pub handout: Option<String>,
    #[serde(default)]
    pub lines: usize,
    pub weight: f64,
    /// The criterion of the rubric that it counts for, if it is not each one.
    #[serde(default)]
    pub criterion: Option<String>,
    pub verdict: Verdict,
    pub reason: Option<String>,
    /// The accepted differences of an `ok` case, a few words each.
    #[serde(default)]
    pub leniencies: Vec<String>,
    pub explanation: Option<Explanation>,
    /// The name of the aspect of a minor mistake that another case is charged for: see
    /// [`charge_once`].
    #[serde(default)]
    pub charged_elsewhere: Option<String>,
    /// The part of the game that is right by the rules, whatever its words are, from 0 to 1.
    #[serde(default)]
    pub game: Option<f64>,
    /// The end of standard error, with invisible characters shown.
    pub stderr: String,
    pub seconds: f64,
    /// `None` where the system does not measure it.
    pub cpu_seconds: Option<f64>,
}

impl CaseResult {
    pub(super) fn points(&self) -> f64 {
        if self.verdict == Verdict::Ok {
            self.weight
        } else {
            0.0
        }
    }

    pub(super) fn was_run(&self) -> bool {
        self.explanation.is_some() || self.seconds > 0.0
    }

    /// Replaces what a student reads of the program's words, such as a path of the marker.
    pub fn reword(&mut self, reword: impl Fn(&str) -> String) {
        let own = self.reason.iter_mut().chain([&mut self.stderr]);
        own.for_each(|text| *text = reword(text));
        if let Some(it) = &mut self.explanation {
            let texts = [
                &mut it.got,
                &mut it.session,
                &mut it.full_session,
                &mut it.kind,
            ];
            let texts = texts.into_iter().chain(&mut it.hint);
            texts.for_each(|text| *text = reword(text));
            if let Ok(text) = std::str::from_utf8(&it.got_output) {
                it.got_output = reword(text).into_bytes();
            }
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Explanation {
    /// The place: `line 3, column 5` or `move 7`.
    pub place: String,
    /// The line or board that is due, with invisible characters shown.
    pub expected: String,
    /// The line or board that stands there instead.
    pub got: String,
    /// The session as a terminal would show it; of a long one, the last moves.
    pub session: String,
    /// The whole session, if `session` is only a part of it.
    pub full_session: String,
    /// The cause of the mistakes of all cases, where the reason does not name it.
    pub cause: Option<String>,
    pub hint: Option<String>,
    pub citation: Option<String>,
    /// Set if the game is right, but for a counter or the like: see [`charge_once`].
    pub minor: bool,
    /// Equal for two cases with the same mistake.
    pub kind: String,
    #[serde(with = "stored::name")]
    pub aspect: Aspect,
    pub typed: usize,
    pub lines: String,
    pub boards: Option<WrongBoards>,
    /// The part around the difference, if the output is long.
    #[serde(with = "stored::bytes")]
    pub expected_output: Vec<u8>,
    /// The part around the difference, if the output is long.
    #[serde(with = "stored::bytes")]
    pub got_output: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongBoards {
    /// Three boards side by side.
    pub drawn: String,
    /// The name of the first row, and of the first column.
    pub first: [String; 2],
    /// The expected board, as a [`Board`](reversi_core::Board) is read.
    pub expected: String,
    pub printed: String,
}

/// The beginning of a note about the program's command.
pub const CHOSEN: &str = "staff chose the command";

/// The beginning of a note with a command for staff.
const ADVICE: &str = "to run `";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The name of the submission, or the program's command line.
    pub submission: String,
    /// The members of a group, if they are known.
    #[serde(default)]
    pub students: Vec<StudentRecord>,
    /// The time by which it was late, or `yes`, if it was.
    #[serde(default)]
    pub late: Option<String>,
    /// The points before it was marked again, and the reason why it was.
    #[serde(default)]
    pub before: Option<String>,
    pub course: String,
    pub cases: Vec<CaseResult>,
    /// The points by criterion, if they are given by a rubric.
    #[serde(default)]
    pub criteria: Vec<CriterionResult>,
    /// Remarks on the marking itself, such as a missing sandbox.
    pub notes: Vec<String>,
    /// Empty if the compiler does not warn.
    #[serde(default)]
    pub warnings: String,
    /// Facts that the platform knows, by name. Gradescope gets them back.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// Set if each case is explained, and not each mistake once.
    #[serde(default)]
    pub full: bool,
    /// The address of the playground, in which a page's mistakes can be opened.
    #[serde(default)]
    pub playground: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CriterionResult {
    pub criterion: String,
    pub points: f64,
    pub possible: f64,
    pub cases: usize,
    pub failed: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudentRecord {
    pub name: String,
    pub id: String,
}

impl Report {
    /// Returns the points by criterion, or else the weights of the cases that are ok.
    pub fn points(&self) -> f64 {
        let criteria = self.criteria.iter().map(|it| it.points);
        sum(criteria.chain(self.cases.iter().map(CaseResult::points)))
    }

    pub fn possible(&self) -> f64 {
        let criteria = self.criteria.iter().map(|it| it.possible);
        sum(criteria.chain(self.cases.iter().map(|marked| marked.weight)))
    }

    /// Returns the part earned, from 0 to 1. If the cases are worth nothing, all must be ok.
    pub(super) fn share(&self) -> f64 {
        let possible = self.possible();
        if possible > 0.0 {
            (self.points() / possible).clamp(0.0, 1.0)
        } else {
            f64::from(u8::from(self.all_ok()))
        }
    }

    /// Reports a failure of the marker. Its reason is left out, since it may show a hidden case.
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

    /// Returns the notes without those on the sandbox and commands, which are for staff.
    pub(super) fn notes_for_students(&self) -> impl Iterator<Item = &String> {
        let for_staff = |note: &str| {
            ["sandbox", ADVICE, CHOSEN]
                .iter()
                .any(|it| note.starts_with(it))
        };
        self.notes.iter().filter(move |note| !for_staff(note))
    }

    pub(super) fn advice(&self) -> Option<&str> {
        let mut notes = self.notes.iter().map(String::as_str);
        notes.find(|note| note.starts_with(ADVICE))
    }

    /// Returns `true` if a case before it has the same reason why nothing was run.
    pub(super) fn is_told_before(&self, index: usize) -> bool {
        let marked = &self.cases[index];
        let is_same = |it: &CaseResult| {
            (it.hidden, it.verdict, &it.reason) == (marked.hidden, marked.verdict, &marked.reason)
        };
        !marked.was_run() && self.cases[..index].iter().any(is_same)
    }

    pub fn is_undecided(&self) -> bool {
        let mut cases = self.cases.iter();
        cases.any(|marked| marked.verdict == Verdict::NotMarked)
    }

    pub(super) fn lenient(&self) -> usize {
        let lenient = self.cases.iter().filter(|it| !it.leniencies.is_empty());
        lenient.count()
    }

    pub fn passed(&self) -> usize {
        self.cases
            .iter()
            .filter(|marked| marked.verdict == Verdict::Ok)
            .count()
    }

    /// Returns `false` for a report without cases, which shows nothing of the program.
    pub fn all_ok(&self) -> bool {
        !self.cases.is_empty() && self.passed() == self.cases.len()
    }
}

/// The parts of a point in shares, so small that [`sum`] rounds off their differences.
pub const PARTS: f64 = 1e6;

/// Sums in thousandths: 24 shares of 20 points are 20, not 19.999999999999996.
pub fn sum(points: impl Iterator<Item = f64>) -> f64 {
    let sum = points.fold(0.0, |sum, points| sum + points);
    (sum * 1000.0).round() / 1000.0
}

/// Charges a minor mistake once: the first case without another one is `wrong output`, the others
/// are `ok` with a reason that names that case. A rubric counts it in each of them.
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
            marked.charged_elsewhere = Some(marked.aspect().name().to_owned());
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
    use crate::report::samples::{self, report};

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
        let elsewhere = cases.iter().filter(|it| it.charged_elsewhere.is_some());
        assert_eq!(elsewhere.count(), 2);
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
    fn all_words_of_a_program_are_reworded() {
        let path = || "in /tmp/a-1/x".to_owned();
        let mut case = CaseResult {
            reason: Some(path()),
            stderr: path(),
            explanation: Some(Explanation {
                got: path(),
                session: path(),
                full_session: path(),
                hint: Some(path()),
                kind: path(),
                got_output: path().into_bytes(),
                ..Explanation::default()
            }),
            ..marked(Verdict::Crashed, 1.0)
        };
        case.reword(|text| text.replace("/tmp/a-1/", ""));
        let text = serde_json::to_string(&case).expect("it can be written");
        assert_eq!(
            (text.matches("in x").count(), text.matches("/tmp").count()),
            (8, 0)
        );
    }

    #[test]
    fn points_are_those_of_the_cases_that_are_ok_and_have_no_dust() {
        let (ok, late) = (Verdict::Ok, Verdict::Timeout);
        for (cases, expected, all_ok) in [
            (vec![], "0 of 0, 0", false),
            (vec![(ok, 2.0), (late, 0.5)], "2 of 2.5, 0.8", false),
            (vec![(ok, 1.0), (late, 3.0)], "1 of 4, 0.25", false),
            (vec![(late, 1.0)], "0 of 1, 0", false),
            // Worth nothing, all must be ok.
            (vec![(ok, 0.0); 2], "0 of 0, 1", true),
            (vec![(ok, 0.0), (late, 0.0)], "0 of 0, 0", false),
            (vec![(ok, 0.1); 30], "3 of 3, 1", true),
        ] {
            let cases = cases.into_iter();
            let cases = cases.map(|(verdict, weight)| marked(verdict, weight));
            let report = report(cases.collect());
            let (points, possible) = (report.points(), report.possible());
            // Nought would show its sign.
            let shown = format!("{points} of {possible}, {}", report.share());
            assert_eq!(shown, expected);
            assert_eq!(report.all_ok(), all_ok, "{expected}");
        }
    }
}
