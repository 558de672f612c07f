//! The counters beside the board, and messages about the computer's moves.

use reversi_core::Board;

use super::finding::{Finding, GamePlace};
use super::rules::Conversation;
use crate::diagnose::{Mistake, shortened, wrong_counter};
use crate::read::boards::{PrintedBoard, without_boards};
use crate::read::lines::Lines;
use crate::read::lists;

const ENOUGH_TURNS: usize = 4;

impl Conversation<'_> {
    pub(super) fn find_wrong_counter(
        &self,
        text: &Lines,
        boards: &[PrintedBoard],
    ) -> Option<Finding> {
        if self.course.counters.is_empty() {
            return None;
        }
        let wrong = boards.iter().enumerate().find_map(|(index, printed)| {
            let below = printed.below(text, boards.get(index + 1));
            self.wrong_counter(printed, &below)
        });
        wrong.or_else(|| self.missing_counters(text, boards))
    }

    /// A turn in which no number of discs is printed has no counters, whatever their names are.
    fn missing_counters(&self, text: &Lines, boards: &[PrintedBoard]) -> Option<Finding> {
        let is_counted = |board: &PrintedBoard| {
            let count = board.board.count();
            let beside = lists::numbers(&board.beside);
            let around = lists::numbers(&without_boards(text, boards));
            let mut numbers = beside.into_iter().chain(around);
            numbers.any(|number| {
                [count.black, count.white, count.black + count.white].contains(&number)
            })
        };
        let mut shown = boards
            .iter()
            .filter(|it| it.board.occupied().next().is_some());
        let is_missing = shown.clone().next().is_some() && !shown.any(is_counted);
        is_missing.then(|| self.at_last_shown(Mistake::CountersMissing))
    }

    pub(super) fn wrong_counter(&self, printed: &PrintedBoard, below: &str) -> Option<Finding> {
        let counters = self.course.counters;
        // Below the board, counters are accepted only if both sides have theirs:
        // `Computer: 3` alone may be a move.
        let mut sides = counters.iter().filter(|(_, side)| side.is_some());
        let both = sides.all(|(counter, _)| counter_in(below, counter).is_some());
        let below = if both { below } else { "" };
        let wrong = counters.iter().find_map(|&(counter, side)| {
            let number =
                counter_in(&printed.beside, counter).or_else(|| counter_in(below, counter));
            let count = printed.board.count();
            number.and_then(|number| wrong_counter(counter, side, count, number))
        });
        let discs = |board: &Board| board.occupied().count();
        let moves = discs(&printed.board).saturating_sub(discs(self.history.board_after(0)));
        wrong.map(|mistake| Finding::new(GamePlace::After(moves), mistake))
    }

    /// Counts the lines that have two numbers and name no side but the computer.
    pub(super) fn note_messages(&mut self, text: &str) {
        self.replies += 1;
        for line in text.lines() {
            let side = self.plan.sides.named(line);
            let is_computers = side.is_some() && side == self.plan.computer;
            if lists::numbers(line).len() == 2 && is_computers {
                *self.messages.entry(line.trim().to_owned()).or_default() += 1;
            }
        }
    }

    pub(super) fn constant_message(&self) -> Option<Finding> {
        let is_constant = |times: &usize| *times >= ENOUGH_TURNS && *times + 1 >= self.replies;
        let (line, _) = self.messages.iter().find(|(_, times)| is_constant(times))?;
        let line = shortened(line.as_bytes());
        Some(self.at_last_shown(Mistake::ComputerNamedAlike { line }))
    }
}

/// Returns the number of the first `name: number` in any case; not that of `Computer plays 3`.
fn counter_in(text: &str, name: &str) -> Option<usize> {
    let text = text.to_lowercase();
    text.match_indices(name).find_map(|(at, name)| {
        let rest = text[at + name.len()..].trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix([':', '='])?;
        let rest = rest.trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| !c.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    })
}
