//! What has been found out about positions already searched.

use super::alpha_beta::Best;
use super::position::Position;

/// The number of places, as a power of two; a place has 24 bytes.
const INDEX_BITS: u32 = 18;

/// Odd numbers without a pattern in their bits, to spread positions.
const MIX: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
];

/// A table of positions: of those that share a place the latest is kept. The
/// whole position is compared, so that no entry is taken for another's.
#[derive(Debug)]
pub(super) struct Table {
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    own: u64,
    other: u64,
    entry: Entry,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Its value to the side to move.
    pub(super) value: i16,
    /// How the value stands to the true one.
    pub(super) bound: Bound,
    /// How many moves ahead that has been found.
    pub(super) depth: u8,
    /// The cell of the best move.
    pub(super) best: u8,
}

/// How a value stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is this or more.
    Lower,
    /// It is the true value.
    Exact,
    /// The true value is this or less.
    Upper,
}

impl Entry {
    /// The entry of a position whose `best` move has been found `depth` moves
    /// ahead.
    pub(super) fn new(depth: u32, best: Best, bound: Bound) -> Self {
        Self {
            value: i16::try_from(best.value).expect("a value has 15 bits"),
            bound,
            depth: u8::try_from(depth).expect("a game has 64 moves"),
            best: u8::try_from(best.cell).expect("a board has 64 cells"),
        }
    }
}

impl Table {
    /// An empty table.
    pub(super) fn new() -> Self {
        // No position has a stone of both sides on every cell.
        let nothing = Place {
            own: u64::MAX,
            other: u64::MAX,
            entry: Entry {
                value: 0,
                bound: Bound::Exact,
                depth: 0,
                best: 0,
            },
        };
        Self {
            places: vec![nothing; 1 << INDEX_BITS],
        }
    }

    /// What is known about `position`.
    pub(super) fn find(&self, position: Position) -> Option<Entry> {
        let place = &self.places[index(position)];
        (place.own == position.own && place.other == position.other).then_some(place.entry)
    }

    /// Keeps what was found out about `position`.
    pub(super) fn keep(&mut self, position: Position, entry: Entry) {
        self.places[index(position)] = Place {
            own: position.own,
            other: position.other,
            entry,
        };
    }
}

/// The place of `position` in the table.
fn index(position: Position) -> usize {
    let mixed =
        position.own.wrapping_mul(MIX[0]) ^ position.other.wrapping_mul(MIX[1]).rotate_left(32);
    let index = mixed.wrapping_mul(MIX[2]) >> (u64::BITS - INDEX_BITS);
    usize::try_from(index).expect("an index has few bits")
}
