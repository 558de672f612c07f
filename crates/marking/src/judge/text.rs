//! The judge by text: compares what was printed with what is expected.

use std::borrow::Cow;
use std::collections::BTreeMap;

use course::{Course, Message};
use reversi_core::{Board, Disc, Game, Size, Square, Turn};
use transcript::{Case, Difference, Growing, Location, Strictness};

use crate::diagnose::{
    Diagonals, Directions, Ended, GoesOn, History, Mistake, PlayedMove, RefusalCause, WrongSquares,
    disguised, wrong_closing_line, wrong_move, wrong_text,
};
use crate::read::output::{Item, What, read};
use crate::read::results::{Claim, SideWords};
use crate::read::typed::typed_lines;

/// The part of an output after the first difference that is read, in bytes.
const READ_ON: usize = 64 << 10;

/// An output that is longer before the difference than twice the expected one, and
/// this number of bytes more, is not explained.
const EXCESS: usize = 64 << 10;

/// The first difference of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong<'a> {
    /// The name of the file that differs; `None` for standard output.
    pub file: Option<&'a str>,
    /// The difference.
    pub difference: Difference<'a>,
}

impl Wrong<'_> {
    /// Returns `false` for a file, and for an output that is far longer before the
    /// difference than the expected one: most of it is white space that does not count.
    pub(crate) fn can_be_explained(&self) -> bool {
        let Difference { expected, got } = self.difference;
        self.file.is_none() && got.offset() <= 2 * expected.offset() + EXCESS
    }

    /// Returns the mistake behind the difference, if one explains it. `input` is what the
    /// program was given, and it ended as in `ended`.
    pub fn mistake(
        &self,
        course: &Course,
        strictness: Strictness,
        input: &[u8],
        ended: Ended,
    ) -> Option<Mistake> {
        if !self.can_be_explained() {
            return None;
        }
        let Difference { expected, got } = self.difference;
        let read = got.text().len().min(got.offset() + READ_ON);
        let difference = Difference {
            expected,
            got: Location::new(&got.text()[..read], got.offset()),
        };
        mistake(course, strictness, difference, input, ended)
    }
}

/// The expected outcome of a case, in every spelling that the course allows.
#[derive(Clone, Debug)]
pub struct Expectation<'a> {
    strictness: Strictness,
    /// The case as it is, and as it would be in another spelling.
    spellings: Vec<Cow<'a, Case>>,
}

