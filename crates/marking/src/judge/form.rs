//! The parts of a turn, besides its boards, that a handout fixes.

use std::iter::{repeat, successors};

use course::Message;
use reversi_core::{Board, Direction, Disc, Square};

use super::finding::{Finding, GamePlace};
use super::rules::Conversation;
use crate::diagnose::{Mistake, WrongSquares, shortened, transpose};
use crate::read::boards::PrintedBoard;
use crate::read::lines::Lines;

/// The most numbers of a line that names a move elsewhere than at its beginning.
const MOST_NUMBERS: usize = 8;

impl Conversation<'_> {
    pub(super) fn find_wrong_form(
        &self,
        text: &Lines,
        boards: &[PrintedBoard],
        sent: Option<usize>,
    ) -> Option<Finding> {
        if self.course.fixes_words {
            return self.misnamed_reply(text, sent);
        }
        if !self.course.fixes_turns {
            return None;
        }
        let header = self.course.program.header(self.plan.rules.size);
        let mut above = boards.iter().map(|board| board.line_above(text));
        if let Some(printed) = above.find(|line| line.trim() != header.trim()) {
            return Some(self.at_last_shown(Mistake::HeaderWrong {
                expected: header.trim().to_owned(),
                printed: shortened(printed.trim().as_bytes()),
            }));
        }
        let index = sent?;
        let [move_of_human, reply] = self.history.moves().get(index..index + 2)? else {
            return None;
        };
        if !reply.by_computer {
            return None;
        }
        let place = GamePlace::Move(index + 2);
        let between = |board: &PrintedBoard| board.board == move_of_human.after;
        let last = boards.last()?;
        if between(last) {
            // The program has ended the game before that move.
            return None;
        }
        if boards.iter().any(between) {
            return Some(Finding::new(place, Mistake::BoardBetween));
        }
        let at = reply.at;
        let above = last.above(text);
        let named = |at| self.names_move(&above, &last.below(text, None), at);
        let mistake = if named(at) {
            return None;
        } else if named(transpose(at)) {
            Mistake::ComputerNamedTransposed { at }
        } else {
            let squares = self.plan.rules.size.squares();
            let mut other = squares.filter(|other| self.names_move("", &above, *other));
            let named = other.next().filter(|_| other.next().is_none());
            Mistake::ComputerUnnamed { at, named }
        };
        Some(Finding::new(place, mistake))
    }

    /// Finds a message, in the handout's words, with another square than the computer's move.
    fn misnamed_reply(&self, text: &Lines, sent: Option<usize>) -> Option<Finding> {
        let read = |line: &str| match self.course.program.read_message(line, self.plan.rules.size) {
            Some(Message::ComputerMove(at)) => Some(at),
            _ => None,
        };
        let text = text.text(|_| true);
        let named = text.lines().filter_map(read);
        let from = sent.map_or(0, |sent| sent + 1);
        let shown = self.history.moves().iter().take(self.history.shown());
        let replies = shown
            .enumerate()
            .skip(from)
            .filter(|(_, it)| it.by_computer);
        let mut both = replies.zip(named);
        both.find_map(|((index, reply), named)| {
            let (at, named) = (reply.at, Some(named));
            let mistake = Mistake::ComputerUnnamed { at, named };
            (named != Some(at)).then(|| Finding::new(GamePlace::Move(index + 1), mistake))
        })
    }

    /// Returns `true` if a line has both numbers of `at`. The list of moves is below the last board.
    fn names_move(&self, above: &str, below: &str, at: Square) -> bool {
        let header = self.course.program.header(self.plan.rules.size);
        let above = above.lines().filter(|line| line.trim() != header.trim());
        let lines = above
            .zip(repeat(MOST_NUMBERS))
            .chain(below.lines().zip(repeat(2)));
        let pair = [at.row, at.col].map(usize::from);
        lines.into_iter().any(|(line, most)| {
            let numbers = line.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<usize> = numbers.filter_map(|word| word.parse().ok()).collect();
            let is_first = most > 2 && numbers.starts_with(&pair);
            is_first || numbers.len() <= most && numbers.windows(2).any(|two| two == pair)
        })
    }

    /// Explains no board by wrong flips if the program names another move than the board shows.
    pub(super) fn certain(&self, finding: Finding, text: &Lines) -> Finding {
        let moves = self.history.moves().get(self.sent..self.sent + 2);
        let first = self.boards_in(text).into_iter().next();
        let (Some([human, reply]), Some(first), Some(boards), Mistake::WrongFlips { .. }) =
            (moves, first, &finding.boards, &finding.mistake)
        else {
            return finding;
        };
        let before = human.before.board();
        let printed = &boards.printed;
        let is_new = |at: &Square| before.disc(*at).is_none() && *at != human.at;
        let new: Vec<Square> = printed.occupied().filter(is_new).collect();
        let says_so = match new[..] {
            [at] if at == reply.at || !flips_unclosed(reply.before.board(), at, printed) => {
                self.names_move(&first.above(text), "", at)
            }
            _ => false,
        };
        if !self.course.fixes_turns || !reply.by_computer || says_so {
            return finding;
        }
        let squares = WrongSquares::new(&boards.expected, printed);
        Finding {
            mistake: Mistake::BoardWrong { squares },
            ..finding
        }
    }
}

/// Returns `true` if `printed` has the runs of discs flipped, closed or not, and no others.
fn flips_unclosed(before: &Board, at: Square, printed: &Board) -> bool {
    let mover = printed.disc(at);
    let is_other = |square: &Square| before.disc(*square) == mover.map(Disc::opponent);
    let is_flipped = |square: &Square| is_other(square) && printed.disc(*square) == mover;
    let runs = Direction::ALL.iter().map(|&direction| {
        let steps = successors(at.step(direction), |square| square.step(direction));
        steps.take_while(is_other).collect::<Vec<_>>()
    });
    let flipped = runs.filter(|run| run.iter().all(is_flipped)).flatten();
    flipped.count() == before.size().squares().filter(is_flipped).count()
}
