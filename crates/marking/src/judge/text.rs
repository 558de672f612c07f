//! The judge by text: compares what was printed with what is expected.

use std::borrow::Cow;
use std::collections::BTreeMap;

use course::{Course, Message};
use reversi_core::{Board, Disc, Game, Size, Square};
use transcript::{Case, Difference, Growing, Strictness};

use crate::diagnose::{
    Ended, History, Mistake, WrongSquares, disguised, wrong_closing_line, wrong_move, wrong_text,
};
use crate::read::output::{Item, What, read};
use crate::read::results::SideWords;
use crate::read::typed::typed_lines;

/// The part of an output after the first difference that is read, in bytes.
const READ_ON: usize = 64 << 10;

/// The first difference of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong<'a> {
    /// The name of the file that differs; `None` for standard output.
    pub file: Option<&'a str>,
    /// The difference.
    pub difference: Difference<'a>,
}

/// What a case expects, in every spelling that the course allows.
#[derive(Clone, Debug)]
pub struct Expectation<'a> {
    strictness: Strictness,
    /// The case as it is, and as it would be in another spelling.
    spellings: Vec<Cow<'a, Case>>,
}

impl<'a> Expectation<'a> {
    /// What `case` expects, as it is spelt.
    pub fn new(strictness: Strictness, case: &'a Case) -> Self {
        Self {
            strictness,
            spellings: vec![Cow::Borrowed(case)],
        }
    }

    /// Allows the other spellings of `course` too.
    #[must_use]
    pub fn in_spellings_of(mut self, course: &Course) -> Self {
        for [handout, other] in course.spellings {
            let respelt = self.spellings.iter().filter_map(|case| {
                let expected = case.expected.as_ref()?;
                let text = std::str::from_utf8(&expected.stdout).ok()?;
                let text = text
                    .contains(handout)
                    .then(|| text.replace(handout, other))?;
                let mut case = case.clone();
                case.to_mut().expected.get_or_insert_default().stdout = text.into_bytes();
                Some(case)
            });
            let respelt: Vec<_> = respelt.collect();
            self.spellings.extend(respelt);
        }
        self
    }

    /// Compares the beginning of standard output with what is expected. A case
    /// that expects nothing is open.
    pub fn growing(&self, stdout: &[u8]) -> Growing {
        let all = self.spellings.iter().map(|case| match &case.expected {
            None => Growing::Open,
            Some(expected) => {
                let truncated = case.truncated_input;
                self.strictness.growing(&expected.stdout, stdout, truncated)
            }
        });
        all.reduce(|one, other| match (one, other) {
            (Growing::Matches, _) | (_, Growing::Matches) => Growing::Matches,
            (Growing::Differs, Growing::Differs) => Growing::Differs,
            _ => Growing::Open,
        })
        .unwrap_or(Growing::Open)
    }

    /// Returns the case in the spelling with which the output agrees longest.
    pub fn spelt_as(&self, stdout: &[u8]) -> &Case {
        let agrees = |case: &Case| {
            let expected = case.expected.as_ref()?;
            let truncated = case.truncated_input;
            let difference = self
                .strictness
                .difference(&expected.stdout, stdout, truncated)?;
            Some(difference.got.offset())
        };
        // Of equals the last one counts, so that is the handout's.
        let all = self.spellings.iter().rev();
        let best = all.max_by_key(|case| agrees(case).unwrap_or(usize::MAX));
        best.expect("the case itself is among them")
    }
}

/// Returns the first difference between what `case` expects and what a program
/// printed and wrote: in standard output, or else in a file. If the case's
/// input is truncated, what follows the expected output does not count.
pub fn first_wrong<'a>(
    strictness: Strictness,
    case: &'a Case,
    stdout: &'a [u8],
    files: &'a BTreeMap<String, Vec<u8>>,
) -> Option<Wrong<'a>> {
    let expected = case.expected.as_ref()?;
    if let Some(difference) = strictness.difference(&expected.stdout, stdout, case.truncated_input)
    {
        return Some(Wrong {
            file: None,
            difference,
        });
    }
    expected.files.iter().find_map(|(name, expected)| {
        let got = files.get(name).map_or(&b""[..], Vec::as_slice);
        Some(Wrong {
            file: Some(name),
            difference: strictness.first_difference(expected, got)?,
        })
    })
}

