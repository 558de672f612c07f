//! Checks an output as the marker does.

use std::collections::BTreeMap;

use crate::programs::run::Memory;
use crate::programs::state::{Naming, course};
use crate::programs::view::{BoardLabels, labels};
use course::Course;
use marking::diagnose;
use marking::diagnose::board_pairs;
use marking::judge::text::{Expectation, first_wrong};
use marking::judge::{Recorded, judge_recorded};
use marking::report::{Context, Exchange, Explanation, OutputPair};
use pages::board::rows_of_letters;
use reversi_core::{Board, ByDisc};
use serde::Serialize;
use transcript::{Case, Strictness, Verdict};

use crate::cases::alike::{Instead, instead};
use crate::cases::suite::{self, Made, find};
use crate::cases::upload;

/// The part of an output after the first difference that the page shows, in bytes.
const READ_ON: usize = 1 << 20;

/// The most of a step that the page shows, in bytes.
const LONGEST_STEP: usize = 64 << 10;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    pub verdict: String,
    pub ok: bool,
    /// The way it was judged: `text` or `rules`.
    pub judge: &'static str,
    pub reason: Option<String>,
    pub place: Option<String>,
    pub hint: Option<String>,
    /// The expected line or board, with invisible characters shown.
    pub expected: String,
    pub got: String,
    /// The input and the output up to the mistake, as on a terminal.
    pub session: String,
    /// The run beside the expected one, from one typed line to the next.
    pub steps: Vec<StepShown>,
    pub boards: Option<RunBoards>,
    /// Remarks on how the output was read, a sentence each.
    pub notes: Vec<String>,
    /// The case or game that the output fits better than the chosen case.
    pub instead: Option<Instead>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepShown {
    pub expected: String,
    pub got: String,
    pub typed: Option<String>,
    pub differs: bool,
}

/// The boards of the run, in the order in which they were printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunBoards {
    pub labels: BoardLabels,
    pub pairs: Vec<ShownPair>,
}

/// A board as expected and as printed: `B`, `W`, or `U` for each square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownPair {
    pub expected: String,
    pub got: String,
    pub differing: Vec<usize>,
}

/// Checks an output for a case of a course, with the course's own strictness or this one.
pub fn check(
    course_name: &str,
    name: &str,
    output: &[u8],
    strictness: Option<&str>,
) -> Result<Checked, String> {
    let course = course(course_name)?;
    check_case(course, &find(course, name)?, output, strictness)
}

/// Checks an output for a case that was made by playing.
pub fn check_made(
    course_name: &str,
    made: &Made,
    output: &[u8],
    strictness: Option<&str>,
    memory: &mut Memory,
) -> Result<Checked, String> {
    let case = suite::case(course_name, made, memory)?;
    check_case(course(course_name)?, &case, output, strictness)
}

/// Checks an output for a case of any course, also one from a file.
pub fn check_case(
    course: &'static Course,
    case: &Case,
    output: &[u8],
    strictness: Option<&str>,
) -> Result<Checked, String> {
    let own = strictness.is_none();
    let strictness = match strictness {
        Some(name) => {
            Strictness::of_name(name).ok_or_else(|| format!("{name:?} is no strictness."))?
        }
        None => course.strictness,
    };
    let expected = case.expected.as_ref();
    let expected = expected.map_or(&[][..], |expected| &expected.stdout);
    let upload = upload::read(course, &case.input, expected, output)?;
    let mut notes = upload.notes;
    let mut case = case.clone();
    let files = case
        .expected
        .as_mut()
        .map(|expected| std::mem::take(&mut expected.files));
    for name in files.iter().flat_map(BTreeMap::keys) {
        notes.push(format!("The file {name} is not checked here."));
    }
    if case.unspecified {
        notes.push(
            "The handout does not specify this case: a program that does otherwise is not wrong."
                .to_owned(),
        );
    }
    let checker = Checker {
        course,
        case: &case,
        output: &upload.output,
        strictness,
    };
    // A strictness is a request to compare texts.
    let by_rules = (own && !course.fixes_words)
        .then(|| checker.by_rules())
        .flatten();
    let compares_free_words = own && !course.fixes_words && by_rules.is_none();
    let mut checked = by_rules.unwrap_or_else(|| checker.by_text());
    if compares_free_words && !checked.ok {
        let others = other_players(course, &case, &upload.output);
        notes.push(others.unwrap_or_else(|| FREE_WORDS.to_owned()));
    }
    checked.instead = (!checked.ok)
        .then(|| instead(course, &case, output))
        .flatten();
    if let Some(instead) = &checked.instead {
        notes.insert(0, looks_like(instead, course));
    }
    checked.notes = notes;
    Ok(checked)
}

