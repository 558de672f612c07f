//! The judge by text: compares what was printed with what is expected.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bstr::ByteSlice;
use course::{Aspect, Course, Message, Setup};
use reversi_core::{Board, Disc, Game, Square, Turn};
use transcript::{Case, Difference, Location, PrefixMatch, Strictness};

use super::rules::move_to;
use crate::diagnose::{
    BoardPair, GoesOn, History, Mistake, PlayedMove, WrongSquares, disguised, names_another_winner,
    shortened, transpose, without, wrong_closing_line, wrong_end, wrong_line, wrong_move,
    wrong_prompt, wrong_text,
};
use crate::read::boards::Palette;
use crate::read::output::{Event, EventItem, boards, read};
use crate::read::results::{ResultClaim, SideWords};
use crate::read::typed::typed_lines;

/// The part of an output after the first difference that is read, in bytes.
const READ_ON: usize = 64 << 10;

/// The most things of one turn that are printed before one which they should follow.
const MOST_LATE: usize = 3;

/// The most columns of a board that is drawn. A larger one is read in the session.
const LARGEST: u8 = 16;

/// An output that is longer before the difference than twice the expected one, and
/// this number of bytes more, is not explained.
const EXCESS: usize = 64 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch<'a> {
    /// The name of the file that differs; `None` for standard output.
    pub file: Option<&'a str>,
    pub difference: Difference<'a>,
}

impl<'a> Mismatch<'a> {
    pub fn in_output(difference: Difference<'a>) -> Self {
        Self {
            file: None,
            difference,
        }
    }

    /// Returns `false` for a file, and where most of the output is white space that does not count.
    pub(crate) fn can_be_explained(&self) -> bool {
        let Difference { expected, got } = self.difference;
        self.file.is_none() && got.offset() <= 2 * expected.offset() + EXCESS
    }

    /// Replays the case by the rules to explain wrong boards, lists and moves by their squares.
    /// The program left the `unread` last bytes of `input` or more.
    pub(crate) fn finding(
        &self,
        course: &Course,
        strictness: Strictness,
        input: &[u8],
        unread: usize,
    ) -> TextFinding {
        let Difference { expected, got } = self.difference;
        let read = got.text().len().min(got.offset() + READ_ON);
        let difference = Difference {
            expected,
            got: Location::new(&got.text()[..read], got.offset()),
        };
        let found = in_game(course, strictness, input, difference);
        let mistake = wrong_prompt(difference)
            .or(found.mistake)
            .or_else(|| wrong_text(strictness, difference, input))
            .or_else(|| wrong_end(difference, input, unread))
            .or_else(|| wrong_line(difference, |text| course.awaited(text)));
        TextFinding { mistake, ..found }
    }
}

/// The explanation of the first difference.
pub(crate) struct TextFinding {
    pub(crate) mistake: Option<Mistake>,
    /// The expected thing there; `None` for a line that is neither a board nor a message about
    /// the game.
    pub(crate) place: Option<&'static str>,
    /// The part of the task that it is in, if nothing more is known of the mistake.
    pub(crate) aspect: Aspect,
    /// The boards there, or after a move of the computer there, if they differ.
    pub(crate) boards: Option<BoardPair>,
}

/// The expected outcome of a case, in every spelling that the course allows.
#[derive(Clone, Debug)]
pub struct Expectation {
    strictness: Strictness,
    spellings: Vec<Case>,
}

impl Expectation {
    pub fn new(strictness: Strictness, case: &Case) -> Self {
        Self {
            strictness,
            spellings: vec![case.clone()],
        }
    }

    #[must_use]
    pub fn in_spellings_of(mut self, course: &Course) -> Self {
        for [handout, other] in course.spellings {
            let mut respelt = self.spellings.clone();
            respelt.retain_mut(|case| {
                case.expected.as_mut().is_some_and(|expected| {
                    let is_spelt = expected.stdout.contains_str(handout);
                    expected.stdout = expected.stdout.replace(handout, other);
                    is_spelt
                })
            });
            self.spellings.extend(respelt);
        }
        self
    }

