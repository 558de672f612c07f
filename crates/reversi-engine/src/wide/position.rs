//! Positions and board geometry for any board size.

use reversi_core::{Board, Disc, Square};

use super::bitboard::{Bitboard, Border, Cell};
use crate::isa::Isa;

/// The discs of the side to move and of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position<B> {
    pub(super) player: B,
    pub(super) opponent: B,
}

impl<B: Bitboard> Position<B> {
    /// Returns the position on `board`, seen by `mover`.
    pub(super) fn new(board: &Board, mover: Disc) -> Self {
        let discs = |disc| {
            board
                .occupied()
                .filter(|&square| board.disc(square) == Some(disc))
                .fold(B::NONE, |set, square| set | B::bit(cell::<B>(square)))
        };
        Self {
            player: discs(mover),
            opponent: discs(mover.opponent()),
        }
    }

    /// Returns the position after a move on `cell` that flips `flips`, seen by the
    /// other side.
    #[inline(always)]
    pub(super) fn after(self, cell: Cell, flips: B) -> Self {
        Self {
            player: self.opponent & !flips,
            opponent: self.player | flips | B::bit(cell),
        }
    }

    /// Returns the position after a move on `cell`, seen by the other side.
    #[inline(always)]
    pub(super) fn play(self, isa: impl Isa, cell: Cell) -> Self {
        self.after(cell, B::flips(isa, self.player, self.opponent, cell))
    }

    /// Returns the same discs, seen by the other side.
    #[inline(always)]
    pub(super) fn pass(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Returns the empty squares of a board that consists of `all`.
    #[inline(always)]
    pub(super) fn free(self, all: B) -> B {
        all & !(self.player | self.opponent)
    }

    #[inline(always)]
    pub(super) fn moves(self, isa: impl Isa, free: B) -> B {
        B::moves(isa, self.player, self.opponent, free)
    }

    /// Returns the disc difference for the side to move.
    #[inline(always)]
    pub(super) fn margin(self) -> i32 {
        self.player.count() as i32 - self.opponent.count() as i32
    }

    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        B::hash(self.player, self.opponent)
    }
}

/// Returns the cell of a square.
pub(super) fn cell<B: Bitboard>(square: Square) -> Cell {
    Cell::from(square.row) * B::STRIDE as Cell + Cell::from(square.col)
}

/// Returns the square of a cell.
pub(super) fn square<B: Bitboard>(cell: Cell) -> Square {
    let stride = B::STRIDE as Cell;
    Square::new((cell / stride) as u8, (cell % stride) as u8)
}

/// The squares of a board of one size, by their role in the evaluation.
#[derive(Clone, Debug)]
pub(super) struct Shape<B> {
    /// The length of a side.
    pub(super) side: u8,
    /// Every square.
    pub(super) all: B,
    /// The four corners.
    pub(super) corners: B,
    /// The squares on the edge, except the corners and those beside them.
    pub(super) edges: B,
    /// The squares next to the edge, except those near the corners.
    pub(super) inner_edges: B,
    /// The four quarters of the board.
    pub(super) quadrants: [B; 4],
    /// The border of the board.
    pub(super) border: Border<B>,
}

impl<B: Bitboard> Shape<B> {
    /// Returns the board with `side` rows and columns.
    pub(super) fn new(side: u8) -> Self {
        let set = |contains: &dyn Fn(u8, u8) -> bool| {
            (0..side)
                .flat_map(|row| (0..side).map(move |col| (row, col)))
                .filter(|&(row, col)| contains(row, col))
                .fold(B::NONE, |set, (row, col)| {
                    set | B::bit(cell::<B>(Square::new(row, col)))
                })
        };
        let out = |at: u8| at.min(side - 1 - at);
        Self {
            side,
            all: set(&|_, _| true),
            corners: set(&|row, col| out(row) + out(col) == 0),
            edges: set(&|row, col| out(row).min(out(col)) == 0 && out(row).max(out(col)) > 1),
            inner_edges: set(&|row, col| out(row).min(out(col)) == 1 && out(row).max(out(col)) > 1),
            quadrants: [(false, false), (false, true), (true, false), (true, true)].map(
                |(lower, right)| {
                    set(&|row, col| (row >= side / 2) == lower && (col >= side / 2) == right)
                },
            ),
            border: Border {
                sides: set(&|_, col| out(col) == 0),
                ends: set(&|row, _| out(row) == 0),
            },
        }
    }

    /// Returns the number of empty squares that can be solved in about a second.
    pub(super) fn solvable(&self) -> u32 {
        match self.side {
            ..=6 => 22,
            7..=8 => 19,
            9..=14 => 18,
            _ => 17,
        }
    }
}