fn looks_like(instead: &Instead, course: &Course) -> String {
    let Instead {
        course: of,
        name,
        made,
    } = instead;
    let what = match made {
        Some(_) => format!("a game of {of} that is not among the cases"),
        None if *of == course.name => format!("the case `{name}`"),
        None => format!("the case `{name}` of {of}"),
    };
    format!("This looks like the output for {what}.")
}

const FREE_WORDS: &str = "The handout leaves the words free, but this output does not show \
    where the program read its lines, so it is compared with the words of our program. The \
    marker runs the program and judges it by the rules.";

/// Returns the note on an output that has no name of the players of the case.
fn other_players(course: &Course, case: &Case, output: &[u8]) -> Option<String> {
    let ByDisc { black, white } = course.setup(&case.input)?.names?;
    let output = String::from_utf8_lossy(output);
    (!output.contains(&black) && !output.contains(&white)).then(|| {
        format!(
            "The players of this case are `{black}` and `{white}`, whom this output does not name: \
             it may be of another game. A copy of the terminal, which has the typed lines, is checked \
             as that game."
        )
    })
}

struct Checker<'a> {
    course: &'static Course,
    case: &'a Case,
    output: &'a [u8],
    strictness: Strictness,
}

impl Checker<'_> {
    fn context<'b>(&self, case: &'b Case) -> Context<'b> {
        Context {
            course: self.course,
            input: &case.input,
        }
    }

    fn outputs<'b>(&'b self, expected: &'b [u8]) -> OutputPair<'b> {
        OutputPair {
            course: self.course,
            input: &self.case.input,
            expected,
            got: self.output,
            truncated: self.case.truncated_input,
        }
    }

    fn by_text(&self) -> Checked {
        let expectation = Expectation::new(self.strictness, self.case);
        let expectation = expectation.in_spellings_of(self.course);
        let case = expectation.spelt_as(self.output);
        let files = BTreeMap::new();
        let wrong = first_wrong(self.strictness, case, self.output, &files);
        // What a program prints in a loop after the difference shows nothing.
        let offset = wrong.map_or(self.output.len(), |wrong| wrong.difference.got.offset());
        let output = &self.output[..self.output.len().min(offset + READ_ON)];
        let shown_part = Checker { output, ..*self };
        let context = self.context(case);
        let explanation = wrong.map(|wrong| context.text(wrong, self.strictness, 0).1);
        let expected = case
            .expected
            .as_ref()
            .map_or(&[][..], |expected| &expected.stdout);
        let boards = explanation
            .as_ref()
            .and_then(|_| shown_part.boards(expected, None));
        let reason = explanation
            .as_ref()
            .map(|explanation| explanation.place.clone());
        Checked {
            judge: "text",
            steps: shown(
                shown_part.outputs(expected).by_text(self.strictness),
                Some(self.strictness),
            ),
            boards,
            ..checked(reason, explanation)
        }
    }

    /// Judges by the rules, if it is certain where the program read its lines.
    fn by_rules(&self) -> Option<Checked> {
        let expected = self.case.expected.as_ref()?;
        let failed = expected.status.is_some_and(|status| status != 0);
        let truncated = self.case.truncated_input || failed;
        let Recorded {
            judged,
            typed,
            printed,
        } = judge_recorded(self.course, &self.case.input, self.output, truncated)?;
        let context = self.context(self.case);
        let finding = match judged {
            Err(finding) => Some(finding),
            Ok(judged) => judged.minor.map(|(minor, _)| minor),
        };
        let first = finding.as_ref().and_then(|finding| finding.boards.as_ref());
        let boards = first.and_then(|first| self.boards(&expected.stdout, Some(first)));
        let explanation = finding
            .as_ref()
            .map(|finding| context.rules(finding, &typed, &self.output[..printed]));
        let reason = finding.as_ref().map(|finding| context.reason(finding));
        Some(Checked {
            judge: "rules",
            steps: shown(self.outputs(&expected.stdout).by_rules(&typed), None),
            boards,
            ..checked(reason, explanation)
        })
    }

    /// Returns the boards of the run and the expected ones, if one differs. If `first`, the first
    /// that differs, is not among them, as in a drawing of the program's own, returns only that.
    fn boards(&self, expected: &[u8], first: Option<&diagnose::BoardPair>) -> Option<RunBoards> {
        let mut pairs = board_pairs(self.course, &self.case.input, expected, self.output);
        let wrong = pairs.iter().find(|pair| pair.differ());
        let is_other = |pair: &diagnose::BoardPair| pair.printed != first.unwrap_or(pair).printed;
        if wrong.is_none_or(is_other) {
            pairs = first.into_iter().cloned().collect();
        }
        let size = pairs.first()?.expected.size();
        let letters = |board: &Board| rows_of_letters(board).replace(' ', "");
        let pair = |pair: &diagnose::BoardPair| {
            let (expected, got) = (&pair.expected, &pair.printed);
            let squares = size.squares();
            let differing = squares.filter(|&at| expected.disc(at) != got.disc(at));
            ShownPair {
                expected: letters(expected),
                got: letters(got),
                differing: differing.map(|at| size.index(at)).collect(),
            }
        };
        Some(RunBoards {
            labels: labels(self.course, Naming::default(), size),
            pairs: pairs.iter().map(pair).collect(),
        })
    }
}

