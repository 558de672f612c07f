//! The result of marking: the one value that every report is made from.

use std::collections::BTreeMap;

use course::Aspect;
use serde::{Deserialize, Serialize};
use transcript::Verdict;

use super::stored;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    pub case: String,
    /// Set if students must not see the case's details.
    pub hidden: bool,
    /// The place in the handout that the case rests on, in a few words.
    pub handout: Option<String>,
    /// The number of lines that can be typed in it.
    #[serde(default)]
    pub lines: usize,
    pub weight: f64,
    /// The criterion of the rubric that it counts for, if it is not each one.
    #[serde(default)]
    pub criterion: Option<String>,
    pub verdict: Verdict,
    /// The reason for the verdict, on one line, if the verdict needs one.
    pub reason: Option<String>,
    /// The differences from the expected outcome that do not count, a few words each, of
    /// a case that is `ok`.
    #[serde(default)]
    pub leniencies: Vec<String>,
    pub explanation: Option<Explanation>,
    /// The part of the game that is right by the rules, whatever its words are, from 0 to 1.
    #[serde(default)]
    pub game: Option<f64>,
    /// The end of what the program wrote to standard error, with invisible
    /// characters shown.
    pub stderr: String,
    /// The wall-clock time of the program, in seconds.
    pub seconds: f64,
    /// The CPU time of the program, in seconds, where the system tells it.
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
    /// The cause of the mistakes of all cases, where the reason does not name it.
    #[serde(default)]
    pub cause: Option<String>,
    pub hint: Option<String>,
    /// The sentence of the handout that the program breaks.
    #[serde(default)]
    pub citation: Option<String>,
    /// Set if the only mistake leaves the game as it is, such as a wrong counter:
    /// see [`charge_once`].
    pub minor: bool,
    /// Equal for two cases with the same mistake.
    #[serde(default)]
    pub kind: String,
    #[serde(default, with = "stored::name")]
    pub aspect: Aspect,
    /// The number of lines that were typed up to there.
    #[serde(default)]
    pub typed: usize,
    #[serde(default)]
    pub lines: String,
    #[serde(default)]
    pub boards: Option<WrongBoards>,
    /// The expected output; of a long one, the part around the
    /// difference.
    #[serde(with = "stored::bytes")]
    pub expected_output: Vec<u8>,
    /// The program's output; of a long one, the part around the difference.
    #[serde(with = "stored::bytes")]
    pub got_output: Vec<u8>,
}

/// The first wrong board, as it should be and as it was printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongBoards {
    /// The board before it, the expected one and the printed one, side by side.
    pub drawn: String,
    /// The name of the first row, and of the first column.
    pub first: [String; 2],
    /// The expected board, as a [`Board`](reversi_core::Board) is read.
    pub expected: String,
    pub printed: String,
}

/// The beginning of a note on a command that staff gave for this submission alone.
pub const CHOSEN: &str = "staff chose the command";

/// The beginning of a note with a command for staff.
const ADVICE: &str = "to run `";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The name of the submission, or the program's command line.
    pub submission: String,
    /// The students, if they are known: several in a group.
    #[serde(default)]
    pub students: Vec<Student>,
    /// The time by which it was late, or `yes`, if it was.
    #[serde(default)]
    pub late: Option<String>,
    /// The points that it had before it was marked again, and why it was.
    #[serde(default)]
    pub before: Option<String>,
    pub course: String,
    pub cases: Vec<CaseResult>,
    /// The points by criterion, if they are given by a rubric.
    #[serde(default)]
    pub criteria: Vec<CriterionResult>,
    /// Notes on the marking itself: for example that there was no sandbox.
    pub notes: Vec<String>,
    /// The compiler's output, if it has warnings.
    #[serde(default)]
    pub warnings: String,
    /// Facts about the submission that the platform knows, by name, such as the time
    /// of its due date. Gradescope gets them back.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// Set if each case is explained, and not each mistake once.
    #[serde(default)]
    pub full: bool,
    /// The address of the playground, in which a page's mistakes can be opened.
    #[serde(default)]
    pub playground: Option<String>,
}

