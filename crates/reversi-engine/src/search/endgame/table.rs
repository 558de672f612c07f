//! The endgame's transposition tables of one thread, small enough for the processor's cache.

use crate::hash;
use crate::search::table::{cutoff, prefetch};

/// The result of an earlier search of a position. The bounds are in discs.
#[derive(Clone, Copy)]
pub(crate) struct EndgameEntry {
    player: u64,
    opponent: u64,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move found, or 64.
    pub(crate) best: u8,
}

pub(crate) struct EndgameTables {
    /// For positions whose moves the search sorts.
    pub(crate) sorted: Sorted,
    /// For positions with fewer empty squares.
    pub(crate) shallow: Shallow,
}

pub(crate) type Sorted = EndgameTable<{ 1 << 16 }>;
pub(crate) type Shallow = EndgameTable<{ 1 << 13 }>;

impl EndgameTables {
    pub(crate) fn new() -> Self {
        Self {
            sorted: EndgameTable::new(),
            shallow: EndgameTable::new(),
        }
    }
}

/// A table of `COUNT` entries, a power of two. The latest entry always replaces an older one.
pub(crate) struct EndgameTable<const COUNT: usize>(Box<[EndgameEntry; COUNT]>);

impl<const COUNT: usize> EndgameTable<COUNT> {
    fn new() -> Self {
        // No position has both colours on every square.
        let empty = EndgameEntry {
            player: u64::MAX,
            opponent: u64::MAX,
            lower: -64,
            upper: 64,
            best: 64,
        };
        let entries = vec![empty; COUNT].into_boxed_slice();
        Self(entries.try_into().ok().expect("it has that length"))
    }

    #[inline(always)]
    pub(crate) fn index(player: u64, opponent: u64) -> usize {
        (hash::position(player, opponent) >> (64 - COUNT.ilog2())) as usize
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch(&self.0[index % COUNT]);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, index: usize, player: u64, opponent: u64) -> Option<EndgameEntry> {
        let entry = self.0[index % COUNT];
        (entry.player == player && entry.opponent == opponent).then_some(entry)
    }

    #[inline(always)]
    pub(crate) fn store(
        &mut self,
        index: usize,
        (player, opponent): (u64, u64),
        alpha: i32,
        score: i32,
        best: u32,
    ) {
        let entry = &mut self.0[index % COUNT];
        let (mut lower, mut upper) = (-64, 64);
        if entry.player == player && entry.opponent == opponent {
            (lower, upper) = (entry.lower, entry.upper);
        }
        if score > alpha {
            lower = score as i8;
        } else {
            upper = score as i8;
        }
        *entry = EndgameEntry {
            player,
            opponent,
            lower,
            upper,
            best: best as u8,
        };
    }
}

impl EndgameEntry {
    #[inline(always)]
    pub(crate) fn cutoff(self, alpha: i32) -> Option<i32> {
        cutoff(self.lower.into(), self.upper.into(), alpha)
    }
}
