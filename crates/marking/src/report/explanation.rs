//! Turns what a judge found into the part of a report.

use course::{Aspect, Course};
use transcript::{Difference, Location, Strictness, Typed, encode};

use super::case_result::{Explanation, WrongBoards};
use super::drawing::side_by_side;
use super::session::{session, session_apart};
use crate::diagnose::{BoardPair, CaseNames, Mistake, ends_as_prompt, sentence};
use crate::judge::text::{Mismatch, TextFinding};
use crate::judge::{Finding, GamePlace};
use crate::read::typed::{carried_over, typed_lines};

/// The most bytes kept of an output, so that a report of many cases stays small.
pub(super) const KEPT: usize = 256 << 10;

/// In bytes.
const LINE: usize = 400;

/// The most columns of which three boards fit side by side on a terminal.
const WIDEST: u8 = 10;

#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub course: &'static Course,
    pub input: &'a [u8],
}

impl Context<'_> {
    /// Explains the first difference, if it can. The program left the `unread` last bytes of its
    /// input or more.
    pub fn text(
        self,
        wrong: Mismatch<'_>,
        strictness: Strictness,
        unread: usize,
    ) -> (Option<Mistake>, Explanation) {
        let Difference { expected, got } = wrong.difference;
        let (line, column) = (wrong.difference.line(), wrong.difference.column());
        let place = format!("line {line}, column {column}");
        let mut explanation = Explanation {
            kind: wrong.file.unwrap_or_default().to_owned(),
            aspect: wrong.file.map_or(Aspect::Whole, |_| Aspect::Result),
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
            return (None, explanation);
        }
        let found = wrong.finding(self.course, strictness, self.input, unread);
        // What a program prints in a loop after the difference explains nothing.
        let output = &got.text()[..got.text().len().min(upto + KEPT)];
        explanation.kind = shared_kind(&found, expected, &explanation);
        let mistake = found.mistake;
        explanation.aspect = match &mistake {
            Some(mistake) if found.aspect != Aspect::Whole => mistake.aspect(),
            _ => found.aspect,
        };
        explanation.boards = found.boards.map(|boards| self.wrong_boards(&boards));
        let typed = typed_lines(self.course, self.input, expected.text());
        let sessions = if let Some(typed) = typed {
            let typed = carried_over(typed, wrong.difference);
            explanation.typed = typed.len();
            session(self.input, &typed, output, upto)
        } else {
            let typed = self.course.typed(self.input).into_iter();
            explanation.typed = typed.len();
            session_apart(typed.map(|range| &self.input[range]), output, upto)
        };
        explanation.lines = self.first_lines(self.input, explanation.typed);
        let names = self.names();
        let explanation = Explanation {
            hint: mistake.as_ref().map(|it| sentence(it, &names)),
            citation: mistake.as_ref().and_then(|it| self.citation(it)),
            ..explanation.with_sessions(sessions)
        };
        (mistake, explanation)
    }

    fn citation(self, mistake: &Mistake) -> Option<String> {
        self.course.citation(mistake.topic()).map(str::to_owned)
    }

    fn first_lines(self, input: &[u8], count: usize) -> String {
        let typed = self.course.typed(input);
        let end = count.checked_sub(1).and_then(|last| typed.get(last));
        let end = end.map_or(0, |line| input.len().min(line.end + 1));
        String::from_utf8_lossy(&input[..end]).into_owned()
    }

    /// Explains a wrong file after a conversation in which `output` was printed.
    pub fn conversation(self, place: String, typed: &Typed, output: &[u8]) -> Explanation {
        let sessions = session(&typed.input, &typed.lines, output, output.len());
        let explanation = Explanation {
            place,
            typed: typed.lines.len(),
            lines: self.first_lines(&typed.input, typed.lines.len()),
            ..Explanation::default()
        };
        explanation.with_sessions(sessions)
    }

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
            kind: kind(&finding.mistake),
            citation: self.citation(&finding.mistake),
            aspect: finding.aspect(),
            boards: finding
                .boards
                .as_ref()
                .map(|boards| self.wrong_boards(boards)),
            hint: finding
                .minor
                .as_ref()
                .map(|minor| format!("Another mistake: {}", self.reason(minor))),
            ..self.conversation(finding.place.to_string(), typed, output)
        }
    }

    /// Explains a mistake that does not affect the game by the session up to the number of bytes
    /// that had been printed then.
    pub fn minor(
        self,
        (finding, printed): &(Finding, usize),
        typed: &Typed,
        output: &[u8],
    ) -> Explanation {
        let mut typed = typed.clone();
        typed.lines.retain(|line| line.printed < *printed);
        let output = &output[..output.len().min(*printed)];
        let explanation = self.rules(finding, &typed, output);
        Explanation {
            minor: true,
            // The moves and boards that were seen are right.
            aspect: match explanation.aspect {
                Aspect::Whole | Aspect::Placement => Aspect::Text,
                aspect => aspect,
            },
            ..explanation
        }
    }

    fn wrong_boards(self, boards: &BoardPair) -> WrongBoards {
        let BoardPair {
            before,
            expected,
            printed,
            palette,
        } = boards;
        let notation = self.course.notation;
        let fits = expected.size().cols() <= WIDEST;
        let before = before
            .as_ref()
            .filter(|_| fits)
            .map(|before| ("before", before));
        let titled = before
            .into_iter()
            .chain([("expected", expected), ("printed", printed)]);
        WrongBoards {
            drawn: side_by_side(&titled.collect::<Vec<_>>(), palette, notation),
            first: [notation.row(0), notation.column(0)],
            expected: expected.to_string(),
            printed: printed.to_string(),
        }
    }

    /// Returns the move and the sentence about the mistake, on one line.
    pub fn reason(self, finding: &Finding) -> String {
        let sentence = sentence(&finding.mistake, &self.names());
        // This sentence names its move itself.
        if let Mistake::NotOver { .. } = finding.mistake {
            return sentence;
        }
        match finding.place {
            GamePlace::After(0) | GamePlace::Result => sentence,
            GamePlace::Move(number) => format!("Move {number}: {sentence}"),
            GamePlace::After(number) => format!("After move {number}: {sentence}"),
        }
    }

    pub fn names(self) -> CaseNames<'static> {
        CaseNames::new(self.course, self.input)
    }
}

