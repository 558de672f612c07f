//! Bitboards above 8×8, one word per row.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, Not};

use super::bitboard::{Bitboard, Border, Cell, mirrored};
use crate::hash::{fold, salt};
use crate::isa::Isa;

/// The squares of a board of at most `R` rows and 26 columns, one word per row.
///
/// There are no discs right of the 26th column, so a shift to the left or to the
/// right never reaches the next row. Columns and diagonals are followed through
/// all columns at once, in one sweep over the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows<const R: usize>([u32; R]);

/// Two rows in one word: every operation applies to both.
type Pair = u64;

#[inline(always)]
fn pair(low: u32, high: u32) -> Pair {
    Pair::from(low) | (Pair::from(high) << 32)
}

/// Returns the squares at the end of the runs of `opponent` that begin next to
/// `player`, along each row in both directions. They may be occupied.
#[inline(always)]
fn along(player: Pair, opponent: Pair) -> Pair {
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

/// Returns the squares at the end of the runs of `opponent` that begin at
/// `player` and go down, in columns and diagonals. They may be occupied.
#[inline(always)]
fn down<const R: usize>(player: &[Pair; R], opponent: &[Pair; R]) -> [Pair; R] {
    let mut ends = [0; R];
    let (mut straight, mut right, mut left): (Pair, Pair, Pair) = (0, 0, 0);
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
    #[inline(always)]
    fn zip(self, other: Self, with: impl Fn(u32, u32) -> u32) -> Self {
        Self(from_fn(|row| with(self.0[row], other.0[row])))
    }

    #[inline(always)]
    fn pairs(&self, other: &Self) -> [Pair; R] {
        from_fn(|row| pair(self.0[row], other.0[row]))
    }

    #[inline(always)]
    fn row(&self, row: usize) -> u32 {
        self.0.get(row).copied().unwrap_or(0)
    }

    /// Returns the stable discs of one row, given those of the rows next to it: one
    /// step of [`Bitboard::stable`].
    #[inline(always)]
    fn stable_row(&self, own: u32, row: usize, border: &Border<Self>) -> u32 {
        let (sides, ends) = (border.sides.0[row], border.ends.0[row]);
        let (above, below) = (self.row(row.wrapping_sub(1)), self.row(row + 1));
        let edge = sides | ends;
        let held = own
            & (ends | above | below)
            & (edge | (above << 1) | (below >> 1))
            & (edge | (above >> 1) | (below << 1));
        // Along the row, a disc needs the border or a stable disc next to it.
        let seeds = held & (sides | self.0[row]);
        let right = seeds | (held & ((held + seeds) ^ held));
        let mut left = seeds;
        let mut run = held;
        for shift in [1, 2, 4, 8, 16] {
            left |= run & (left >> shift);
            run &= run >> shift;
        }
        right | left
    }
}

impl<const R: usize> BitAnd for Rows<R> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const R: usize> BitOr for Rows<R> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const R: usize> Not for Rows<R> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|row| !row))
    }
}

impl<const R: usize> Bitboard for Rows<R> {
    const NONE: Self = Self([0; R]);
    const STRIDE: usize = 32;
    const CELLS: usize = 32 * R;

    #[inline(always)]
    fn bit(cell: Cell) -> Self {
        let mut rows = [0; R];
        rows[usize::from(cell / 32)] = 1 << (cell % 32);
        Self(rows)
    }

