//! Sets of squares, as the search sees them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A square's place in a set: `row * STRIDE + column`.
pub(super) type Cell = u16;

/// A set of squares of one board, and what the discs of two such sets can do.
///
/// Two kinds of set implement it: [`Word`](super::word::Word) up to 8×8, and
/// [`Rows`](super::rows::Rows) above. They have room for squares that the board
/// does not have; those are never in a set that a position is made of, but may
/// be in a complement.
pub(super) trait Bits:
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
    /// The set without squares.
    const NONE: Self;
    /// From a square to the one below it.
    const STRIDE: usize;
    /// One more than the last cell.
    const CELLS: usize;

    /// The set of this square only.
    fn bit(cell: Cell) -> Self;

    /// How many squares it has.
    fn count(self) -> u32;

    /// Its squares in rising order.
    fn cells(self) -> impl Iterator<Item = Cell>;

    /// The squares of `free` where `player` may play against `opponent`.
    fn moves(player: Self, opponent: Self, free: Self) -> Self;

    /// [`moves`](Self::moves) of both sides.
    fn both_moves(player: Self, opponent: Self, free: Self) -> (Self, Self) {
        (
            Self::moves(player, opponent, free),
            Self::moves(opponent, player, free),
        )
    }

    /// The discs that `player` flips by playing on the empty square `cell`.
    fn flips(player: Self, opponent: Self, cell: Cell) -> Self;

    /// The squares of the set, those next to it, and perhaps some off the
    /// board.
    fn spread(self) -> Self;

    /// Of the discs `own`, those that no move can ever flip because they are
    /// held, along all four lines, by the border or by another such disc. There
    /// may be more, which full lines protect.
    fn stable(own: Self, border: &Border<Self>) -> Self;

    /// A number that is hardly ever the same for two positions.
    fn hash(player: Self, opponent: Self) -> u64;

    /// Whether it has no squares.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether the square is in it.
    fn has(self, cell: Cell) -> bool {
        !(self & Self::bit(cell)).is_none()
    }
}

/// The squares from which a line leaves the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border<B> {
    /// The left and the right column.
    pub(super) sides: B,
    /// The top and the bottom row.
    pub(super) ends: B,
}