/// The points on one criterion of a rubric.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CriterionResult {
    pub criterion: String,
    pub points: f64,
    pub possible: f64,
    /// The number of cases that count for it.
    pub cases: usize,
    /// The number of those with a mistake of this criterion.
    pub failed: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    pub name: String,
    pub id: String,
}

impl Report {
    /// The points earned: by criterion, or else the weights of the cases that are ok.
    pub fn points(&self) -> f64 {
        let criteria = self.criteria.iter().map(|it| it.points);
        sum(criteria.chain(self.cases.iter().map(CaseResult::points)))
    }

    /// The points that all criteria or cases together are worth.
    pub fn possible(&self) -> f64 {
        let criteria = self.criteria.iter().map(|it| it.possible);
        sum(criteria.chain(self.cases.iter().map(|marked| marked.weight)))
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

    /// Returns the notes that are not for staff alone: those on the sandbox, and commands that
    /// staff could type, are.
    pub(super) fn notes_for_students(&self) -> impl Iterator<Item = &String> {
        let for_staff = |note: &str| {
            ["sandbox", ADVICE, CHOSEN]
                .iter()
                .any(|it| note.starts_with(it))
        };
        self.notes.iter().filter(move |note| !for_staff(note))
    }

    /// Returns the command that staff could type for a program that could not be started.
    pub(super) fn advice(&self) -> Option<&str> {
        let mut notes = self.notes.iter().map(String::as_str);
        notes.find(|note| note.starts_with(ADVICE))
    }

    /// Returns `true` if a case before the one at `index` has the same reason why nothing was
    /// run, which a report gives once.
    pub(super) fn is_told_before(&self, index: usize) -> bool {
        let marked = &self.cases[index];
        let is_same = |it: &CaseResult| {
            (it.hidden, it.verdict, &it.reason) == (marked.hidden, marked.verdict, &marked.reason)
        };
        !marked.was_run() && self.cases[..index].iter().any(is_same)
    }

    /// Returns `true` if a case is not marked, so that the points are not final.
    pub fn is_undecided(&self) -> bool {
        let mut cases = self.cases.iter();
        cases.any(|marked| marked.verdict == Verdict::NotMarked)
    }

    pub fn passed(&self) -> usize {
        self.cases
            .iter()
            .filter(|marked| marked.verdict == Verdict::Ok)
            .count()
    }

    /// Returns `true` if every case is ok. A report without cases is not: it
    /// shows nothing of the program.
    pub fn all_ok(&self) -> bool {
        !self.cases.is_empty() && self.passed() == self.cases.len()
    }
}

/// The parts of a point that a share of points is a whole number of. They are so small that
/// [`sum`] rounds off what the shares of a thousand cases differ from equal ones.
pub const PARTS: f64 = 1e6;

/// Returns the sum of `points` in thousandths: nine shares of 24 in 20 points are 7.5, and
/// all of them are 20, not 19.999999999999996.
pub fn sum(points: impl Iterator<Item = f64>) -> f64 {
    let sum = points.fold(0.0, |sum, points| sum + points);
    (sum * 1000.0).round() / 1000.0
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
            (
                vec![marked(ok, 2.0), marked(late, 0.5)],
                "2 of 2.5, 0.8",
                false,
            ),
            (
                vec![marked(ok, 1.0), marked(late, 3.0)],
                "1 of 4, 0.25",
                false,
            ),
            (vec![marked(late, 1.0)], "0 of 1, 0", false),
            // Worth nothing, all must be ok.
            (vec![marked(ok, 0.0); 2], "0 of 0, 1", true),
            (vec![marked(ok, 0.0), marked(late, 0.0)], "0 of 0, 0", false),
            (vec![marked(ok, 0.1); 30], "3 of 3, 1", true),
        ] {
            let report = report(cases);
            let (points, possible) = (report.points(), report.possible());
            // Nought would show its sign.
            let shown = format!("{points} of {possible}, {}", report.share());
            assert_eq!(shown, expected);
            assert_eq!(report.all_ok(), all_ok, "{expected}");
        }
    }
}