    /// Counts within bytes, which the compiler vectorizes. No byte overflows: eight
    /// bits of 26 rows make at most 208.
    #[inline(always)]
    fn count(self) -> u32 {
        let bytes: u32 = self
            .0
            .iter()
            .map(|&row| {
                let pairs = row - ((row >> 1) & 0x5555_5555);
                let nibbles = (pairs & 0x3333_3333) + ((pairs >> 2) & 0x3333_3333);
                (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f
            })
            .sum();
        let halves = (bytes & 0x00ff_00ff) + ((bytes >> 8) & 0x00ff_00ff);
        (halves & 0xffff) + (halves >> 16)
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.iter().fold(0, |any, row| any | row) == 0
    }

    #[inline(always)]
    fn has(self, cell: Cell) -> bool {
        self.0[usize::from(cell / 32)] >> (cell % 32) & 1 != 0
    }

    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = Cell> {
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

    #[inline(always)]
    fn moves(_: impl Isa, player: Self, opponent: Self, free: Self) -> Self {
        // The upper halves of the pairs hold the rows in reverse order, so that the
        // same sweep goes upwards in them.
        let turn = |rows: &Self| Self(from_fn(|row| rows.0[R - 1 - row]));
        let ends = down(
            &player.pairs(&turn(&player)),
            &opponent.pairs(&turn(&opponent)),
        );
        Self(from_fn(|row| {
            let beside = along(player.0[row].into(), opponent.0[row].into()) as u32;
            free.0[row] & (ends[row] as u32 | (ends[R - 1 - row] >> 32) as u32 | beside)
        }))
    }

    #[inline(always)]
    fn both_moves(_: impl Isa, player: Self, opponent: Self, free: Self) -> (Self, Self) {
        let (first, second) = (player.pairs(&opponent), opponent.pairs(&player));
        let downward = down(&first, &second);
        let turn = |rows: &[Pair; R]| -> [Pair; R] { from_fn(|row| rows[R - 1 - row]) };
        let upward = down(&turn(&first), &turn(&second));
        let all: [Pair; R] =
            from_fn(|row| downward[row] | upward[R - 1 - row] | along(first[row], second[row]));
        (
            Self(from_fn(|row| free.0[row] & all[row] as u32)),
            Self(from_fn(|row| free.0[row] & (all[row] >> 32) as u32)),
        )
    }

    #[inline(always)]
    fn flips(_: impl Isa, player: Self, opponent: Self, cell: Cell) -> Self {
        let (row, col) = (usize::from(cell / 32), u32::from(cell % 32));
        let mut flips = [0; R];
        let bit = 1_u32 << col;

        let (own, other) = (player.0[row], opponent.0[row]);
        let right = !(bit | (bit - 1));
        // The carry stops at the first disc that is not the opponent's.
        let end = (other + (bit << 1)) & own & right;
        if other & (bit << 1) != 0 && end != 0 {
            flips[row] |= (end - 1) & right;
        }
        let stop = !other & (bit - 1);
        if stop != 0 && other & (bit >> 1) != 0 {
            let end = 1 << stop.ilog2();
            if own & end != 0 {
                flips[row] |= (bit - 1) & !(end | (end - 1));
            }
        }

        // Diagonals shift the bit by one column per row.
        for slant in [-1_i32, 0, 1] {
            let at = |bit: u32| match slant {
                -1 => bit >> 1,
                0 => bit,
                _ => bit << 1,
            };
            let (mut next, mut place) = (row + 1, at(bit));
            while next < R && opponent.0[next] & place != 0 {
                next += 1;
                place = at(place);
            }
            if next > row + 1 && next < R && player.0[next] & place != 0 {
                let mut place = at(bit);
                for flips in &mut flips[row + 1..next] {
                    *flips |= place;
                    place = at(place);
                }
            }
            let (mut next, mut place) = (row.wrapping_sub(1), at(bit));
            while next < R && opponent.0[next] & place != 0 {
                next = next.wrapping_sub(1);
                place = at(place);
            }
            if next < R && next + 1 < row && player.0[next] & place != 0 {
                let mut place = at(bit);
                for flips in flips[next + 1..row].iter_mut().rev() {
                    *flips |= place;
                    place = at(place);
                }
            }
        }
        Self(flips)
    }

    #[inline(always)]
    fn spread(self) -> Self {
        let wide = Self(self.0.map(|row| row | (row << 1) | (row >> 1)));
        Self(from_fn(|row| {
            wide.0[row] | wide.row(row.wrapping_sub(1)) | wide.row(row + 1)
        }))
    }

    #[inline(always)]
    fn stable(own: Self, border: &Border<Self>) -> Self {
        let mut stable = Self::NONE;
        loop {
            let before = stable;
            for row in (0..R).chain((0..R).rev()) {
                if own.0[row] != stable.0[row] {
                    stable.0[row] = stable.stable_row(own.0[row], row, border);
                }
            }
            if stable == before {
                return stable;
            }
        }
    }

    #[inline(always)]
    fn views(self, side: u8) -> [u64; 4] {
        let mut views = [0; 4];
        for index in 0..usize::from(side.min(8)) {
            let shift = 8 * index as u32;
            for (view, row) in [(0, index), (2, usize::from(side) - 1 - index)] {
                let row = u64::from(self.0[row]);
                views[view] |= (row & 0xff) << shift;
                views[view + 1] |= (row << 8 >> side & 0xff) << shift;
            }
        }
        views[1] = mirrored(views[1]);
        views[3] = mirrored(views[3]);
        views
    }

    #[inline(always)]
    fn edges(self, side: u8) -> [[u32; 2]; 4] {
        let last = side - 1;
        // The lower half of each word is a column, the upper half the one beside it.
        let (mut left, mut right) = (0, 0);
        for (index, &row) in self.0.iter().enumerate() {
            left |= pair(row & 1, row >> 1 & 1) << index;
            right |= pair(row >> last & 1, row >> (last - 1) & 1) << index;
        }
        let columns = |both: Pair| [both as u32, (both >> 32) as u32];
        let rows = |outer: u8, inner: u8| [outer, inner].map(|row| self.0[usize::from(row)]);
        [
            rows(0, 1),
            rows(last, last - 1),
            columns(left),
            columns(right),
        ]
    }

    #[inline(always)]
    fn hash(player: Self, opponent: Self) -> u64 {
        // The products are independent of each other.
        (0..R).fold(0, |hash: u64, row| {
            let both = pair(player.0[row], opponent.0[row]);
            hash.wrapping_add(fold(both ^ salt(row as u64), salt(100 + row as u64) | 1))
        })
    }
}