/// Returns the mistake behind the first difference in standard output, if one
/// explains it. `input` is what the program was given, and it ended as in `ended`.
///
/// The case is replayed by the course's rules, so that a wrong board, list or
/// move is known from its squares. The texts themselves are asked where that
/// finds nothing.
pub fn mistake(
    course: &Course,
    strictness: Strictness,
    difference: Difference<'_>,
    input: &[u8],
    ended: Ended,
) -> Option<Mistake> {
    let text = wrong_text(strictness, difference, input, ended);
    in_game(course, input, difference, text.is_some()).or(text)
}

fn in_game(
    course: &Course,
    input: &[u8],
    difference: Difference<'_>,
    text_explains: bool,
) -> Option<Mistake> {
    let Difference { expected, got } = difference;
    let size = course.setup(input)?.rules.size;
    let read_on = got.text().len().min(got.offset() + READ_ON);
    let (theirs, ours) = (
        read(course, size, expected.text()),
        read(course, size, &got.text()[..read_on]),
    );
    let i = theirs
        .iter()
        .position(|item| item.end > expected.offset())?;
    let j = ours.iter().position(|item| item.end > got.offset())?;
    let before = boards(&theirs[..i]);
    Comparison {
        course,
        input,
        difference,
        size,
        history: History::replay(course, input).and_then(|mut history| {
            let shown = before.clone().all(|board| history.show(board));
            shown.then_some(history)
        }),
        last_board: before.last(),
        text_explains,
    }
    .compare(&theirs[i].what, &ours[..j], &ours[j..])
}

/// Two outputs up to the first thing that differs.
struct Comparison<'a> {
    course: &'a Course,
    input: &'a [u8],
    difference: Difference<'a>,
    size: Size,
    /// The game up to there, if its boards are those that were expected.
    history: Option<History>,
    /// The last board before it.
    last_board: Option<&'a Board>,
    /// Set if the texts alone explain the difference: then a right board is not
    /// blamed for what is around it.
    text_explains: bool,
}