/// Returns the result with this reason and explanation; without a reason, the output is right.
fn checked(reason: Option<String>, explanation: Option<Explanation>) -> Checked {
    let ok = explanation.is_none();
    let verdict = if ok {
        Verdict::Ok
    } else {
        Verdict::WrongOutput
    };
    let explanation = explanation.unwrap_or_default();
    Checked {
        verdict: verdict.to_string(),
        ok,
        judge: "text",
        reason,
        place: (!ok).then_some(explanation.place),
        hint: explanation.hint,
        expected: explanation.expected,
        got: explanation.got,
        session: explanation.session,
        steps: Vec::new(),
        boards: None,
        notes: Vec::new(),
        instead: None,
    }
}

/// Returns the beginning of what a program prints in a loop.
fn shortened(mut text: String) -> String {
    if text.len() > LONGEST_STEP {
        let end = (0..=LONGEST_STEP).rfind(|&at| text.is_char_boundary(at));
        text.truncate(end.unwrap_or_default());
        text.push('…');
    }
    text
}

/// Returns the steps with all differences under `strictness`; without one, any wording is allowed.
fn shown(steps: Vec<Exchange>, strictness: Option<Strictness>) -> Vec<StepShown> {
    // What follows the expected output of a truncated input does not count.
    let is_wrong = steps.iter().any(|step| step.differs);
    let strictness = strictness.filter(|_| is_wrong);
    let differs = |step: &Exchange| {
        // It may be uncertain where the program read its lines; then the rest is one step.
        if step.got.is_empty() {
            return false;
        }
        let (expected, got) = (step.expected.as_bytes(), step.got.as_bytes());
        strictness.is_some_and(|one| one.first_difference(expected, got).is_some())
    };
    let shown = steps.into_iter().map(|step| StepShown {
        differs: step.differs || differs(&step),
        expected: step.expected,
        got: shortened(step.got),
        typed: step.typed,
    });
    shown.collect()
}
