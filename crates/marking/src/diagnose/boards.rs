//! Wrong boards.

use std::iter::successors;
use std::ops::Range;

use reversi_core::{Board, Direction, Disc, Game, Size, Square, Turn};

use super::history::History;
use super::mistake::{GoesOn, Mistake, WrongSquares};
use super::squares::transpose;
use super::turns::wrong_move;
use crate::read::boards::has_equal_rows;

/// A mistake and the number of its move.
type FoundMistake = (Mistake, usize);

impl History {
    /// Returns the mistake that explains the whole board `printed` after `moves` moves, and its move.
    /// If no mistake explains it, or several do, the mistake is that the board differs.
    pub(crate) fn wrong_board(&self, moves: usize, printed: &Board) -> FoundMistake {
        let expected = self.board_after(moves);
        let squares = WrongSquares::new(expected, printed);
        if moves == 0 {
            let mistake = match disguised(expected, printed) {
                Some(Mistake::ColoursSwapped) => Mistake::OpeningColoursSwapped,
                _ if has_equal_rows(printed) => Mistake::OpeningRowsAlike,
                _ => Mistake::OpeningWrong { squares },
            };
            return (mistake, 0);
        }
        let since = self.shown().min(moves)..moves;
        let mut found: Vec<FoundMistake> = Vec::new();
        found.extend(disguised(expected, printed).map(|mistake| (mistake, moves)));
        found.extend(self.moved_elsewhere(&since, printed));
        found.extend(self.computers_move(&since, printed));
        found.extend(self.moved_again(&since, printed));
        found.extend(self.unchanged(&since, printed));
        found.extend(self.wrong_side(&since, printed));
        found.extend(self.wrong_flips(&since, printed));
        if let Some(beyond) = self.flips_beyond(moves, printed) {
            // A second move of the computer would be announced.
            found.retain(|(mistake, _)| !matches!(mistake, Mistake::ComputerMovedTwice { .. }));
            found.push((beyond, moves));
        }
        match found.as_slice() {
            [only] => only.clone(),
            _ => (Mistake::BoardWrong { squares }, moves),
        }
    }

    fn moved_elsewhere(&self, since: &Range<usize>, printed: &Board) -> Option<FoundMistake> {
        let is_human = |index: &usize| !self.moves()[*index].by_computer;
        let first = since.clone().find(is_human)?;
        let next = (first + 1..self.moves().len()).find(is_human);
        let played = &self.moves()[first];
        let (at, mover, before) = (played.at, played.mover(), played.before.board());
        let explains = |on: Square| {
            let read = |typed| if typed == at { on } else { typed };
            let from = self.moves()[since.start].before.board().clone();
            let again = self.play_again(from, since.clone(), read);
            again.as_ref() == Some(printed) || with_disc(before, on, mover) == *printed
        };
        let mut places = placed(before, printed, mover).into_iter();
        let on = places.find(|&on| on != at && explains(on))?;
        let mistake = if next.is_some_and(|next| self.moves()[next].at == on) {
            Mistake::LineSkipped { at, on }
        } else {
            Mistake::MovedElsewhere { at, on }
        };
        Some((mistake, first + 1))
    }

    fn computers_move(&self, since: &Range<usize>, printed: &Board) -> Option<FoundMistake> {
        since.clone().find_map(|index| {
            let played = &self.moves()[index];
            let before = played.before.board();
            let [at] = placed(before, printed, played.mover())[..] else {
                return None;
            };
            let after = self.after_move(before, at, played.mover());
            let after = after.unwrap_or_else(|| with_disc(before, at, played.mover()));
            let explains = played.by_computer && at != played.at && after == *printed;
            let mistake = || wrong_move(&played.before, at, played.at);
            explains.then(|| (mistake(), index + 1))
        })
    }

    /// Returns `None` for an illegal move.
    fn after_move(&self, board: &Board, at: Square, mover: Disc) -> Option<Board> {
        let mut game = Game::resume(self.rules(), board.clone(), mover).ok()?;
        game.play(at).ok()?;
        Some(game.board().clone())
    }

