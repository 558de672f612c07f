//! What a thread has found out about positions near the end. It is small
//! enough for the processor's own cache.

use crate::search::fold;
use crate::search::table::prefetch;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    player: u64,
    opponent: u64,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move found, or 64.
    pub(crate) best: u8,
}

/// The tables of a thread.
pub(crate) struct LateTable {
    /// For positions whose moves are sorted.
    pub(crate) sorted: Sorted,
    /// For positions with fewer empty squares.
    pub(crate) shallow: Shallow,
}

pub(crate) type Sorted = Positions<{ 1 << 16 }>;
pub(crate) type Shallow = Positions<{ 1 << 13 }>;

impl LateTable {
    pub(crate) fn new() -> Self {
        Self {
            sorted: Positions::new(),
            shallow: Positions::new(),
        }
    }
}

/// `COUNT` positions, a power of two, with what was found of them: one a
/// place, the latest.
pub(crate) struct Positions<const COUNT: usize>(Box<[Entry; COUNT]>);

impl<const COUNT: usize> Positions<COUNT> {
    fn new() -> Self {
        // No position has a disc of both colours on every square.
        let nothing = Entry {
            player: u64::MAX,
            opponent: u64::MAX,
            lower: -64,
            upper: 64,
            best: 64,
        };
        let entries = vec![nothing; COUNT].into_boxed_slice();
        Self(entries.try_into().ok().expect("it has that length"))
    }

    /// The place of a position.
    #[inline(always)]
    pub(crate) fn place(player: u64, opponent: u64) -> usize {
        (fold(player, opponent) >> (64 - COUNT.ilog2())) as usize
    }

    /// Brings a place near before it is looked at.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: usize) {
        prefetch(&self.0[place % COUNT]);
    }

    #[inline(always)]
    pub(crate) fn find(&self, place: usize, player: u64, opponent: u64) -> Option<Entry> {
        let entry = self.0[place % COUNT];
        (entry.player == player && entry.opponent == opponent).then_some(entry)
    }

    /// Keeps that the search with `alpha` came to `score` by `best`.
    #[inline(always)]
    pub(crate) fn keep(
        &mut self,
        place: usize,
        (player, opponent): (u64, u64),
        alpha: i32,
        score: i32,
        best: u32,
    ) {
        let entry = &mut self.0[place % COUNT];
        let (mut lower, mut upper) = (-64, 64);
        if entry.player == player && entry.opponent == opponent {
            (lower, upper) = (entry.lower, entry.upper);
        }
        if score > alpha {
            lower = score as i8;
        } else {
            upper = score as i8;
        }
        *entry = Entry {
            player,
            opponent,
            lower,
            upper,
            best: best as u8,
        };
    }
}

impl Entry {
    /// What answers a search with `alpha`.
    #[inline(always)]
    pub(crate) fn answer(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }
}
