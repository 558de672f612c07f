//! A position as two words, and moves.

use reversi_core::{Disc, Game};

use super::geometry::Geometry;

/// The stones of both sides, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// The stones of the side to move.
    pub(super) own: u64,
    /// The stones of the other side.
    pub(super) other: u64,
    /// The safe area and every cell near a stone, occupied ones included.
    /// The stones determine it; storing it is cheaper than computing it.
    within_reach: u64,
}

impl Position {
    /// The position of `game`.
    pub(super) fn new(geometry: &Geometry, game: &Game) -> Self {
        let stones = |disc: Disc| {
            game.board()
                .occupied()
                .filter(|&at| game.board().disc(at) == Some(disc))
                .fold(0, |stones, at| stones | geometry.bit(at))
        };
        let own = stones(game.to_move());
        let other = stones(game.to_move().opponent());
        Self {
            own,
            other,
            within_reach: cells(own | other).fold(geometry.safe, |reach, cell| {
                reach | geometry.near[cell as usize]
            }),
        }
    }

    /// The cells without a stone.
    pub(super) fn empty(self, geometry: &Geometry) -> u64 {
        geometry.cells & !(self.own | self.other)
    }

    /// Returns the cells on which the side to move may place a stone.
    pub(super) fn moves(self) -> u64 {
        self.within_reach & !(self.own | self.other)
    }

    /// Returns the stones that a stone of the side to move on the empty `cell` flips.
    pub(super) fn flips(self, geometry: &Geometry, cell: u32) -> u64 {
        let cell = cell as usize;
        if geometry.adjacent[cell] & self.other == 0 {
            return 0;
        }
        let mut flips = 0;
        for ray in geometry.rising[cell] {
            let ends = ray & !self.other;
            let end = ends & ends.wrapping_neg();
            if end & self.own != 0 {
                flips |= ray & (end - 1);
            }
        }
        for ray in geometry.falling[cell] {
            // The lowest bit is no end unless it is the only one.
            let ends = (ray & !self.other) | 1;
            let end = 1 << ends.ilog2();
            if end & self.own & ray != 0 {
                flips |= ray & !(end | (end - 1));
            }
        }
        flips
    }

    /// The position after the side to move has placed a stone on `cell`,
    /// which flips `flips`.
    pub(super) fn play(self, geometry: &Geometry, cell: u32, flips: u64) -> Self {
        Self {
            own: self.other & !flips,
            other: self.own | flips | 1 << cell,
            within_reach: self.within_reach | geometry.near[cell as usize],
        }
    }
}

/// The numbers of the bits in `set`, from the lowest.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

/// The number of bits in `set`.
pub(super) fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}