    fn moved_again(&self, since: &Range<usize>, printed: &Board) -> Option<FoundMistake> {
        (since.start..=self.moves().len()).find_map(|moves| {
            let last = self.moves().get(moves.checked_sub(1)?)?;
            let next = self.moves().get(moves);
            if !last.by_computer || next.is_some_and(|next| next.by_computer) {
                return None;
            }
            let mover = last.mover();
            let [at] = placed(&last.after, printed, mover)[..] else {
                return None;
            };
            let mistake = match self.game_after(moves)?.turn() {
                Turn::Over(_) => Mistake::NotOver {
                    after: moves,
                    goes_on: GoesOn::Playing,
                },
                _ => Mistake::ComputerMovedTwice { at },
            };
            let after = self.after_move(&last.after, at, mover)?;
            (after == *printed).then_some((mistake, moves + 1))
        })
    }

    fn unchanged(&self, since: &Range<usize>, printed: &Board) -> Option<FoundMistake> {
        let played = self.moves()[since.clone()].first()?;
        let mistake = Mistake::BoardUnchanged {
            mover: played.mover(),
            at: played.at,
        };
        (printed == played.before.board()).then_some((mistake, since.start + 1))
    }

    /// Finds a move whose disc is the other side's, with or without the flips.
    fn wrong_side(&self, since: &Range<usize>, printed: &Board) -> Option<FoundMistake> {
        let [played] = &self.moves()[since.clone()] else {
            return None;
        };
        let (mover, at) = (played.mover(), played.at);
        let (before, other) = (played.before.board(), mover.opponent());
        let explains = with_disc(&played.after, at, other) == *printed
            || with_disc(before, at, other) == *printed
            || self.after_move(before, at, other).as_ref() == Some(printed);
        explains.then_some((Mistake::WrongSidesDisc { mover, at }, since.end))
    }

    /// Finds a last move that flips past the ends of its lines, onto empty squares.
    fn flips_beyond(&self, moves: usize, printed: &Board) -> Option<Mistake> {
        let played = &self.moves()[moves - 1];
        let (at, mover) = (played.at, played.mover());
        let flips = played.before.flips(at).ok()?;
        let beyond = differences(&played.after, printed);
        let is_beyond = |square: &Square| {
            Direction::ALL.iter().any(|&direction| {
                // All that lies between is the mover's now.
                let line = line(printed.size(), at, direction);
                let line = line.take_while(|at| printed.disc(*at) == Some(mover));
                let line: Vec<Square> = line.collect();
                let mut before = line.iter().take_while(|at| *at != square);
                line.contains(square) && before.any(|at| flips.squares().contains(at))
            })
        };
        let is_new = |square: &Square| played.before.board().disc(*square).is_none();
        (beyond.iter().any(is_new) && beyond.iter().all(is_beyond))
            .then_some(Mistake::FlipsBeyond { mover, at, beyond })
    }

    fn wrong_flips(&self, since: &Range<usize>, printed: &Board) -> Vec<FoundMistake> {
        let one = |index| Some((self.one_wrong_move(since, index, printed)?, index + 1));
        let found: Vec<FoundMistake> = since.clone().filter_map(one).collect();
        if found.is_empty() {
            return self.line_missed(since, printed).into_iter().collect();
        }
        found
    }

    /// Finds a line that the first of two moves does not flip, if the second one, which the
    /// computer makes on that board, misses discs at most.
    fn line_missed(&self, since: &Range<usize>, printed: &Board) -> Option<FoundMistake> {
        let [played, reply] = &self.moves()[since.clone()] else {
            return None;
        };
        let (at, mover) = (played.at, played.mover());
        let flips = played.before.flips(at).ok()?;
        let explains = |missed: &Vec<Square>| {
            let mut board = played.after.clone();
            for &square in missed {
                board.put(square, mover.opponent());
            }
            let after = self.play_again(board.clone(), since.end - 1..since.end, |at| at);
            after.is_some_and(|after| {
                let is_flipped = |at: &Square| {
                    board.disc(*at) == Some(reply.mover().opponent())
                        && after.disc(*at) == Some(reply.mover())
                };
                differences(&after, printed).iter().all(is_flipped)
            })
        };
        let lines = Direction::ALL.iter().map(|&direction| {
            let squares = line(printed.size(), at, direction);
            let missed = squares.take_while(|square| flips.squares().contains(square));
            missed.collect::<Vec<_>>()
        });
        let mut lines = lines.filter(|missed| !missed.is_empty() && explains(missed));
        let missed = lines.next().filter(|_| lines.next().is_none())?;
        let extra = Vec::new();
        let mistake = Mistake::WrongFlips {
            mover,
            at,
            missed,
            extra,
        };
        Some((mistake, since.start + 1))
    }