    /// Compares the beginning of an output. A case that expects nothing stays open.
    pub fn prefix_match(&self, stdout: &[u8]) -> PrefixMatch {
        let all = self.spellings.iter().map(|case| match &case.expected {
            None => PrefixMatch::Open,
            Some(expected) => {
                let truncated = case.truncated_input;
                self.strictness
                    .prefix_match(&expected.stdout, stdout, truncated)
            }
        });
        all.reduce(|one, other| match (one, other) {
            (PrefixMatch::Matches, _) | (_, PrefixMatch::Matches) => PrefixMatch::Matches,
            (PrefixMatch::Differs, PrefixMatch::Differs) => PrefixMatch::Differs,
            _ => PrefixMatch::Open,
        })
        .unwrap_or(PrefixMatch::Open)
    }

    /// Returns the case in the spelling that agrees longest with the output.
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

/// Compares standard output and then the files. If the input is truncated, what follows the
/// expected output does not count.
pub fn first_wrong<'a>(
    strictness: Strictness,
    case: &'a Case,
    stdout: &'a [u8],
    files: &'a BTreeMap<String, Vec<u8>>,
) -> Option<Mismatch<'a>> {
    let expected = case.expected.as_ref()?;
    if let Some(difference) = strictness.difference(&expected.stdout, stdout, case.truncated_input)
    {
        return Some(Mismatch::in_output(difference));
    }
    expected.files.iter().find_map(|(name, expected)| {
        let got = files.get(name).map_or(&b""[..], Vec::as_slice);
        Some(Mismatch {
            file: Some(name),
            difference: strictness.first_difference(expected, got)?,
        })
    })
}

fn in_game(
    course: &Course,
    strictness: Strictness,
    input: &[u8],
    difference: Difference<'_>,
) -> TextFinding {
    let mut found = TextFinding {
        mistake: None,
        place: None,
        aspect: Aspect::Text,
        boards: None,
    };
    let Difference { expected, got } = difference;
    let Some(setup) = course.setup(input) else {
        return found;
    };
    let items = |at: Location<'_>| {
        let items = read(course, setup.rules.size, at.text());
        let same = items.partition_point(|item| item.end <= at.offset());
        (items, same)
    };
    let ((expected_items, i), (actual_items, j)) = (items(expected), items(got));
    let is_seen =
        boards(&actual_items).next().is_some() || boards(&expected_items).next().is_none();
    let (expected_before, expected) = expected_items.split_at(i);
    let (actual_before, actual) = actual_items.split_at(j);
    if !expected.is_empty() {
        let before = boards(expected_before);
        let history = History::replay(course, input).and_then(|mut history| {
            let shown = before.clone().all(|board| history.show(board));
            shown.then_some(history)
        });
        let history = history.as_ref();
        let comparison = Comparison {
            course,
            input,
            difference,
            setup,
            history,
            game: history.and_then(|it| it.game_after(it.shown())),
            next: history.and_then(|it| it.moves().get(it.shown())),
            last_board: before.last(),
            expected_before,
            expected,
            actual_before,
            actual,
        };
        found.mistake = comparison.mistake(strictness);
        if is_seen {
            (found.place, found.aspect) = comparison.place();
            found.boards = comparison.boards();
        }
    }
    if !is_seen {
        // Nothing of the game is seen, so no part of the task is shown to be right.
        found.aspect = Aspect::Whole;
    }
    found
}

struct Comparison<'a> {
    course: &'a Course,
    input: &'a [u8],
    difference: Difference<'a>,
    setup: Setup,
    /// The game up to there, if its boards are those that were expected.
    history: Option<&'a History>,
    /// Its position after the moves shown, and the next move.
    game: Option<Game>,
    next: Option<&'a PlayedMove>,
    last_board: Option<&'a Board>,
    expected_before: &'a [EventItem],
    /// The expected things from the first that differs on.
    expected: &'a [EventItem],
    actual_before: &'a [EventItem],
    /// The printed things from the first that differs on.
    actual: &'a [EventItem],
}

