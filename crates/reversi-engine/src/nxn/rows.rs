//! Boards as one word per row, and their moves.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr};

use reversi_core::{Board, Disc, Square};

use crate::hash::{fold, salt};

/// The index of a square: 32 times its row plus its column.
pub(super) type Cell = u16;

pub(super) fn cell_of(square: Square) -> Cell {
    Cell::from(square.row) * 32 + Cell::from(square.col)
}

pub(super) fn square_of(cell: Cell) -> Square {
    Square::new((cell / 32) as u8, (cell % 32) as u8)
}

/// A set of squares of a board of up to `R` rows and 26 columns, one word per row.
///
/// There are no squares to the right of column 26, so a horizontal shift never reaches the next
/// row. Columns and diagonals are followed for all columns at once, in one sweep over the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows<const R: usize>([u32; R]);

/// Two rows in one word: every operation applies to both.
type RowPair = u64;

#[inline(always)]
fn pair(low: u32, high: u32) -> RowPair {
    RowPair::from(low) | (RowPair::from(high) << 32)
}

/// Returns the squares at the end of the runs of `opponent` next to `player`, along each row in
/// both directions. They may be occupied.
#[inline(always)]
fn along(player: RowPair, opponent: RowPair) -> RowPair {
    // The carry of the sum passes a run of ones to the zero after it.
    let right = opponent + (opponent & (player << 1));
    let mut left = opponent & (player >> 1);
    let mut run = opponent;
    for shift in [1, 2, 4, 8, 16] {
        left |= run & (left >> shift);
        run &= run >> shift;
    }
    (right & !opponent) | (left >> 1)
}

/// Returns the squares at the end of the runs of `opponent` that start at `player` and go down, in
/// columns and diagonals. They may be occupied.
#[inline(always)]
fn down<const R: usize>(player: &[RowPair; R], opponent: &[RowPair; R]) -> [RowPair; R] {
    let mut ends = [0; R];
    let (mut straight, mut right, mut left): (RowPair, RowPair, RowPair) = (0, 0, 0);
    for row in 1..R {
        let (above, here) = (player[row - 1], opponent[row]);
        ends[row] = straight | (right << 1) | (left >> 1);
        straight = here & (above | straight);
        right = here & ((above | right) << 1);
        left = here & ((above | left) >> 1);
    }
    ends
}

impl<const R: usize> Rows<R> {
    pub(super) const NONE: Self = Self([0; R]);

    /// Returns the squares for which `contains` returns `true`, on a board with `side` rows.
    pub(super) fn all(side: u8, contains: impl Fn(u8, u8) -> bool) -> Self {
        let mut rows = [0; R];
        for (row, bits) in (0..side).zip(&mut rows) {
            let own = (0..side).filter(|&col| contains(row, col));
            *bits = own.fold(0, |bits, col| bits | 1 << col);
        }
        Self(rows)
    }

    #[inline(always)]
    pub(super) fn bit(cell: Cell) -> Self {
        let mut rows = [0; R];
        rows[usize::from(cell / 32)] = 1 << (cell % 32);
        Self(rows)
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.0.iter().fold(0, |any, row| any | row) == 0
    }

    #[inline(always)]
    pub(super) fn has(self, cell: Cell) -> bool {
        let row = self.0.get(usize::from(cell / 32));
        row.is_some_and(|row| row >> (cell % 32) & 1 != 0)
    }

    #[inline(always)]
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        (0..R).flat_map(move |row| {
            let mut rest = self.0[row];
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let col = rest.trailing_zeros();
                rest &= rest - 1;
                Some((row as u32 * 32 + col) as Cell)
            })
        })
    }

    /// Returns the squares of the set and their neighbours, even off the board.
    #[inline(always)]
    pub(super) fn spread(self) -> Self {
        let wide = self.0.map(|row| row | (row << 1) | (row >> 1));
        let wide = |row: usize| wide.get(row).copied().unwrap_or(0);
        Self(from_fn(|row| {
            wide(row.wrapping_sub(1)) | wide(row) | wide(row + 1)
        }))
    }

    /// Returns the discs of this set that can never be flipped, because the edge between them and a
    /// corner is full of discs of the set. `sides` are the first and last column, `ends` the first
    /// and last row.
    #[inline(always)]
    pub(super) fn stable(self, sides: Self, ends: Self) -> Self {
        let mut stable = Self::NONE;
        let mut columns = 0;
        for row in (0..R).chain((0..R).rev()) {
            let (own, end) = (self.0[row], ends.0[row]);
            columns = own & sides.0[row] & (columns | end);
            let gaps = end & !own;
            let left = (gaps & gaps.wrapping_neg()).wrapping_sub(1);
            let right = !u32::MAX.unbounded_shr(gaps.leading_zeros());
            stable.0[row] |= columns | (own & end & (left | right));
        }
        stable
    }
}

impl<const R: usize> BitAnd for Rows<R> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(from_fn(|row| self.0[row] & other.0[row]))
    }
}

impl<const R: usize> BitOr for Rows<R> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|row| self.0[row] | other.0[row]))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideDiscs<const R: usize> {
    pub(super) player: Rows<R>,
    pub(super) opponent: Rows<R>,
}

impl<const R: usize> SideDiscs<R> {
    pub(super) fn of(board: &Board, mover: Disc) -> Self {
        let side = board.size().rows();
        let discs = |disc| {
            Rows::all(side, |row, col| {
                board.disc(Square::new(row, col)) == Some(disc)
            })
        };
        Self {
            player: discs(mover),
            opponent: discs(mover.opponent()),
        }
    }