    fn one_wrong_move(
        &self,
        since: &Range<usize>,
        index: usize,
        printed: &Board,
    ) -> Option<Mistake> {
        let end = since.end;
        let played = &self.moves()[index];
        let (at, mover) = (played.at, played.mover());
        let (before, right_end) = (played.before.board(), self.board_after(end));
        let can_differ =
            |&square: &Square| before.disc(square) == Some(mover.opponent()) && square != at;
        let differing = differences(right_end, printed);
        if !differing.iter().all(can_differ) {
            return None;
        }
        let is_flip = |square: &Square| played.after.disc(*square) == Some(mover);
        let (missed, extra): (Vec<Square>, Vec<Square>) =
            differing.iter().copied().partition(is_flip);
        // Any disc may be wrong after a move whose board is printed. Of several moves,
        // discs flipped by mistake are only looked for on a move's own lines.
        let on_line = |&square: &Square| self.is_on_line(before, at, square);
        if since.len() > 1 && !extra.iter().all(on_line) {
            return None;
        }
        let mut board = played.after.clone();
        for &square in &differing {
            board.put(square, board.disc(square)?.opponent());
        }
        let board = self.play_again(board, index + 1..end, |at| at)?;
        (board == *printed).then_some(Mistake::WrongFlips {
            mover,
            at,
            missed,
            extra,
        })
    }

    /// Returns `true` if only discs are between both squares, on a line on which discs are flipped.
    fn is_on_line(&self, board: &Board, from: Square, to: Square) -> bool {
        self.rules().directions.iter().any(|&direction| {
            let is_between = |at: &Square| *at != to && board.disc(*at).is_some();
            let mut line = line(board.size(), from, direction).skip_while(is_between);
            line.next() == Some(to)
        })
    }
}

fn line(size: Size, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    let steps = successors(from.step(direction), move |at| at.step(direction));
    steps.take_while(move |at| size.contains(*at))
}

impl WrongSquares {
    pub(crate) fn new(expected: &Board, printed: &Board) -> Self {
        let mut wrong = Self::default();
        for at in expected.size().squares() {
            match (expected.disc(at), printed.disc(at)) {
                (Some(_), None) => wrong.missing.push(at),
                (None, Some(_)) => wrong.added.push(at),
                (expected, printed) if expected != printed => wrong.recoloured.push(at),
                _ => {}
            }
        }
        wrong
    }
}

/// Finds a board with its colours, or its rows and columns, swapped.
pub(crate) fn disguised(expected: &Board, printed: &Board) -> Option<Mistake> {
    let size = expected.size();
    // Two squares could be those of one move that is made elsewhere.
    let is_transposed = size.rows() == size.cols()
        && *printed == transposed(expected)
        && differences(expected, printed).len() > 2;
    if *printed == recoloured(expected) {
        (!is_transposed).then_some(Mistake::ColoursSwapped)
    } else {
        is_transposed.then_some(Mistake::BoardTransposed)
    }
}

fn with_disc(board: &Board, at: Square, disc: Disc) -> Board {
    let mut board = board.clone();
    board.put(at, disc);
    board
}

pub(crate) fn placed(before: &Board, after: &Board, own: Disc) -> Vec<Square> {
    before
        .size()
        .squares()
        .filter(|&at| before.disc(at).is_none() && after.disc(at) == Some(own))
        .collect()
}

pub(crate) fn differences(one: &Board, other: &Board) -> Vec<Square> {
    let squares = one.size().squares();
    squares
        .filter(|&at| one.disc(at) != other.disc(at))
        .collect()
}

fn board_of(board: &Board, disc: impl Fn(Square) -> Option<Disc>) -> Board {
    let mut changed = Board::empty(board.size());
    for at in board.size().squares() {
        if let Some(disc) = disc(at) {
            changed.put(at, disc);
        }
    }
    changed
}

fn recoloured(board: &Board) -> Board {
    board_of(board, |at| board.disc(at).map(Disc::opponent))
}

fn transposed(board: &Board) -> Board {
    board_of(board, |at| board.disc(transpose(at)))
}