impl<'a> Expectation<'a> {
    /// Returns the expected outcome of `case`, as it is spelt.
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
    let theirs = read(course, size, expected.text());
    let ours = read(course, size, got.text());
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
    .mistake(&theirs[i].what, &ours[..j], &ours[j..])
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
    /// The mistake of a program that prints `rest` after `before`, where `wanted` is
    /// expected, and the mistake with the diagonals if all of its boards show it.
    fn mistake(&self, wanted: &What, before: &[Item], rest: &[Item]) -> Option<Mistake> {
        let mut mistake = self.compare(wanted, before, rest)?;
        let shown = || {
            let boards: Vec<&Board> = boards(before).chain(boards(rest)).collect();
            let sets = Directions::that_explain(self.course, self.input, &boards);
            let rules = self.course.setup(self.input)?.rules;
            Directions::diagonals(&rules, &sets)
        };
        match &mut mistake {
            Mistake::WrongFlips {
                diagonals: diagonals @ None,
                ..
            } => *diagonals = shown(),
            Mistake::LegalMoveRefused {
                cause: cause @ None,
                ..
            } if shown() == Some(Diagonals::Ignored) => {
                *cause = Some(RefusalCause::DiagonalsIgnored);
            }
            Mistake::BoardWrong(_) => {
                mistake = shown().map_or(mistake, Mistake::BoardDirections);
            }
            _ => {}
        }
        Some(mistake)
    }

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
                    What::Message(Message::Refusal) if again => Some(Mistake::RefusalMissing {
                        typed: self.last_typed().map(lossy),
                    }),
                    What::Message(Message::Pass) => Some(self.pass_missing()),
                    What::Message(Message::Refusal) => Some(self.illegal_accepted()),
                    _ if again => Some(Mistake::BoardRepeated { after_pass }),
                    _ => self.not_over(GoesOn::Playing),
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
            ) if expected != at => Some(self.computers_move(*expected, *at, rest)),
            (What::Message(Message::ComputerMove(_)), What::Message(Message::Asks(asked))) => {
                let expected = self.course.setup(self.input)?.computer?;
                Some(if *asked == expected {
                    Mistake::ComputerMissing
                } else {
                    let asked = *asked;
                    Mistake::WrongSideAsked { expected, asked }
                })
            }
            (What::Message(Message::Asks(expected)), What::Message(Message::ComputerMove(at))) => {
                let last = self.last_move();
                Some(if last.is_some_and(|played| played.by_computer) {
                    Mistake::ComputerMovedTwice { at: *at }
                } else {
                    let (at, expected) = (*at, *expected);
                    Mistake::ComputerOutOfTurn { at, expected }
                })
            }
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
            (What::Text, What::Message(Message::Asks(_))) if self.is_over() => {
                self.not_over(GoesOn::Asking)
            }
            (What::Text, What::Message(Message::ComputerMove(_))) if self.is_over() => {
                self.not_over(GoesOn::Playing)
            }
            (_, What::Text) if self.announces_result() => {
                let blocked = match self.game()?.turn() {
                    Turn::Pass(blocked) => Some(blocked),
                    _ => None,
                };
                Some(Mistake::OverTooSoon { blocked })
            }
            _ => self.wrong_result(),
        }
    }

    /// The last move before the difference.
    fn last_move(&self) -> Option<&PlayedMove> {
        let history = self.history.as_ref()?;
        history.moves().get(history.shown().checked_sub(1)?)
    }

    /// The game after the last board before the difference.
    fn game(&self) -> Option<Game> {
        let history = self.history.as_ref()?;
        history.game_after(history.shown())
    }

    /// Returns `true` if the game is over there.
    fn is_over(&self) -> bool {
        let game = self.game();
        game.is_some_and(|game| matches!(game.turn(), Turn::Over(_)))
    }

    /// The mistake of a program that does not end the game, if it is over.
    fn not_over(&self, goes_on: GoesOn) -> Option<Mistake> {
        let after = self.history.as_ref()?.shown();
        self.is_over()
            .then_some(Mistake::NotOver { after, goes_on })
    }

    /// Returns `true` if the text at the difference announces a result in a game
    /// that goes on.
    fn announces_result(&self) -> bool {
        let line = String::from_utf8_lossy(self.difference.got.line());
        let setup = self.course.setup(self.input);
        self.history.is_some()
            && !self.is_over()
            && setup.is_some_and(|setup| {
                let claim = Claim::read(&line, &SideWords::new(self.course, &setup));
                matches!(claim, Claim::Winner(_) | Claim::Draw)
            })
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

    /// The typed line that was read last, if that is certain.
    fn last_typed(&self) -> Option<&[u8]> {
        let expected = self.difference.expected;
        let lines = typed_lines(self.course, self.input, expected.text())?;
        let read = lines
            .into_iter()
            .rfind(|line| line.printed <= expected.offset())?;
        Some(self.input[read.typed].trim_ascii())
    }

    fn illegal_accepted(&self) -> Mistake {
        let typed = self.last_typed();
        let square = typed.and_then(|typed| self.course.square(typed, self.size, &[]));
        Mistake::IllegalMoveAccepted {
            why: square.and_then(|at| self.next_game()?.check(at).err()),
            typed: typed.map(lossy),
        }
    }

    /// The computer plays `at` instead of `expected`, before `rest`.
    fn computers_move(&self, expected: Square, at: Square, rest: &[Item]) -> Mistake {
        let found = self.history.as_ref().and_then(|history| {
            let mut moves = history.moves().iter().enumerate().skip(history.shown());
            moves.find(|(_, played)| played.by_computer && played.at == expected)
        });
        let unknown = Mistake::ComputerMove {
            at,
            expected,
            flips: None,
        };
        let (Some((index, played)), Some(history)) = (found, &self.history) else {
            return unknown;
        };
        if index == history.shown() {
            return wrong_move(&played.before, at, expected);
        }
        // The position that it moves in was not printed, and may be wrong itself.
        match boards(rest).next() {
            Some(printed) if printed.size() == self.size => {
                history.wrong_board(index + 1, printed).0
            }
            _ => unknown,
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

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
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
                if setup.computer.is_some() && course.computer.prescribed().is_none() {
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
                count > 100 || course.computer.prescribed().is_none() && !course.fixes_words,
                "{}: {count} boards",
                course.name
            );
        }
    }
}
