//! The conversation with a program, move by move.

use reversi_core::{Board, Direction, Disc, Game as Position, Outcome, Rules, Square, Turn};

use super::plan::{Computer, Entry, Plan};
use crate::diagnose::results::{self, Claim, Sides};
use crate::diagnose::{BoardWrong, Boards, Fault};
use crate::read::boards::{Glyphs, Layout, NotFound, Printed};
use crate::read::lines::Text;
use crate::read::lists::{self, Held, Reading};
use crate::read::terminal::Reader;
use course::{Course, Scores};

/// The state of a program in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It awaits input, and all that it has printed so far is known.
    AwaitsInput,
    /// It has ended.
    Ended,
}

/// A program that is talked to.
pub trait Talker {
    /// Gives it input. A program that has ended is seen by [`wait`](Self::wait).
    fn send(&mut self, bytes: &[u8]);
    /// Waits until it awaits input or has ended.
    fn wait(&mut self) -> Status;
    /// All of its standard output so far.
    fn output(&self) -> &[u8];
}

/// What the judge saw of a game without a fault.
#[derive(Clone, Debug)]
pub struct Judged {
    /// How many moves were made, those of both sides together.
    pub moves: usize,
    /// How the game ended; `None` where the case's input ends before it.
    pub outcome: Option<Outcome>,
    sides: Option<Sides>,
}

impl Judged {
    /// Holds the text of a file in which the program saved the result to the
    /// game. Nothing to hold it to where the game did not end.
    pub fn check_saved(&self, file: &[u8]) -> Result<(), Fault> {
        let (Some(outcome), Some(sides)) = (self.outcome, &self.sides) else {
            return Ok(());
        };
        let text = Text::new(file).without(&[], 0);
        results::check_scores(&text, sides, outcome, true)?;
        results::check_winner(&text, sides, outcome.winner())
    }
}

/// Plays the case that `input` is with the program behind `talker`, by the
/// rules of `course`. The first fault ends the conversation.
pub fn judge(course: &Course, input: &[u8], talker: &mut dyn Talker) -> Result<Judged, Fault> {
    let Some(plan) = Plan::new(course, input) else {
        // The case is about what comes before the first board, where the
        // words are free and no rule has a say.
        talker.send(input);
        talker.wait();
        return Ok(Judged {
            moves: 0,
            outcome: None,
            sides: None,
        });
    };
    let mut state = talker.wait();
    for line in &plan.before {
        if state == Status::AwaitsInput {
            talker.send(line);
            state = talker.wait();
        }
    }
    let position = Position::new(plan.rules).expect("the courses' games can be played");
    let owner = |glyph| course.glyphs.owner(glyph);
    let (reader, text, layouts) = Reader::start(talker.output(), &position, owner);
    let after = 0;
    let layouts = match layouts {
        Ok(layouts) => layouts,
        Err(NotFound::Another(found)) => {
            let (layout, printed) = *found;
            return Err(opening_wrong(
                reader.shown(&layout.glyphs),
                &position,
                printed,
            ));
        }
        Err(NotFound::Nothing) if state == Status::Ended => return Err(Fault::Stopped { after }),
        Err(NotFound::Nothing) => return Err(Fault::NoBoard { after }),
    };
    Conversation {
        reader,
        talker,
        course,
        plan: &plan,
        layouts,
        readings: Reading::all(course.notation.base()),
        path: vec![Step::first(position.board().clone())],
        position,
        number: 0,
    }
    .play(state, &text)
}

fn opening_wrong(glyphs: Glyphs, position: &Position, printed: Board) -> Fault {
    let expected = position.board().clone();
    let mirrored = expected
        .size()
        .squares()
        .all(|square| expected.disc(square).map(Disc::opponent) == printed.disc(square));
    Fault::OpeningWrong {
        mirrored,
        boards: Box::new(Boards {
            expected,
            printed,
            glyphs,
        }),
    }
}

/// A position passed through, and the move that led there.
#[derive(Clone, Debug)]
struct Step {
    board: Board,
    at: Option<(Square, Disc)>,
    /// The move's number; 0 at the start.
    number: usize,
}