    #[inline(always)]
    pub(super) fn pass(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    #[inline(always)]
    pub(super) fn play(self, cell: Cell) -> Self {
        let flips = self.flips(cell);
        let own = self.player | flips | Rows::bit(cell);
        Self {
            player: Rows(from_fn(|row| self.opponent.0[row] & !flips.0[row])),
            opponent: own,
        }
    }

    #[inline(always)]
    pub(super) fn free(self, all: Rows<R>) -> Rows<R> {
        Rows(from_fn(|row| {
            all.0[row] & !(self.player.0[row] | self.opponent.0[row])
        }))
    }

    #[inline(always)]
    pub(super) fn margin(self) -> i32 {
        self.player.count() as i32 - self.opponent.count() as i32
    }

    /// Returns the moves of both sides, the side to move first, among the squares `free`.
    #[inline(always)]
    pub(super) fn moves(self, free: Rows<R>) -> [Rows<R>; 2] {
        let (player, opponent) = (self.player.0, self.opponent.0);
        let first: [RowPair; R] = from_fn(|row| pair(player[row], opponent[row]));
        let second: [RowPair; R] = from_fn(|row| pair(opponent[row], player[row]));
        let downward = down(&first, &second);
        let turn = |rows: &[RowPair; R]| -> [RowPair; R] { from_fn(|row| rows[R - 1 - row]) };
        let upward = down(&turn(&first), &turn(&second));
        let all: [RowPair; R] =
            from_fn(|row| downward[row] | upward[R - 1 - row] | along(first[row], second[row]));
        [
            Rows(from_fn(|row| free.0[row] & all[row] as u32)),
            Rows(from_fn(|row| free.0[row] & (all[row] >> 32) as u32)),
        ]
    }

    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        // The products are independent of each other.
        (0..R).fold(0, |hash: u64, row| {
            let both = pair(self.player.0[row], self.opponent.0[row]);
            hash.wrapping_add(fold(both ^ salt(row as u64), salt(100 + row as u64) | 1))
        })
    }

    #[inline(always)]
    fn flips(self, cell: Cell) -> Rows<R> {
        let Self { player, opponent } = self;
        let has = |rows: &Rows<R>, (row, bit): (usize, u32)| row < R && rows.0[row] & bit != 0;
        let mut flips = [0; R];
        // One row up, none, and one row down; one column to the left, none, and one to the
        // right. Without a step nothing is flipped, since the square is empty.
        for rows in [usize::MAX, 0, 1] {
            for cols in [-1, 0, 1] {
                let step = |(row, bit): (usize, u32)| {
                    let bit = match cols {
                        -1 => bit >> 1,
                        0 => bit,
                        _ => bit << 1,
                    };
                    (row.wrapping_add(rows), bit)
                };
                let first = step((usize::from(cell / 32), 1 << (cell % 32)));
                let mut end = first;
                while has(&opponent, end) {
                    end = step(end);
                }
                if has(&player, end) {
                    let mut at = first;
                    while at != end {
                        flips[at.0] |= at.1;
                        at = step(at);
                    }
                }
            }
        }
        Rows(flips)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_core::{Game, Rules, Size, Turn};

    use super::*;

    fn compare<const R: usize>(side: u8, choices: &[usize]) {
        let size = Size::square(side.into()).expect("a size");
        let rules = Rules {
            size,
            ..Rules::OTHELLO
        };
        let mut game = Game::new(rules).expect("an even board");
        let all = Rows::<R>::all(side, |_, _| true);
        let out = |at: u8| at.min(side - 1 - at);
        let sides = Rows::all(side, |_, col| out(col) == 0);
        let ends = Rows::all(side, |row, _| out(row) == 0);
        let mut stable: Vec<(Square, Option<Disc>)> = Vec::new();
        for choice in choices {
            let (board, mover) = (game.board().clone(), game.to_move());
            let discs = SideDiscs::<R>::of(&board, mover);
            for &(at, disc) in &stable {
                assert_eq!(board.disc(at), disc);
            }
            for own in [discs.player, discs.opponent] {
                let cells = own.stable(sides, ends).cells().map(square_of);
                stable.extend(cells.map(|at| (at, board.disc(at))));
            }
            let free = discs.free(all);
            let moves: Vec<Square> = game.legal_moves().collect();
            let [found, replies] = discs.moves(free);
            assert!(found.cells().map(square_of).eq(moves.iter().copied()));
            assert_eq!(found.count() as usize, moves.len());
            assert_eq!(discs.pass().moves(free), [replies, found]);
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Pass(_) => game.pass().expect("it must"),
                Turn::Move(_) => {
                    let at = moves[choice % moves.len()];
                    game.play(at).expect("it is legal");
                    let next = discs.play(cell_of(at));
                    assert_eq!(next, SideDiscs::of(game.board(), mover.opponent()));
                    assert_ne!(next.hash(), discs.hash());
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn moves_and_flips_are_those_of_the_core(
            choices in prop::collection::vec(any::<usize>(), 700),
        ) {
            compare::<6>(4, &choices);
            compare::<6>(6, &choices);
            compare::<10>(10, &choices);
            compare::<16>(12, &choices);
            compare::<26>(20, &choices);
            compare::<26>(26, &choices);
        }
    }
}
