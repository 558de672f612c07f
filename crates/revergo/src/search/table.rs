//! The transposition table.

use super::position::Position;

/// The number of entries, as a power of two; an entry has 24 bytes.
const INDEX_BITS: u32 = 18;

/// Odd numbers without a pattern in their bits, to spread positions.
const MIX: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
];

/// A table of searched positions. Of the positions with one index it keeps the
/// latest; the whole position is compared, so that none is mistaken for another.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    own: u64,
    other: u64,
    /// The value to the side to move.
    pub(super) value: i16,
    /// The relation of the value to the true one.
    pub(super) bound: Bound,
    /// The depth of the search.
    pub(super) depth: u8,
    /// The cell of the best move.
    pub(super) best: u8,
}

/// The relation of a value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is this or more.
    Lower,
    /// It is the true value.
    Exact,
    /// The true value is this or less.
    Upper,
}

impl Table {
    /// Creates an empty table.
    pub(super) fn new() -> Self {
        // No position has a stone of both sides on every cell.
        let empty = Entry {
            own: u64::MAX,
            other: u64::MAX,
            value: 0,
            bound: Bound::Exact,
            depth: 0,
            best: 0,
        };
        Self {
            entries: vec![empty; 1 << INDEX_BITS],
        }
    }

    /// Returns the entry of `position`.
    pub(super) fn probe(&self, position: Position) -> Option<Entry> {
        let entry = self.entries[index(position)];
        (entry.own == position.own && entry.other == position.other).then_some(entry)
    }

    /// Stores the result of searching `position` to `depth`: its `value`, and
    /// the cell of the `best` move.
    pub(super) fn store(
        &mut self,
        position: Position,
        depth: u32,
        value: i32,
        bound: Bound,
        best: u32,
    ) {
        self.entries[index(position)] = Entry {
            own: position.own,
            other: position.other,
            value: i16::try_from(value).expect("a value has 15 bits"),
            bound,
            depth: u8::try_from(depth).expect("a game has 64 moves"),
            best: u8::try_from(best).expect("a board has 64 cells"),
        };
    }
}

/// Returns the index of `position` in the table.
fn index(position: Position) -> usize {
    let mixed =
        position.own.wrapping_mul(MIX[0]) ^ position.other.wrapping_mul(MIX[1]).rotate_left(32);
    let index = mixed.wrapping_mul(MIX[2]) >> (u64::BITS - INDEX_BITS);
    usize::try_from(index).expect("an index has few bits")
}
