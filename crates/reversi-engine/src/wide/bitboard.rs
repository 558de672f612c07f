//! The interface of bitboards: sets of squares of one board size.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use crate::isa::Isa;

/// The index of a square in a bitboard: `row * STRIDE + column`.
pub(super) type Cell = u16;

/// A set of squares of one board, with the moves of two such sets of discs.
///
/// [`Word`](super::word::Word) implements it up to 8×8, and
/// [`Rows`](super::rows::Rows) above. Both have room for squares that are not on
/// the board. Those are never in the sets of a position, but may be in a
/// complement.
pub(super) trait Bitboard:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The empty set.
    const NONE: Self;
    /// The distance from a square to the one below it.
    const STRIDE: usize;
    /// The number of cells, an upper bound of every [`Cell`].
    const CELLS: usize;

    /// Returns the set with this square only.
    fn bit(cell: Cell) -> Self;

    /// Returns the number of squares.
    fn count(self) -> u32;

    /// Returns the squares in ascending order.
    fn cells(self) -> impl Iterator<Item = Cell>;

    /// Returns the legal moves of `player` among the squares `free`.
    fn moves(isa: impl Isa, player: Self, opponent: Self, free: Self) -> Self;

    /// Returns [`moves`](Self::moves) of `player` and of `opponent`.
    fn both_moves(isa: impl Isa, player: Self, opponent: Self, free: Self) -> (Self, Self);

    /// Returns the discs that `player` flips by playing on the empty square `cell`.
    fn flips(isa: impl Isa, player: Self, opponent: Self, cell: Cell) -> Self;

    /// Returns the squares of the set and those next to them. The result may
    /// contain squares off the board.
    fn spread(self) -> Self;

    /// Returns the discs of `own` that no move can ever flip because along all
    /// four lines they are next to the border or to another such disc. Full lines
    /// may protect more discs.
    fn stable(own: Self, border: &Border<Self>) -> Self;

    /// Returns the four corners of a board with `side` rows: the 8×8 squares around
    /// each, row by row, turned so that the corner is the first bit and that the rows
    /// stay rows. On smaller boards the other bits are zero.
    fn views(self, side: u8) -> [u64; 4];

    /// Returns the squares along the four edges of a board with `side` rows: those on
    /// the edge, and those beside them, from top to bottom or from left to right.
    fn edges(self, side: u8) -> [[u32; 2]; 4];

    /// Returns the hash of a position.
    fn hash(player: Self, opponent: Self) -> u64;

    /// Returns `true` if the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns `true` if the square is in the set.
    #[inline(always)]
    fn has(self, cell: Cell) -> bool {
        !(self & Self::bit(cell)).is_none()
    }
}

/// The squares at the border of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border<B> {
    /// The left and the right column.
    pub(super) sides: B,
    /// The top and the bottom row.
    pub(super) ends: B,
}

/// Returns the mirror image of 8×8 squares, left and right exchanged.
#[inline(always)]
pub(super) fn mirrored(squares: u64) -> u64 {
    squares.swap_bytes().reverse_bits()
}
