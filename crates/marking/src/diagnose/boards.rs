//! Wrong boards.

use std::ops::Range;

use reversi_core::{Board, Disc, Game, Square};

use super::computer;
use super::history::{History, has_diagonals};
use super::mistake::{Diagonals, Mistake, WrongSquares};

/// A direction as the signs of its row and column steps.
type Way = (i8, i8);

/// The diagonal ways come last.
const WAYS: [Way; 8] = [
    (-1, 0),
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// A mistake and the number of its move.
type Found = (Mistake, usize);

/// The bits of the diagonals in a set of [`WAYS`].
const DIAGONAL_WAYS: u8 = 0xf0;

impl History {
    /// Returns the mistake of a program that printed `printed` where the board
    /// after so many moves was due, and the number of the move that was made
    /// wrong. An explanation by swapped rows and columns
    /// or by other directions is given only if it reproduces the whole board,
    /// and the latter only if no earlier board contradicts it.
    pub(crate) fn wrong_board(&self, moves: usize, printed: &Board) -> (Mistake, usize) {
        let expected = self.board_after(moves);
        let squares = WrongSquares::new(expected, printed);
        if moves == 0 {
            let mistake = match disguised(expected, printed) {
                Some(Mistake::ColoursSwapped) => Mistake::OpeningColoursSwapped,
                _ => Mistake::OpeningWrong(squares),
            };
            return (mistake, 0);
        }
        if let Some(mistake) = disguised(expected, printed) {
            return (mistake, moves);
        }
        let since = self.shown().min(moves)..moves;
        self.read_transposed(since.clone(), printed)
            .or_else(|| self.directions(since.clone(), printed))
            .or_else(|| self.computers_move(since.clone(), printed, true))
            .or_else(|| self.unchanged(since.clone(), printed))
            .or_else(|| self.wrong_side(since.clone(), printed))
            .or_else(|| self.missing_directions(since.clone(), printed))
            .or_else(|| self.wrong_flips(since.clone(), printed))
            .or_else(|| self.computers_move(since, printed, false))
            .unwrap_or((Mistake::BoardWrong(squares), moves))
    }

    /// One move was read with row and column swapped.
    fn read_transposed(&self, since: Range<usize>, printed: &Board) -> Option<Found> {
        let swapped = |at: Square| Square::new(at.col, at.row);
        let human = |index: &usize| !self.moves()[*index].by_computer;
        let first = since.clone().find(human)?;
        let (at, mover) = (self.moves()[first].at, self.moves()[first].mover());
        let read_as = swapped(at);
        if read_as == at || !self.rules().size.contains(read_as) {
            return None;
        }
        let again = self.play_again(since, self.rules(), swapped);
        let bare = || {
            let mut bare = self.moves()[first].before.board().clone();
            bare.put(read_as, mover);
            bare
        };
        (again.as_ref() == Some(printed) || bare() == *printed)
            .then_some((Mistake::MoveReadTransposed { at, read_as }, first + 1))
    }

    fn directions(&self, since: Range<usize>, printed: &Board) -> Option<Found> {
        let end = since.end;
        let again = self.play_again(since, self.other_directions(), |at| at);
        (again.as_ref() == Some(printed) && !self.boards_show_directions())
            .then(|| (Mistake::BoardDirections(self.wrong_diagonals()), end))
    }

    /// The mistake of a program whose directions are the other ones.
    pub(crate) fn wrong_diagonals(&self) -> Diagonals {
        if has_diagonals(&self.rules()) {
            Diagonals::Ignored
        } else {
            Diagonals::Used
        }
    }

    /// The computer made another move than it should have, and that alone
    /// explains the board, or only its new disc if not `exact`.
    fn computers_move(&self, since: Range<usize>, printed: &Board, exact: bool) -> Option<Found> {
        since.clone().find_map(|index| {
            let played = &self.moves()[index];
            let [at] = placed(played.before.board(), printed, played.mover())[..] else {
                return None;
            };
            let mut game = played.before.clone();
            let explains = game.play(at).is_ok() && game.board() == printed;
            (played.by_computer && at != played.at && (explains || !exact)).then(|| {
                (
                    computer::wrong_move(&played.before, at, played.at),
                    index + 1,
                )
            })
        })
    }

    fn unchanged(&self, since: Range<usize>, printed: &Board) -> Option<Found> {
        let played = self.moves()[since.clone()].first()?;
        let mistake = Mistake::BoardUnchanged {
            mover: played.mover(),
            at: played.at,
        };
        (printed == played.before.board()).then_some((mistake, since.start + 1))
    }

    fn wrong_side(&self, since: Range<usize>, printed: &Board) -> Option<Found> {
        let [played] = &self.moves()[since.clone()] else {
            return None;
        };
        let mistake = Mistake::WrongSidesDisc {
            mover: played.mover(),
            at: played.at,
        };
        let other = played.mover().opponent();
        (printed.disc(played.at) == Some(other)).then_some((mistake, since.end))
    }

    /// No move flipped along some directions: the fewest that explain the
    /// board.
    fn missing_directions(&self, since: Range<usize>, printed: &Board) -> Option<Found> {
        let mut sets: Vec<u8> = (1..=u8::MAX).collect();
        sets.sort_by_key(|set| set.count_ones());
        sets.into_iter().find_map(|set| {
            let (board, mistake) = self.without_ways(since.clone(), set)?;
            mistake.filter(|_| board == *printed)
        })
    }

    /// The board after the moves `since` if none of them flips along the ways
    /// of `set`, and the mistake of the first that does not.
    fn without_ways(&self, since: Range<usize>, set: u8) -> Option<(Board, Option<Found>)> {
        let mut board = self.moves().get(since.start)?.before.board().clone();
        let mut mistake = None;
        for index in since {
            let played = &self.moves()[index];
            let mover = played.mover();
            let mut game = Game::resume(self.rules(), board, mover).ok()?;
            let at = if played.by_computer {
                self.choice(&game).unwrap_or(played.at)
            } else {
                played.at
            };
            let flips = game.play(at).ok()?;
            let mut missed: Vec<Square> = flips.squares().to_vec();
            missed.retain(|&flip| set & way_bit(at, flip) != 0);
            board = game.board().clone();
            for &square in &missed {
                board.put(square, mover.opponent());
            }
            if mistake.is_none() && !missed.is_empty() {
                let diagonal = |flip: &&Square| way_bit(at, **flip) & DIAGONAL_WAYS != 0;
                let diagonals = flips.squares().iter().filter(diagonal).count();
                missed.sort_unstable();
                let wrong_flips = Mistake::WrongFlips {
                    mover,
                    at,
                    ignores_diagonals: missed.iter().all(|flip| diagonal(&flip))
                        && missed.len() == diagonals
                        && !self.boards_show_directions(),
                    missed,
                    extra: Vec::new(),
                };
                mistake = Some((wrong_flips, index + 1));
            }
        }
        Some((board, mistake))
    }

    /// One move flipped discs that it should not, or not those that it should:
    /// the first move for which the rest of the board follows.
    fn wrong_flips(&self, since: Range<usize>, printed: &Board) -> Option<Found> {
        let squares = |wanted: &dyn Fn(Square) -> bool| -> Vec<Square> {
            printed.size().squares().filter(|&at| wanted(at)).collect()
        };
        let end = self.board_after(since.end);
        let differing = squares(&|at| end.disc(at) != printed.disc(at));
        since.clone().find_map(|index| {
            let played = &self.moves()[index];
            let (before, mover) = (played.before.board(), played.mover());
            let can_differ =
                |at: &Square| before.disc(*at) == Some(mover.opponent()) && *at != played.at;
            if !differing.iter().all(can_differ) {
                return None;
            }
            let mut board = played.after.clone();
            for &at in &differing {
                let disc = board.disc(at)?;
                board.put(at, disc.opponent());
            }
            for later in &self.moves()[index + 1..since.end] {
                let mut game = Game::resume(self.rules(), board, later.mover()).ok()?;
                game.play(later.at).ok()?;
                board = game.board().clone();
            }
            let is_flip = |at: &&Square| played.after.disc(**at) == Some(mover);
            let (missed, extra) = differing.iter().partition(is_flip);
            let mistake = Mistake::WrongFlips {
                mover,
                at: played.at,
                missed,
                extra,
                ignores_diagonals: false,
            };
            (board == *printed).then_some((mistake, index + 1))
        })
    }
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

/// Returns the mistake of a program that prints the board `expected` with
/// colours or with rows and columns swapped.
pub(crate) fn disguised(expected: &Board, printed: &Board) -> Option<Mistake> {
    let size = expected.size();
    if *printed == recoloured(expected) {
        Some(Mistake::ColoursSwapped)
    } else if size.rows() == size.cols() && *printed == transposed(expected) {
        Some(Mistake::BoardTransposed)
    } else {
        None
    }
}

/// The bit in a set of [`WAYS`] of the way from `from` to `to`.
fn way_bit(from: Square, to: Square) -> u8 {
    let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum();
    let way = (sign(from.row, to.row), sign(from.col, to.col));
    let index = WAYS
        .iter()
        .position(|&(row, col)| (i16::from(row), i16::from(col)) == way);
    index.map_or(0, |index| 1 << index)
}

/// The squares that are empty on `before` and have a disc of `own` on `after`.
pub(crate) fn placed(before: &Board, after: &Board, own: Disc) -> Vec<Square> {
    before
        .size()
        .squares()
        .filter(|&at| before.disc(at).is_none() && after.disc(at) == Some(own))
        .collect()
}

/// The board whose discs are `disc` of its squares.
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
    board_of(board, |at| board.disc(Square::new(at.col, at.row)))
}