impl Comparison<'_> {
    fn mistake(&self, strictness: Strictness) -> Option<Mistake> {
        if self.actual.is_empty() {
            return None;
        }
        self.compare()
            .or_else(|| wrong_text(strictness, self.difference, self.input))
            .or_else(|| self.lines())
            .or_else(|| self.frame())
    }

    fn place(&self) -> (Option<&'static str>, Aspect) {
        let (place, aspect) = match self.expected[0].event {
            Event::Board { .. } => ("board", Aspect::Placement),
            Event::Message(Message::Asks(_)) => ("prompt", Aspect::Turns),
            Event::Message(Message::ComputerMove(_)) => ("computer's move", Aspect::Computer),
            Event::Message(Message::LegalMoves(_)) => ("list", Aspect::LegalMoves),
            Event::Message(Message::Pass) => ("pass", Aspect::Turns),
            Event::Message(Message::Refusal) => ("refusal", Aspect::LegalMoves),
            Event::Text => return (None, Aspect::Text),
        };
        (Some(place), aspect)
    }

    fn boards(&self) -> Option<BoardPair> {
        match (&self.expected[0].event, &self.actual.first()?.event) {
            (Event::Board { .. }, Event::Board { .. })
            | (
                Event::Message(Message::ComputerMove(_)),
                Event::Message(Message::ComputerMove(_)),
            ) => {}
            _ => return None,
        }
        let (expected, printed) = (boards(self.expected).next()?, boards(self.actual).next()?);
        let differ = expected != printed && expected.size().cols() <= LARGEST;
        differ.then(|| BoardPair {
            before: self.last_board.cloned(),
            expected: expected.clone(),
            printed: printed.clone(),
            palette: Palette::of_course(self.course),
        })
    }

    /// Returns `true` if both outputs have the same item at these distances behind the difference.
    fn same(&self, expected: usize, actual: usize) -> bool {
        let (Some(wanted), Some(found)) = (self.expected.get(expected), self.actual.get(actual))
        else {
            return false;
        };
        match (&wanted.event, &found.event) {
            (Event::Board { board, .. }, Event::Board { board: other, .. }) => board == other,
            (Event::Board { .. }, _) | (_, Event::Board { .. }) => false,
            _ => {
                let Difference { expected, got } = self.difference;
                wanted.text(expected.text()) == found.text(got.text())
            }
        }
    }

    /// Returns the number of an item's first line, and its text.
    fn quoted(item: &EventItem, output: &[u8]) -> (usize, String) {
        let blank = output[item.start..].len() - output[item.start..].trim_ascii_start().len();
        let number = Location::new(output, item.start + blank).line_number();
        (number, shortened(item.text(output)))
    }

    /// Counts the items of one turn that are printed before the expected one and should follow it.
    fn late(&self) -> Option<usize> {
        let is_of_turn = |item: &EventItem| {
            !matches!(
                item.event,
                Event::Board { .. } | Event::Message(Message::Asks(_))
            )
        };
        (1..=MOST_LATE).find(|&number| {
            let before = self.actual.get(..number).unwrap_or_default();
            self.same(0, number)
                && (0..number).all(|index| self.same(index + 1, index))
                && (number == 1 || before.iter().all(is_of_turn))
        })
    }

    fn lines(&self) -> Option<Mistake> {
        let Difference { expected, got } = self.difference;
        let quoted = |index: usize| Self::quoted(&self.actual[index], got.text());
        let (line, printed) = quoted(0);
        let [wanted, found] = [&self.expected[0], &self.actual[0]].map(EventItem::is_board);
        if let Some(late) = self.late() {
            let (line, printed) = quoted(usize::from(found));
            return Some(Mistake::LineMisplaced {
                line,
                printed,
                belongs_after: !found,
                other: (wanted == found).then(|| quoted(late).1),
            });
        }
        if let Some(next) = self.extra().filter(|_| !found) {
            // Without a header, it is the header itself that differs.
            if let Event::Board { rows, .. } = next.event
                && got.text()[self.actual[0].end..rows].trim_ascii().is_empty()
            {
                return None;
            }
            return Some(Mistake::ExtraLine {
                line,
                printed,
                before_board: next.is_board(),
            });
        }
        let (_, expected) = Self::quoted(&self.expected[0], expected.text());
        let is_missing = !wanted && self.same(1, 0) && !self.same(1, 1);
        is_missing.then_some(Mistake::MissingLine { line, expected })
    }

    /// Returns `true` if `item` asks for a move, whether or not it names the side.
    fn asks(&self, item: Option<&EventItem>) -> bool {
        item.is_some_and(|item| {
            let printed = &self.difference.got.text()[..item.end];
            let is_prompt = || self.course.awaited(printed).last() == Some(&item.end);
            matches!(item.event, Event::Message(Message::Asks(_))) || is_prompt()
        })
    }

    /// The expected thing behind extra lines, or another move of the computer.
    fn extra(&self) -> Option<&EventItem> {
        if self.same(1, 1) {
            return None;
        }
        let is_move =
            |item: &EventItem| matches!(item.event, Event::Message(Message::ComputerMove(_)));
        let texts = self.actual.iter();
        let texts = texts.take_while(|item| item.event == Event::Text).count();
        (1..=texts.max(1)).find_map(|next| {
            let item = self.actual.get(next)?;
            let is_wanted = self.same(0, next) || is_move(&self.expected[0]) && is_move(item);
            is_wanted.then_some(item)
        })
    }

    fn frame(&self) -> Option<Mistake> {
        let Event::Board { board, rows, .. } = &self.expected[0].event else {
            return None;
        };
        let rest = self.actual;
        let Difference { expected, got } = self.difference;
        let before_rows = expected.offset() < *rows;
        let header = || Mistake::HeaderWrong {
            expected: String::new(),
            printed: String::new(),
        };
        match rest[0].event {
            Event::Board { rows, .. } if !before_rows && got.offset() >= rows => {
                Some(Mistake::FrameWrong)
            }
            Event::Board { .. } => Some(header()),
            _ => {
                let follows = boards(&rest[..rest.len().min(2)]).eq([board]);
                (before_rows && follows).then(header)
            }
        }
    }

    fn compare(&self) -> Option<Mistake> {
        use Event::Message as Said;

        let (wanted, found) = (&self.expected[0].event, &self.actual[0].event);
        match (wanted, found) {
            // One line in other words, after which both go on alike.
            (Event::Text | Said(_), Event::Text) if self.same(1, 1) => self.wrong_result(),
            (Event::Board { board, .. }, Event::Board { board: printed, .. }) => {
                if board != printed {
                    if self.same(0, 1) && boards(self.actual_before).last() == Some(printed) {
                        return Some(Mistake::BoardRepeated { after_pass: false });
                    }
                    return Some(self.wrong_board(board, printed));
                }
                let [legal, marked] = [wanted, found].map(Event::marks);
                (legal != marked).then(|| Mistake::MarksWrong {
                    missing: without(legal, marked),
                    extra: without(marked, legal),
                })
            }
            _ if self.late().is_some() => None,
            (Event::Board { board, .. }, found)
                if self.same(1, 0) || self.is_later(found, board) =>
            {
                self.board_missing(board)
            }
            // The header, or a line before it.
            (Event::Board { .. }, _) if self.same(0, 1) => None,
            (_, Event::Board { board, .. }) => self.board_instead_of(wanted, board),
            (Event::Board { .. }, Said(Message::Refusal))
                if self.asks(self.actual_before.last()) =>
            {
                let history = self.history?;
                let next = history.shown();
                (next < history.moves().len()).then(|| history.refused(next))
            }
            _ => self.compare_messages(wanted, found),
        }
    }

    fn compare_messages(&self, wanted: &Event, found: &Event) -> Option<Mistake> {
        use Event::Message as Said;
        use Message::{Asks, ComputerMove, LegalMoves, Pass, Refusal};

        match (wanted, found) {
            // Other words than a refusal are none, if what follows them differs, too.
            (Said(Refusal), _)
                if self.same(1, 0) && (self.same(2, 1) || self.actual.len() == 1) =>
            {
                self.refusal_missing(None)
            }
            (Said(Refusal), Said(Asks(_) | ComputerMove(_))) => self.refusal_missing(Some(found)),
            (Said(Pass), Said(Pass)) => None,
            (Said(Pass), _) if self.same(0, 1) => None,
            (Said(Pass), Event::Text) if !self.claims_result() => None,
            (Event::Text | Said(Pass), Said(Asks(_))) if self.is_over() => {
                self.not_over(GoesOn::Asking)
            }
            (Said(Pass), _) => Some(self.pass_missing()),
            (Event::Board { .. }, Event::Text | Said(Pass))
                if self.announces_result() && self.asks(self.actual_before.last()) =>
            {
                let at = self.next?.at;
                Some(Mistake::MoveNotPlayed { at })
            }
            (_, Said(Pass)) => self.extra_pass(),
            (Said(ComputerMove(expected)), Said(ComputerMove(at))) if expected != at => {
                self.other_move(*expected, *at)
            }
            (Said(ComputerMove(_)), Said(Asks(asked))) => self.asked_for_computer(*asked),
            (Said(Asks(expected)), Said(ComputerMove(at))) => {
                self.computer_instead_of(*expected, *at)
            }
            (Said(LegalMoves(legal)), Said(LegalMoves(listed))) if legal != listed => {
                self.wrong_list(legal, listed)
            }
            (&Said(Asks(expected)), &Said(Asks(asked))) if expected != asked => {
                Some(Mistake::WrongSideAsked { expected, asked })
            }
            (Event::Text, Said(Asks(_))) if self.follows_refusal() => {
                let typed = self.last_typed().map(lossy);
                Some(Mistake::AsksAfterIllegal { typed })
            }
            (Event::Text, Said(ComputerMove(_))) if self.is_over() => {
                self.not_over(GoesOn::Playing)
            }
            (Event::Text, Event::Text) => self.wrong_winner().or_else(|| self.wrong_result()),
            (_, Event::Text) if self.announces_result() => self.over_too_soon(),
            _ => self.wrong_result(),
        }
    }

    fn board_instead_of(&self, wanted: &Event, printed: &Board) -> Option<Mistake> {
        use Event::Message as Said;
        use Message::{ComputerMove, Pass, Refusal};

        let (before, rest) = (self.actual_before, self.actual);
        let after_pass = before.last().is_some_and(|item| item.event == Said(Pass));
        let again = boards(before).last() == Some(printed);
        match wanted {
            _ if again && (after_pass || self.same(0, 1)) => {
                Some(Mistake::BoardRepeated { after_pass })
            }
            Said(ComputerMove(_)) if again => Some(Mistake::ComputerMissing),
            Said(Refusal) if again => self.refusal_missing(rest.get(1).map(|item| &item.event)),
            Said(Pass) => Some(self.pass_missing()),
            Said(Refusal) => Some(self.illegal_accepted(printed)),
            _ if again => Some(Mistake::BoardRepeated { after_pass }),
            _ => self.not_over(GoesOn::Playing),
        }
    }

    fn extra_pass(&self) -> Option<Mistake> {
        let text = |item: &EventItem| item.text(self.difference.got.text());
        if self.is_over() {
            return Some(Mistake::PassAtEnd);
        }
        let before = self.actual_before.last();
        if before.is_some_and(|before| text(before) == text(&self.actual[0])) {
            return Some(Mistake::PassAgain);
        }
        let game = self.next_game()?;
        let mover = game.to_move();
        let is_blocked = game.legal_moves().next().is_none();
        (!is_blocked).then_some(Mistake::PassByMistake { mover })
    }

    fn other_move(&self, expected: Square, at: Square) -> Option<Mistake> {
        // The line begins with something else.
        if self.difference.got.before().trim_ascii().is_empty() {
            None
        } else if at == transpose(expected) && self.same(1, 1) {
            Some(Mistake::ComputerNamedTransposed { at: expected })
        } else {
            Some(self.computers_move(expected, at))
        }
    }

    fn asked_for_computer(&self, asked: Disc) -> Option<Mistake> {
        let expected = self.setup.computer?;
        Some(if asked == expected {
            Mistake::ComputerAsked { computer: expected }
        } else {
            Mistake::WrongSideAsked { expected, asked }
        })
    }

    fn computer_instead_of(&self, expected: Disc, at: Square) -> Option<Mistake> {
        let last = self.history.and_then(|it| it.moves()[..it.shown()].last());
        let last = last.filter(|played| played.by_computer);
        match last {
            // The same announcement again.
            Some(played) if played.at == at => None,
            Some(_) => Some(Mistake::ComputerMovedTwice { at }),
            None => Some(Mistake::ComputerOutOfTurn { at, expected }),
        }
    }

    fn over_too_soon(&self) -> Option<Mistake> {
        let since = self.actual_before.iter().rev();
        let mut since = since.take_while(|item| !item.is_board());
        let announced = since.any(|item| item.event == Event::Message(Message::Pass));
        let blocked = match self.game.as_ref()?.turn() {
            Turn::Pass(blocked) if !announced => Some(blocked),
            _ => None,
        };
        Some(Mistake::OverTooSoon { blocked })
    }

    /// Returns `true` if the board of the next move follows, and no row of `board` before it.
    fn is_later(&self, found: &Event, board: &Board) -> bool {
        let later = || {
            let mut rest = self.actual.iter();
            let (next, rows) = rest.find_map(|item| match &item.event {
                Event::Board { board, rows, .. } => Some((board, *rows)),
                _ => None,
            })?;
            let history = self.history?;
            let is_later = history.find(next)? == history.find(board)? + 1;
            let printed = self.difference.got.text().get(self.actual[0].start..rows)?;
            let wanted = &self.expected[0];
            let Event::Board { rows, .. } = wanted.event else {
                return None;
            };
            let mut rows = self.difference.expected.text()[rows..wanted.end].lines();
            Some(is_later && !rows.any(|row| printed.contains_str(row.trim_ascii())))
        };
        !matches!(found, Event::Board { .. }) && later() == Some(true)
    }

    fn board_missing(&self, board: &Board) -> Option<Mistake> {
        let history = self.history?;
        let last = history.find(board)?.checked_sub(1);
        let last = last.filter(|_| !self.follows_refusal());
        let (line, _) = Self::quoted(&self.actual[0], self.difference.got.text());
        Some(match last.map(|last| history.moves()[last].at) {
            None => Mistake::BoardMissing { line },
            after => Mistake::NoBoard { after },
        })
    }

    fn follows_refusal(&self) -> bool {
        let before = self.actual_before.last().map(|item| &item.event);
        before == Some(&Event::Message(Message::Refusal))
    }

    fn refusal_missing(&self, next: Option<&Event>) -> Option<Mistake> {
        let typed = self.last_typed().map(lossy);
        let mover = self.next_game().map(Game::to_move);
        let goes_on = match next {
            None => false,
            Some(Event::Message(Message::Asks(asked))) => mover == Some(asked.opponent()),
            Some(Event::Message(Message::ComputerMove(_) | Message::Pass)) => true,
            Some(_) => return None,
        };
        Some(if goes_on {
            Mistake::TurnLost { typed }
        } else {
            Mistake::RefusalMissing { typed }
        })
    }

    fn sides(&self) -> SideWords {
        SideWords::new(self.course, &self.setup)
    }

    fn both_lines(&self) -> [Cow<'_, str>; 2] {
        let Difference { expected, got } = self.difference;
        [expected, got].map(|at| String::from_utf8_lossy(at.line()))
    }

    fn wrong_winner(&self) -> Option<Mistake> {
        let sides = self.sides();
        let [expected, got] = self.both_lines();
        let winner = match ResultClaim::read(&expected, &sides) {
            ResultClaim::Winner(disc) => Some(disc),
            ResultClaim::Draw => None,
            _ => return None,
        };
        names_another_winner(&got, &sides, winner)
    }

    fn is_over(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| matches!(game.turn(), Turn::Over(_)))
    }

    fn not_over(&self, goes_on: GoesOn) -> Option<Mistake> {
        let after = self.history?.shown();
        self.is_over()
            .then_some(Mistake::NotOver { after, goes_on })
    }

    fn announces_result(&self) -> bool {
        self.history.is_some() && !self.is_over() && self.claims_result()
    }

    /// A result, or passes and a result.
    fn claims_result(&self) -> bool {
        let mut ends = self.actual.iter().take(3);
        let end = ends.find(|item| item.event != Event::Message(Message::Pass));
        end.is_some_and(|item| {
            let line = item.text(self.difference.got.text());
            let claim = ResultClaim::read(&String::from_utf8_lossy(line), &self.sides());
            matches!(claim, ResultClaim::Winner(_) | ResultClaim::Draw)
        })
    }

    /// The game before the next move, after a pass if there is one.
    fn next_game(&self) -> Option<&Game> {
        let next = self.next.map(|next| &next.before);
        next.or(self.game.as_ref())
    }

    fn wrong_board(&self, board: &Board, printed: &Board) -> Mistake {
        let found = self.history.and_then(|history| {
            let moves = history.find(board)?;
            let last = self.expected_before.last().map(|item| &item.event);
            match (history.wrong_board(moves, printed).0, last) {
                // A second move of the computer would be announced.
                (Mistake::ComputerMovedTwice { .. }, _) => None,
                // The move that it announced was right.
                (
                    Mistake::ComputerMove { at: on, .. } | Mistake::ComputerIllegal { at: on, .. },
                    Some(&Event::Message(Message::ComputerMove(at))),
                ) => Some(Mistake::MovedElsewhere { at, on }),
                (mistake, _) => Some(mistake),
            }
        });
        found
            .or_else(|| disguised(board, printed))
            .unwrap_or_else(|| {
                let squares = WrongSquares::new(board, printed);
                Mistake::BoardWrong { squares }
            })
    }

    fn pass_missing(&self) -> Mistake {
        // The game before the next move is already past the pass.
        let mover = self.next.map(PlayedMove::mover);
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

    fn illegal_accepted(&self, printed: &Board) -> Mistake {
        let typed = self.last_typed();
        let square = typed.and_then(|typed| self.course.square(typed, self.setup.rules.size, &[]));
        let game = self.next_game();
        Mistake::IllegalMoveAccepted {
            why: square.and_then(|at| game?.check(at).err()),
            played: game.and_then(|game| move_to(game, printed)),
            typed: typed.map(lossy),
        }
    }

    fn computers_move(&self, expected: Square, at: Square) -> Mistake {
        let found = self.history.and_then(|history| {
            let mut moves = history.moves().iter().enumerate().skip(history.shown());
            moves.find(|(_, played)| played.by_computer && played.at == expected)
        });
        let unknown = Mistake::ComputerMove {
            at,
            expected,
            flips: None,
        };
        let (Some((index, played)), Some(history)) = (found, self.history) else {
            return unknown;
        };
        if index == history.shown() {
            return wrong_move(&played.before, at, expected);
        }
        // The position that it moves in was not printed, and may be wrong itself.
        let printed = boards(self.actual).next();
        printed.map_or(unknown, |printed| history.wrong_board(index + 1, printed).0)
    }

    fn wrong_list(&self, legal: &[Square], listed: &[Square]) -> Option<Mistake> {
        let history = self.history?;
        let fits = |game: &Game| game.legal_moves().eq(legal.iter().copied());
        let by_disc = [Disc::Black, Disc::White]
            .into_iter()
            .filter_map(|disc| Game::resume(history.rules(), self.last_board?.clone(), disc).ok());
        let next = self.next.map(|next| next.before.clone());
        let mut games = next.into_iter().chain(by_disc);
        history.wrong_list(&games.find(fits)?, listed, true)
    }

    fn wrong_result(&self) -> Option<Mistake> {
        let history = self.history?;
        if history.shown() < history.moves().len() {
            return None;
        }
        let outcome = history.outcome()?;
        let [expected, got] = self.both_lines();
        wrong_closing_line(&expected, &got, &self.sides(), outcome)
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