impl Explanation {
    /// Keeps the whole session if the last moves are only a part of it.
    fn with_sessions(mut self, [last, whole]: [String; 2]) -> Self {
        if last != whole {
            self.full_session = whole;
        }
        self.session = last;
        self
    }
}

/// Returns the text that equal mistakes in different cases share.
fn shared_kind(
    found: &TextFinding,
    expected: Location<'_>,
    Explanation {
        expected: wanted,
        got,
        ..
    }: &Explanation,
) -> String {
    match (&found.mistake, found.place) {
        // In some cases nothing shows if the space is the prompt's or that of what follows.
        (Some(Mistake::Spacing { .. }), _) if ends_as_prompt(expected.before()) => {
            "PromptSpace ".to_owned()
        }
        (Some(mistake), _) => kind(mistake),
        // Without boards and moves in them, equal texts are equal mistakes.
        (None, Some(place)) => place.to_owned(),
        (None, None) => format!("{wanted} {got}"),
    }
}

/// Returns what cases have in common whose sentences differ only in values. In a line of words,
/// the numbers and squares are values.
fn kind(mistake: &Mistake) -> String {
    let name: &str = match mistake {
        // A line of discs that the program does not find.
        Mistake::BoardWrong { .. } | Mistake::LegalMoveRefused { .. } => "WrongFlips",
        other => other.into(),
    };
    let words = match mistake {
        Mistake::LineWrong {
            expected, printed, ..
        } => {
            let (expected, printed): (Vec<_>, Vec<_>) =
                (expected.split(' ').collect(), printed.split(' ').collect());
            let own = |words: &[&str], others: &[&str]| {
                let own = words.iter().filter(|word| !others.contains(word));
                plain_words(own.copied())
            };
            match own(&printed, &expected) {
                none if none.is_empty() => own(&expected, &printed),
                printed => printed,
            }
        }
        Mistake::ExtraLine { printed: line, .. } | Mistake::MissingLine { expected: line, .. } => {
            plain_words(line.split(' '))
        }
        _ => String::new(),
    };
    format!("{name} {words}")
}

/// Drops squares, numbers and rows of a board.
fn plain_words<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let is_plain = |word: &&str| {
        let mut letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
        letters.make_ascii_lowercase();
        let is_header = ('a'..='z').collect::<String>().starts_with(&letters);
        let mut letters: Vec<char> = letters.chars().collect();
        letters.dedup();
        letters.len() > 2 && !is_header
    };
    words.filter(is_plain).collect::<Vec<_>>().join(" ")
}

/// Shows the part of a very long line around the difference.
fn shown_line(line: &[u8], column: usize) -> String {
    if line.is_empty() {
        return "(nothing: the output ends here)".to_owned();
    }
    let from = (column - 1).min(line.len()).saturating_sub(LINE / 2);
    let part = &line[from..line.len().min(from + LINE)];
    encode(part).trim_end().to_owned()
}

/// Returns the part around `at`, from the start of a line if lines are short.
fn around(text: &[u8], at: usize) -> Vec<u8> {
    let from = at.min(text.len()).saturating_sub(KEPT / 2);
    let part = &text[from..text.len().min(from + KEPT)];
    let skip = match part.iter().position(|&byte| byte == b'\n') {
        Some(newline) if from > 0 && newline < KEPT / 4 => newline + 1,
        _ => 0,
    };
    part[skip..].to_vec()
}
