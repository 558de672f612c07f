//! Boards up to 8×8, in one word.

use std::ops::{BitAnd, BitOr, Not};

use super::bits::{Bits, Border, Cell, fold, salt};

/// The squares of a board of at most 8×8, laid into the upper left of 8×8: the
/// squares of an 8×8 board that a smaller one lacks are empty for ever and
/// stop every line as the border would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(u64);

/// All but the left and the right column: what may lie between two discs of a
/// line that changes columns.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// From a square to the next in each of the four lines, and what may lie
/// between two discs.
const LINES: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// From every square, the squares to the border in the four directions that
/// raise the index, then in the four that lower it.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let steps: [(i32, i32); 8] = [
        (0, 1),
        (1, 0),
        (1, -1),
        (1, 1),
        (0, -1),
        (-1, 0),
        (-1, 1),
        (-1, -1),
    ];
    let mut rays = [[0; 8]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut way = 0;
        while way < 8 {
            let (rows, cols) = steps[way];
            let (mut row, mut col) = (cell as i32 / 8 + rows, cell as i32 % 8 + cols);
            while row >= 0 && row < 8 && col >= 0 && col < 8 {
                rays[cell][way] |= 1 << (row * 8 + col);
                row += rows;
                col += cols;
            }
            way += 1;
        }
        cell += 1;
    }
    rays
}

impl BitAnd for Word {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Word {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Bits for Word {
    const NONE: Self = Self(0);
    const STRIDE: usize = 8;
    const CELLS: usize = 64;

    fn bit(cell: Cell) -> Self {
        Self(1 << cell)
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

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

    fn moves(player: Self, opponent: Self, free: Self) -> Self {
        let mut moves = 0;
        for (shift, inner) in LINES {
            let between = opponent.0 & inner;
            let mut up = between & (player.0 << shift);
            let mut down = between & (player.0 >> shift);
            up |= between & (up << shift);
            down |= between & (down >> shift);
            let (pairs_up, pairs_down) =
                (between & (between << shift), between & (between >> shift));
            for _ in 0..2 {
                up |= pairs_up & (up << (2 * shift));
                down |= pairs_down & (down >> (2 * shift));
            }
            moves |= (up << shift) | (down >> shift);
        }
        Self(moves & free.0)
    }

    fn flips(player: Self, opponent: Self, cell: Cell) -> Self {
        let rays = &RAYS[usize::from(cell) % 64];
        let mut flips = 0;
        for &ray in &rays[..4] {
            // The squares off the ray are ones, so that the carry reaches the
            // first square of the ray that is not the opponent's.
            let end = (opponent.0 | !ray).wrapping_add(1) & ray & player.0;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for &ray in &rays[4..] {
            // With the lowest bit set there always is a highest; it can only
            // be a false end where the ray does not reach it.
            let stop = (ray & !opponent.0) | 1;
            let end = 1_u64 << stop.ilog2();
            if end & ray & player.0 != 0 {
                flips |= ray & !(end | (end - 1));
            }
        }
        Self(flips)
    }

    fn spread(self) -> Self {
        const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let wide = self.0 | ((self.0 & NOT_LAST) << 1) | ((self.0 & NOT_FIRST) >> 1);
        Self(wide | (wide << 8) | (wide >> 8))
    }

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

    fn hash(player: Self, opponent: Self) -> u64 {
        fold(player.0 ^ salt(0), opponent.0 ^ salt(1))
    }
}