impl Step {
    fn first(board: Board) -> Self {
        Self {
            board,
            at: None,
            number: 0,
        }
    }
}

struct Conversation<'a> {
    talker: &'a mut dyn Talker,
    course: &'a Course,
    plan: &'a Plan,
    /// The likeliest first; one alone as soon as a disc has been seen.
    layouts: Vec<Layout>,
    readings: Vec<Reading>,
    position: Position,
    /// The positions passed through since the last one that was printed, that
    /// one first.
    path: Vec<Step>,
    number: usize,
    reader: Reader,
}

impl Conversation<'_> {
    fn play(mut self, mut state: Status, opening: &Text) -> Result<Judged, Fault> {
        self.answer();
        let mut boards = self.hear(state, opening, None)?;
        let mut menu = self.list(state, opening, &boards)?;
        let mut text = opening.without(&boards, 0);
        let plan = self.plan;
        for (index, entry) in plan.entries.iter().enumerate() {
            if let Turn::Over(_) = self.position.turn() {
                break;
            }
            if state == Status::Ended {
                return Err(self.ended(&text));
            }
            let at = match entry {
                Entry::Square(at) if self.position.check(*at).is_ok() => Some(*at),
                // What the computer has played may be another game than the
                // case's; an entry that is illegal in any game is meant so.
                Entry::Square(_)
                    if matches!(plan.computer, Computer::Free(_))
                        && self.number > 0
                        && !plan.entries[..index].contains(entry) =>
                {
                    self.position.legal_moves().next()
                }
                _ => None,
            };
            let Some(at) = at else {
                state = self.illegal(entry, state)?;
                if self.course.illegal_loses {
                    return self.lost(state);
                }
                continue;
            };
            let line = self.line(at, &menu);
            self.talker.send(&line);
            let before = self.position.board().clone();
            self.step(at);
            self.answer();
            state = self.talker.wait();
            let new = self.new_text();
            let new = self.told_apart(new, at);
            boards = self.hear(state, &new, Some((at, before)))?;
            menu = self.list(state, &new, &boards)?;
            text = new.without(&boards, 0);
        }
        self.close(state, &text)
    }

    /// The output since it was last looked at.
    fn new_text(&mut self) -> Text {
        self.reader.read(self.talker.output())
    }

    /// Plays `at` in the game as it should be.
    fn step(&mut self, at: Square) {
        let mover = self.position.to_move();
        if self.position.play(at).is_ok() {
            self.number += 1;
            self.path.push(Step {
                board: self.position.board().clone(),
                at: Some((at, mover)),
                number: self.number,
            });
        }
    }

    /// What follows by itself: passes, and the moves of a computer that the
    /// handout prescribes.
    fn answer(&mut self) {
        loop {
            match (self.position.turn(), self.plan.computer) {
                (Turn::Pass(_), _) => {
                    if self.position.pass().is_err() {
                        return;
                    }
                }
                (Turn::Move(mover), Computer::Prescribed(own, choose)) if mover == own => {
                    match choose(&self.position) {
                        Some(at) => self.step(at),
                        None => return,
                    }
                }
                _ => return,
            }
        }
    }

    fn glyphs(&self) -> Glyphs {
        self.reader.shown(&self.layouts[0].glyphs)
    }

    /// Holds the boards of `text` to the positions passed through. `moved` is
    /// the human's move that it answers, and the board before.
    fn hear(
        &mut self,
        state: Status,
        text: &Text,
        moved: Option<(Square, Board)>,
    ) -> Result<Vec<Printed>, Fault> {
        self.learn(text, moved.as_ref().map(|(at, _)| *at));
        let boards = self.layouts[0].boards(text);
        let first = self.path[0].number;
        for (index, printed) in boards.iter().enumerate() {
            if let Err(fault) = self.held(&printed.board) {
                let swapped = moved
                    .as_ref()
                    .is_some_and(|(at, before)| self.swaps(*at, before, &printed.board));
                return Err(if swapped {
                    Fault::EntrySwapped { number: first + 1 }
                } else {
                    fault
                });
            }
            let next = boards.get(index + 1).map_or(usize::MAX, |next| next.top);
            self.counters(printed, text, next)?;
        }
        let Some((at, before)) = moved else {
            return Ok(boards);
        };
        let unchanged = boards.last().is_some_and(|last| last.board == before);
        if self.path[0].number > first {
            if let Turn::Move(mover) = self.position.turn()
                && matches!(self.plan.computer, Computer::Free(own) if own == mover)
            {
                return Err(self.no_board(state, text, &boards));
            }
            return Ok(boards);
        }
        let number = first + 1;
        if unchanged || (boards.is_empty() && refuses(&text.without(&boards, 0))) {
            return Err(Fault::LegalMoveRefused { number, at });
        }
        Err(self.no_board(state, text, &boards))
    }

    /// Whether `printed` is what `before` becomes when the entry that means
    /// `at` is read with its row and column exchanged.
    fn swaps(&self, at: Square, before: &Board, printed: &Board) -> bool {
        let other = Square::new(at.col, at.row);
        let mut mover = self.plan.rules.first;
        if let Some(step) = self.path.iter().find(|step| step.board == *before) {
            mover = step.at.map_or(mover, |(_, disc)| disc.opponent());
        }
        if let Computer::Prescribed(own, _) | Computer::Free(own) = self.plan.computer {
            mover = own.opponent();
        }
        let rules = self.plan.rules;
        let Ok(mut position) = Position::resume(rules, before.clone(), mover) else {
            return false;
        };
        if other == at || position.play(other).is_err() {
            return false;
        }
        if position.board() == printed {
            return true;
        }
        let Computer::Prescribed(_, choose) = self.plan.computer else {
            return false;
        };
        choose(&position).is_some_and(|reply| position.play(reply).is_ok())
            && position.board() == printed
    }

    fn no_board(&self, state: Status, text: &Text, boards: &[Printed]) -> Fault {
        let after = self.number;
        if state == Status::AwaitsInput {
            return match self.position.turn() {
                Turn::Over(_) => Fault::NotOver { after },
                Turn::Move(_) | Turn::Pass(_) => Fault::NoBoard { after },
            };
        }
        self.ended(&text.without(boards, 0))
    }

    /// A program that ended although the game is not over.
    fn ended(&self, text: &str) -> Fault {
        let after = self.number;
        match (results::claim(text, &self.plan.sides), self.position.turn()) {
            (Claim::Nothing, _) | (_, Turn::Over(_)) => Fault::Stopped { after },
            _ => Fault::OverTooSoon { after },
        }
    }

    /// Finds out which layout is the right one, and which glyph is whose, on
    /// boards that began empty.
    fn learn(&mut self, text: &Text, at: Option<Square>) {
        if let Some(at) = at {
            learn(&mut self.layouts, text, at, self.plan.rules.first);
        }
    }

    /// `text`, which answers the move on `at`, or the same read in another way
    /// if only that tells both sides' discs from each other.
    fn told_apart(&mut self, text: Text, at: Square) -> Text {
        let first = self.plan.rules.first;
        let learns_both = |layouts: &mut Vec<Layout>, text: &Text| {
            learn(layouts, text, at, first);
            layouts[0].is_learned()
        };
        let opening = Position::new(self.plan.rules);
        let (true, Ok(opening)) = (self.layouts[0].is_unlearned(), opening) else {
            return text;
        };
        if learns_both(&mut self.layouts.clone(), &text) {
            return text;
        }
        for (reader, mut layouts, text) in self.reader.others(self.talker.output(), &opening) {
            if learns_both(&mut layouts, &text) {
                self.reader = reader;
                self.layouts = layouts;
                return text;
            }
        }
        text
    }

    /// Holds one printed board.
    fn held(&mut self, printed: &Board) -> Result<(), Fault> {
        if let Some(index) = self.path.iter().position(|step| step.board == *printed) {
            self.path.drain(..index);
            return Ok(());
        }
        match self.plan.computer {
            Computer::Free(own) if self.position.turn() == Turn::Move(own) => {
                let reply = self.position.legal_moves().find(|at| {
                    let mut next = self.position.clone();
                    next.play(*at).is_ok() && next.board() == printed
                });
                match reply {
                    Some(at) => {
                        self.step(at);
                        self.path.drain(..self.path.len() - 1);
                        Ok(())
                    }
                    None => Err(self.wrong_reply(printed, own)),
                }
            }
            Computer::Prescribed(own, _) => Err(self
                .other_reply(printed, own)
                .unwrap_or_else(|| self.wrong_board(printed))),
            Computer::Free(_) | Computer::None => Err(self.wrong_board(printed)),
        }
    }

    /// The positions passed through and the one that is closest to `printed`,
    /// told from it.
    fn wrong_board(&self, printed: &Board) -> Fault {
        let off = |step: &Step| {
            let squares = printed.size().squares();
            squares
                .filter(|s| step.board.disc(*s) != printed.disc(*s))
                .count()
        };
        let closest = (1..self.path.len()).min_by_key(|&index| off(&self.path[index]));
        let index = closest.unwrap_or(0);
        let step = &self.path[index];
        if step.number == 0 {
            return opening_wrong(self.glyphs(), &self.position, printed.clone());
        }
        self.board_wrong(&self.path[index.saturating_sub(1)].board, step, printed)
    }

    fn board_wrong(&self, before: &Board, step: &Step, printed: &Board) -> Fault {
        Fault::BoardWrong(Box::new(BoardWrong {
            number: step.number,
            at: step.at,
            before: before.clone(),
            expected: step.board.clone(),
            printed: printed.clone(),
            glyphs: self.glyphs(),
        }))
    }

    /// A computer's move that is not the prescribed one, if `printed` shows
    /// one.
    fn other_reply(&self, printed: &Board, own: Disc) -> Option<Fault> {
        for pair in self.path.windows(2) {
            let [before, after] = pair else { continue };
            let Some((expected, mover)) = after.at else {
                continue;
            };
            if mover != own {
                continue;
            }
            let position = Position::resume(self.plan.rules, before.board.clone(), own).ok()?;
            let number = after.number;
            let new: Vec<Square> = newly(&before.board, printed, own);
            let [at] = new[..] else { continue };
            if at == expected {
                continue;
            }
            return Some(match position.check(at) {
                Ok(()) => Fault::ReplyWrong {
                    number,
                    at,
                    expected,
                },
                Err(why) => Fault::ReplyIllegal { number, at, why },
            });
        }
        None
    }

    /// What is wrong with a board on which a computer that plays as it likes
    /// should have made one legal move.
    fn wrong_reply(&self, printed: &Board, own: Disc) -> Fault {
        let board = self.position.board();
        let number = self.number + 1;
        let [at] = newly(board, printed, own)[..] else {
            return self.wrong_board(printed);
        };
        if let Err(why) = self.position.check(at) {
            return Fault::ReplyIllegal { number, at, why };
        }
        let mut next = self.position.clone();
        if next.play(at).is_err() {
            return self.wrong_board(printed);
        }
        let step = Step {
            board: next.board().clone(),
            at: Some((at, own)),
            number,
        };
        self.board_wrong(board, &step, printed)
    }

    /// Holds the counters beside a board, or below it as far as the line
    /// `next`, where they are named as in the handout.
    fn counters(&self, printed: &Printed, text: &Text, next: usize) -> Result<(), Fault> {
        let counters = self.course.counters;
        let count = printed.board.count();
        let beside = printed.beside.join("\n");
        // Below the board, counters are taken for such only where both sides
        // have theirs: `Computer: 3` alone may tell a move.
        let below = text.between(printed.bottom + 1, next);
        let mut sides = counters.iter().filter(|(_, side)| side.is_some());
        let both = sides.all(|(counter, _)| counter_in(&below, counter).is_some());
        let below = if both { below.as_str() } else { "" };
        for &(counter, side) in counters {
            let expected = side.map_or(count.black + count.white, |side| count[side]);
            let shown = counter_in(&beside, counter).or_else(|| counter_in(below, counter));
            if let Some(printed) = shown.filter(|printed| *printed != expected) {
                return Err(Fault::CounterWrong {
                    after: self.path[0].number,
                    counter,
                    expected,
                    printed,
                });
            }
        }
        Ok(())
    }

    /// Holds the list of moves to the legal ones; gives the menu.
    fn list(
        &mut self,
        state: Status,
        text: &Text,
        boards: &[Printed],
    ) -> Result<Vec<lists::Entry>, Fault> {
        let Turn::Move(mover) = self.position.turn() else {
            return Ok(Vec::new());
        };
        if !self.course.lists_moves || state == Status::Ended || self.plan.computer.plays(mover) {
            return Ok(Vec::new());
        }
        let legal: Vec<Square> = self.position.legal_moves().collect();
        let size = self.plan.rules.size;
        let after_board = boards.last().map_or(0, |board| board.bottom + 1);
        let below = text.without(boards, after_board);
        let mut held = lists::hold(&below, &legal, size, &self.readings);
        if !matches!(held, Held::Right(..)) {
            // Some programs print the list above the board.
            let all = text.without(boards, 0);
            let whole = lists::hold(&all, &legal, size, &self.readings);
            let nothing = matches!(
                held,
                Held::Wrong {
                    found_any: false,
                    ..
                }
            );
            if nothing || matches!(whole, Held::Right(..)) {
                held = whole;
            }
        }
        let number = self.number + 1;
        match held {
            Held::Right(readings, entries) => {
                let base = self.course.notation.base();
                if readings.iter().all(|reading| reading.base != base) {
                    return Err(Fault::CountsFrom {
                        number,
                        base: readings[0].base,
                        expected: base,
                    });
                }
                if self.course.chooses_by_number() && !numbered_from_one(&entries) {
                    return Err(Fault::MenuNumbers { number });
                }
                self.readings = readings;
                Ok(entries)
            }
            Held::Swapped => Err(Fault::ListSwapped { number }),
            Held::Wrong {
                missing,
                extra,
                twice,
                ..
            } => Err(Fault::ListWrong {
                number,
                diagonals: self.takes_diagonals_wrongly(&missing, &extra),
                missing,
                extra,
                twice,
            }),
        }
    }

    /// Whether a wrong list is the right one with the diagonals the other way:
    /// played where there are none, or left out.
    fn takes_diagonals_wrongly(&self, missing: &[Square], extra: &[Square]) -> bool {
        let rules = self.plan.rules;
        let directions = if rules.directions == Direction::ALL {
            Direction::ORTHOGONAL
        } else {
            Direction::ALL
        };
        let board = self.position.board().clone();
        let other = Rules {
            directions,
            ..rules
        };
        let Ok(other) = Position::resume(other, board, self.position.to_move()) else {
            return false;
        };
        (!missing.is_empty() || !extra.is_empty())
            && missing.iter().all(|&at| other.check(at).is_err())
            && extra.iter().all(|&at| other.check(at).is_ok())
    }

    /// What is entered to play `at`.
    fn line(&self, at: Square, menu: &[lists::Entry]) -> Vec<u8> {
        if self.course.chooses_by_number()
            && let Some(place) = menu.iter().position(|entry| entry.square == at)
        {
            let number = menu[place].number.unwrap_or(place + 1);
            return format!("{number}\n").into_bytes();
        }
        self.entry(at)
    }

    /// What is entered for `at` where squares are.
    fn entry(&self, at: Square) -> Vec<u8> {
        let entry = self.course.notation.entry(at, self.plan.rules.size);
        format!("{entry}\n").into_bytes()
    }

    /// Gives the program an entry that is no legal move: the position must
    /// stay as it is.
    fn illegal(&mut self, entry: &Entry, state: Status) -> Result<Status, Fault> {
        if state == Status::Ended {
            return Ok(state);
        }
        let line = match entry {
            Entry::Square(at) => self.entry(*at),
            Entry::Other(line) => line.clone(),
        };
        self.talker.send(&line);
        let state = self.talker.wait();
        let text = self.new_text();
        let before = self.position.board().clone();
        if let &Entry::Square(at) = entry
            && self.layouts[0].is_unlearned()
        {
            // On a board that is still empty, a disc on this very square shows
            // what a disc looks like.
            learn_at(&mut self.layouts, &text, at, self.plan.rules.first, true);
        }
        for printed in self.layouts[0].boards(&text) {
            if printed.board != before {
                return Err(Fault::IllegalMoveAccepted {
                    number: self.number + 1,
                    entry: String::from_utf8_lossy(&line).trim_end().to_owned(),
                    boards: Box::new(Boards {
                        expected: before,
                        printed: printed.board,
                        glyphs: self.glyphs(),
                    }),
                });
            }
        }
        if self.course.illegal_loses {
            let Computer::Prescribed(winner, _) = self.plan.computer else {
                return Ok(state);
            };
            let text = text.without(&[], 0);
            results::check_winner(&text, &self.plan.sides, Some(winner))?;
        } else if state == Status::Ended {
            return Err(Fault::Stopped { after: self.number });
        }
        Ok(state)
    }

    /// The end of a game lost by an illegal entry.
    fn lost(self, state: Status) -> Result<Judged, Fault> {
        let after = self.number;
        if state == Status::AwaitsInput {
            return Err(Fault::NotOver { after });
        }
        Ok(Judged {
            moves: after,
            outcome: None,
            sides: None,
        })
    }

    /// The end of the case: of the game, or of its input.
    fn close(self, state: Status, text: &str) -> Result<Judged, Fault> {
        let after = self.number;
        let Turn::Over(outcome) = self.position.turn() else {
            if state == Status::Ended {
                return Err(self.ended(text));
            }
            return Ok(Judged {
                moves: after,
                outcome: None,
                sides: None,
            });
        };
        let sides = &self.plan.sides;
        // A program that asks whether to play again has ended its game.
        if state == Status::AwaitsInput && results::claim(text, sides) == Claim::Nothing {
            return Err(Fault::NotOver { after });
        }
        if self.course.scores != Scores::Free {
            let required = self.course.scores == Scores::Required;
            results::check_scores(text, sides, outcome, required)?;
        }
        results::check_winner(text, sides, outcome.winner())?;
        Ok(Judged {
            moves: after,
            outcome: Some(outcome),
            sides: Some(sides.clone()),
        })
    }
}

