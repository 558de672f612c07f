//! Bitboards up to 8×8, in one word.

use std::ops::{BitAnd, BitOr, Not};

use super::bitboard::{Bitboard, Border, Cell, mirrored};
use crate::hash::{fold, salt};
use crate::isa::{Isa, beside};

/// The squares of a board of at most 8×8, in the upper left corner of 8×8. The
/// squares that a smaller board lacks are always empty and end every line as the
/// border does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(u64);

impl BitAnd for Word {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Word {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Bitboard for Word {
    const NONE: Self = Self(0);
    const STRIDE: usize = 8;
    const CELLS: usize = 64;

    #[inline(always)]
    fn bit(cell: Cell) -> Self {
        Self(1 << cell)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let cell = rest.trailing_zeros() as Cell;
            rest &= rest - 1;
            Some(cell)
        })
    }

    #[inline(always)]
    fn moves(isa: impl Isa, player: Self, opponent: Self, free: Self) -> Self {
        Self(isa.moves(player.0, opponent.0) & free.0)
    }

    #[inline(always)]
    fn both_moves(isa: impl Isa, player: Self, opponent: Self, free: Self) -> (Self, Self) {
        let [moves, replies] = isa.moves_of_two([(player.0, opponent.0), (opponent.0, player.0)]);
        (Self(moves & free.0), Self(replies & free.0))
    }

    #[inline(always)]
    fn flips(isa: impl Isa, player: Self, opponent: Self, cell: Cell) -> Self {
        Self(isa.flips(cell.into(), player.0, opponent.0))
    }

    #[inline(always)]
    fn spread(self) -> Self {
        Self(self.0 | beside(self.0))
    }

    #[inline(always)]
    fn stable(own: Self, border: &Border<Self>) -> Self {
        const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let (sides, ends) = (border.sides.0, border.ends.0);
        let mut stable = 0;
        loop {
            let left = (stable & NOT_FIRST) >> 1;
            let right = (stable & NOT_LAST) << 1;
            let next = own.0
                & (sides | left | right)
                & (ends | (stable << 8) | (stable >> 8))
                & (sides | ends | (left << 8) | (right >> 8))
                & (sides | ends | (right << 8) | (left >> 8));
            if next == stable {
                return Self(stable);
            }
            stable = next;
        }
    }

    #[inline(always)]
    fn views(self, side: u8) -> [u64; 4] {
        let lacking = u32::from(8 - side);
        let turned = |upper: u64| upper.swap_bytes() >> (8 * lacking);
        let (left, right) = (self.0, mirrored(self.0) >> lacking);
        [left, right, turned(left), turned(right)]
    }

    #[inline(always)]
    fn edges(self, side: u8) -> [[u32; 2]; 4] {
        let row = |row: u8| (self.0 >> (8 * row)) as u32 & 0xff;
        let column = |column: u8| {
            const FIRST: u64 = 0x0101_0101_0101_0101;
            const GATHER: u64 = 0x0102_0408_1020_4080;
            ((self.0 >> column & FIRST).wrapping_mul(GATHER) >> 56) as u32
        };
        let last = side - 1;
        [
            [row(0), row(1)],
            [row(last), row(last - 1)],
            [column(0), column(1)],
            [column(last), column(last - 1)],
        ]
    }

    #[inline(always)]
    fn hash(player: Self, opponent: Self) -> u64 {
        fold(player.0 ^ salt(0), opponent.0 ^ salt(1))
    }
}