impl Comparison<'_> {
    /// The mistake of a program that prints `rest` after `before`, where
    /// `wanted` is expected.
    fn compare(&self, wanted: &What, before: &[Item], rest: &[Item]) -> Option<Mistake> {
        let found = &rest[0].what;
        let frame = |mistake: Mistake| (!self.text_explains).then_some(mistake);
        let before_rows = |rows: usize| self.difference.expected.offset() < rows;
        match (wanted, found) {
            (What::Board { board, rows }, What::Board { board: printed, .. }) => {
                if board != printed {
                    return Some(self.wrong_board(board, printed));
                }
                frame(if before_rows(*rows) {
                    Mistake::HeaderWrong
                } else {
                    Mistake::FrameWrong
                })
            }
            (
                What::Board { board, rows },
                What::Text
                | What::Message(Message::Asks(_) | Message::Pass | Message::ComputerMove(_)),
            ) if before_rows(*rows) && boards(&rest[..rest.len().min(2)]).eq([board]) => {
                frame(Mistake::HeaderWrong)
            }
            (_, What::Board { board: printed, .. }) => {
                let after_pass = before
                    .last()
                    .is_some_and(|item| item.what == What::Message(Message::Pass));
                let again = boards(before).last() == Some(printed);
                match wanted {
                    _ if again && after_pass => Some(Mistake::BoardRepeated { after_pass }),
                    What::Message(Message::Pass) => Some(self.pass_missing()),
                    What::Message(Message::Refusal) => Some(self.illegal_accepted()),
                    _ => again.then_some(Mistake::BoardRepeated { after_pass }),
                }
            }
            (What::Board { .. }, What::Message(Message::Refusal)) => {
                let history = self.history.as_ref()?;
                let next = history.shown();
                (next < history.moves().len()).then(|| history.refused(next))
            }
            (What::Message(Message::Pass), What::Message(Message::Pass)) => None,
            (What::Message(Message::Pass), _) => Some(self.pass_missing()),
            (_, What::Message(Message::Pass)) => Some(Mistake::PassByMistake {
                mover: self.next_game().map(Game::to_move),
            }),
            (
                What::Message(Message::ComputerMove(expected)),
                What::Message(Message::ComputerMove(at)),
            ) if expected != at => Some(self.computers_move(*expected, *at)),
            (
                What::Message(Message::LegalMoves(legal)),
                What::Message(Message::LegalMoves(listed)),
            ) if legal != listed => self.wrong_list(legal, listed),
            (What::Message(Message::Asks(expected)), What::Message(Message::Asks(asked)))
                if expected != asked =>
            {
                Some(Mistake::WrongSideAsked {
                    expected: *expected,
                    asked: *asked,
                })
            }
            _ => self.wrong_result(),
        }
    }

    /// The game before the next move.
    fn next_game(&self) -> Option<&Game> {
        let history = self.history.as_ref()?;
        let next = history.moves().get(history.shown())?;
        Some(&next.before)
    }

    fn wrong_board(&self, board: &Board, printed: &Board) -> Mistake {
        let found = self.history.as_ref().and_then(|history| {
            let moves = history.find(board)?;
            Some(history.wrong_board(moves, printed).0)
        });
        found
            .or_else(|| disguised(board, printed))
            .unwrap_or_else(|| Mistake::BoardWrong(WrongSquares::new(board, printed)))
    }

    fn pass_missing(&self) -> Mistake {
        // The game before the next move is already past the pass.
        let mover = self.next_game().map(Game::to_move);
        Mistake::PassMissing {
            blocked: mover.map(Disc::opponent),
        }
    }

    fn illegal_accepted(&self) -> Mistake {
        let expected = self.difference.expected;
        let lines = typed_lines(self.course, self.input, expected.text()).unwrap_or_default();
        let read = lines.iter().rfind(|line| line.printed <= expected.offset());
        let typed = read.map(|line| self.input[line.typed.clone()].trim_ascii());
        let square = typed.and_then(|typed| self.course.square(typed, self.size, &[]));
        Mistake::IllegalMoveAccepted {
            why: square.and_then(|at| self.next_game()?.check(at).err()),
            typed: typed.map(|typed| String::from_utf8_lossy(typed).into_owned()),
        }
    }

    fn computers_move(&self, expected: Square, at: Square) -> Mistake {
        let mut moves = self
            .history
            .iter()
            .flat_map(|history| &history.moves()[history.shown()..]);
        match moves.find(|played| played.by_computer && played.at == expected) {
            Some(played) => wrong_move(&played.before, at, expected),
            None => Mistake::ComputerMove {
                at,
                expected,
                flips: None,
            },
        }
    }

    fn wrong_list(&self, legal: &[Square], listed: &[Square]) -> Option<Mistake> {
        let history = self.history.as_ref()?;
        let fits = |game: &Game| game.legal_moves().eq(legal.iter().copied());
        let by_disc = [Disc::Black, Disc::White]
            .into_iter()
            .filter_map(|disc| Game::resume(history.rules(), self.last_board?.clone(), disc).ok());
        let mut games = self.next_game().cloned().into_iter().chain(by_disc);
        history.wrong_list(&games.find(fits)?, listed, true)
    }

    /// The mistake in the closing words, if the game is over.
    fn wrong_result(&self) -> Option<Mistake> {
        let history = self.history.as_ref()?;
        if history.shown() < history.moves().len() {
            return None;
        }
        let outcome = history.outcome()?;
        let sides = SideWords::new(self.course, &self.course.setup(self.input)?);
        let Difference { expected, got } = self.difference;
        let [expected, got] = [expected, got].map(|at| String::from_utf8_lossy(at.line()));
        wrong_closing_line(&expected, &got, &sides, outcome)
    }
}

fn boards(items: &[Item]) -> impl DoubleEndedIterator<Item = &Board> + Clone {
    items.iter().filter_map(|item| match &item.what {
        What::Board { board, .. } => Some(board),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transcript::Suite;

    /// Every board that a fixture has is one that the history comes to, so the
    /// mistakes that are found are those of the move that was made.
    #[test]
    fn the_history_comes_to_every_board_of_every_fixture() {
        for course in courses::ALL {
            let folder = course_tests::fixtures(course.name);
            let suite = Suite::load_strict(&folder).expect("the fixtures can be read");
            let mut count = 0;
            for case in suite.cases() {
                let place = format!("{}/{}", course.name, case.name);
                // Other options may make the computer another one.
                let Some(setup) = course.setup(&case.input).filter(|_| case.args.is_empty()) else {
                    continue;
                };
                if setup.computer.is_some() && course.computer.is_none() {
                    continue;
                }
                let expected = case.expected.as_ref().expect("a fixture has a snapshot");
                let items = read(course, setup.rules.size, &expected.stdout);
                let mut history = History::replay(course, &case.input).expect("it has a game");
                for board in boards(&items) {
                    assert!(history.show(board), "{place}: {board}");
                    count += 1;
                }
            }
            assert!(
                count > 100 || course.computer.is_none() && !course.fixes_words,
                "{}: {count} boards",
                course.name
            );
        }
    }
}