/// Learns from `text` what the discs look like; the one on `at` is `mover`'s.
fn learn(layouts: &mut Vec<Layout>, text: &Text, at: Square, mover: Disc) {
    if layouts[0].is_unlearned() {
        // A program that puts the disc elsewhere is wrong, so that layouts in
        // which it is where it belongs come first.
        let _ =
            learn_at(layouts, text, at, mover, true) || learn_at(layouts, text, at, mover, false);
    }
    if !layouts[0].is_unlearned() {
        layouts[0].learn_other(text);
    }
}

/// Takes the layout in which the first disc is on `at`, or somewhere if not
/// `strictly`. Whether there is one.
fn learn_at(
    layouts: &mut Vec<Layout>,
    text: &Text,
    at: Square,
    mover: Disc,
    strictly: bool,
) -> bool {
    let mut all = layouts.iter_mut();
    let learned = all.position(|layout| layout.learn(text, at, mover, strictly));
    if let Some(index) = learned {
        layouts.swap(0, index);
        layouts.truncate(1);
    }
    learned.is_some()
}

/// The number that the first `name: number` of `text` gives, whatever the
/// capitals; not that of `Computer plays 3`.
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

/// Whether the numbers of a menu, where it has any, are those from 1 on.
fn numbered_from_one(entries: &[lists::Entry]) -> bool {
    let numbers: Option<Vec<usize>> = entries.iter().map(|entry| entry.number).collect();
    numbers.is_none_or(|mut numbers| {
        numbers.sort_unstable();
        numbers.into_iter().eq(1..=entries.len())
    })
}

/// The squares that are empty on `before` and have a disc of `own` on `after`.
fn newly(before: &Board, after: &Board, own: Disc) -> Vec<Square> {
    before
        .size()
        .squares()
        .filter(|s| before.disc(*s).is_none() && after.disc(*s) == Some(own))
        .collect()
}

/// Whether a text says that a move is refused.
fn refuses(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "invalid",
        "illegal",
        "not valid",
        "not a valid",
        "not legal",
        "try again",
    ]
    .iter()
    .any(|words| text.contains(words))
}
