//! Turns what a judge found into the part of a report.

use course::Course;
use transcript::{Difference, Typed, encode};

use super::case_result::Explanation;
use super::drawing::side_by_side;
use super::sentence::{Names, sentence};
use super::session::Session;
use crate::diagnose::Mistake;
use crate::judge::text::Wrong;
use crate::judge::{Finding, Place};
use crate::read::typed::{carried_over, typed_lines};

/// The part of a long output around the first difference that is kept, in
/// bytes: a report of many cases stays small however much each of them printed.
const KEPT: usize = 64 << 10;

/// The part of a long line around the first difference that is shown, in bytes.
const LINE: usize = 400;

/// A case, as far as an explanation needs it.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The course.
    pub course: &'static Course,
    /// The input of the case.
    pub input: &'a [u8],
    /// Set if explanations show whole sessions.
    pub full: bool,
}

impl Context<'_> {
    /// Explains the first difference of texts, and the mistake behind it.
    pub fn text(self, wrong: Wrong<'_>, mistake: Option<&Mistake>) -> Explanation {
        let Difference { expected, got } = wrong.difference;
        let (line, column) = (wrong.difference.line(), wrong.difference.column());
        let place = format!("line {line}, column {column}");
        let explanation = Explanation {
            place: match wrong.file {
                Some(file) => format!("file {file}, {place}"),
                None => place,
            },
            expected: shown_line(expected.line(), column),
            got: shown_line(got.line(), got.before().len() + 1),
            expected_output: around(expected.text(), expected.offset()),
            got_output: around(got.text(), got.offset()),
            ..Explanation::default()
        };
        let upto = got.offset();
        if !wrong.can_be_explained() {
            return explanation;
        }
        // What a program prints in a loop after the difference explains nothing.
        let output = &got.text()[..got.text().len().min(upto + KEPT)];
        let typed = typed_lines(self.course, self.input, expected.text());
        let session = if let Some(typed) = typed {
            let typed = carried_over(typed, wrong.difference);
            Session::new(self.input, &typed, output, upto)
        } else {
            let typed = self.course.typed(self.input).into_iter();
            Session::apart(typed.map(|range| &self.input[range]), output, upto)
        };
        Explanation {
            hint: mistake.map(|mistake| sentence(mistake, &self.names())),
            ..self.with_session(session, explanation)
        }
    }

    fn with_session(self, session: Session, explanation: Explanation) -> Explanation {
        let Session { last, whole } = session;
        let (session, full_session) = if self.full || last == whole {
            (whole, String::new())
        } else {
            (last, whole)
        };
        Explanation {
            session,
            full_session,
            ..explanation
        }
    }

    /// Explains the `place` in a program's other output that is wrong, after a
    /// conversation in which the `typed` lines were sent and `output` was printed.
    pub fn conversation(self, place: String, typed: &Typed, output: &[u8]) -> Explanation {
        let session = Session::new(&typed.input, &typed.lines, output, output.len());
        let explanation = Explanation {
            place,
            ..Explanation::default()
        };
        self.with_session(session, explanation)
    }

    /// Explains a finding of the rules judge, which sent the `typed` lines, after
    /// `output`.
    pub fn rules(self, finding: &Finding, typed: &Typed, output: &[u8]) -> Explanation {
        let (expected, got) = match &finding.boards {
            None => (String::new(), String::new()),
            Some(boards) => {
                let draw =
                    |titled: &[_]| side_by_side(titled, &boards.palette, self.course.notation);
                let before = boards.before.iter().map(|before| ("before", before));
                let right: Vec<_> = before.chain([("expected", &boards.expected)]).collect();
                (draw(&right), draw(&[("printed", &boards.printed)]))
            }
        };
        Explanation {
            expected,
            got,
            hint: finding
                .minor
                .as_ref()
                .map(|minor| format!("Another mistake: {}", self.reason(minor))),
            ..self.conversation(finding.place.to_string(), typed, output)
        }
    }

    /// Returns the reason for a wrong output that the rules judge found, on one
    /// line: the move and the sentence about the mistake.
    pub fn reason(self, finding: &Finding) -> String {
        let sentence = sentence(&finding.mistake, &self.names());
        // This sentence names its move itself.
        if let Mistake::NotOver { .. } = finding.mistake {
            return sentence;
        }
        match finding.place {
            Place::Start | Place::After(0) | Place::Result => sentence,
            Place::Move(number) => format!("Move {number}: {sentence}"),
            Place::After(number) => format!("After move {number}: {sentence}"),
        }
    }

    /// The names in the sentences about this case.
    pub fn names(self) -> Names<'static> {
        Names::new(self.course, self.input)
    }
}

/// A line for a reader; of a very long one, the part around the difference.
fn shown_line(line: &[u8], column: usize) -> String {
    if line.is_empty() {
        return "(nothing: the output ends here)".to_owned();
    }
    let from = (column - 1).min(line.len()).saturating_sub(LINE / 2);
    let part = &line[from..line.len().min(from + LINE)];
    encode(part).trim_end().to_owned()
}

/// The part of `text` around `at`: whole lines if they are short enough.
fn around(text: &[u8], at: usize) -> Vec<u8> {
    let from = at.min(text.len()).saturating_sub(KEPT / 2);
    let part = &text[from..text.len().min(from + KEPT)];
    let skip = match part.iter().position(|&byte| byte == b'\n') {
        Some(newline) if from > 0 && newline < KEPT / 4 => newline + 1,
        _ => 0,
    };
    part[skip..].to_vec()
}
