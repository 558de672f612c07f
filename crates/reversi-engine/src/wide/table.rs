//! The transposition table.
//!
//! Threads share it without locks: an entry is two words, and a word that another
//! thread wrote in between does not match its neighbour (Hyatt and Mann, "A lockless
//! transposition-table implementation for parallel search", 2002).

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::bitboard::Cell;
use crate::hash::salt;
use crate::search::table::{Bucket, Buckets};

/// No move.
pub(super) const NO_CELL: Cell = Cell::MAX;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The true score is the stored one.
    Exact = 3,
}

impl Bound {
    /// Returns the bound that a search with the window from `alpha` to `beta` proves by
    /// its result `score`.
    pub(super) fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// The result of an earlier search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score for the side to move, as within a search.
    score: i32,
    /// The best move, or [`NO_CELL`].
    pub(super) best: Cell,
    depth: u8,
    /// The bound in the lowest two bits, the generation above them; 0 in an empty
    /// slot.
    tag: u8,
}

impl Entry {
    fn pack(self) -> u64 {
        u64::from(self.score.cast_unsigned())
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | u64::from(self.tag) << 56
    }

    fn unpack(data: u64) -> Self {
        Self {
            score: (data as u32).cast_signed(),
            best: (data >> 32) as Cell,
            depth: (data >> 48) as u8,
            tag: (data >> 56) as u8,
        }
    }

    /// The depth of the search in plies.
    pub(super) fn depth(self) -> u32 {
        self.depth.into()
    }

    /// Returns the score if it decides a search with this window.
    pub(super) fn cutoff(self, alpha: i32, beta: i32) -> Option<i32> {
        let decides = match self.tag & 3 {
            tag if tag == Bound::Exact as u8 => true,
            tag if tag == Bound::Lower as u8 => self.score >= beta,
            _ => self.score <= alpha,
        };
        decides.then_some(self.score)
    }
}

/// An entry, or nothing: the key, combined with the entry by exclusive or, and the
/// entry.
type Slot = [AtomicU64; 2];

/// Returns the key and the entry.
fn load([check, data]: &Slot) -> (u64, Entry) {
    let data = data.load(Relaxed);
    (check.load(Relaxed) ^ data, Entry::unpack(data))
}

/// The number of generations that a tag can distinguish.
const GENERATIONS: u8 = 63;

/// A transposition table of fixed size.
pub(super) struct Table {
    buckets: Buckets,
    generation: u8,
    /// The number of generations that the entries may belong to.
    generations: u8,
    /// Changed to invalidate all entries: their keys no longer match.
    salt: u64,
}

impl Table {
    /// Returns a table of `bytes`, rounded down to a power of two.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: Buckets::zeroed(1 << buckets.ilog2()),
            generation: 1,
            generations: 1,
            salt: 0,
        }
    }

    /// Starts a new generation: older entries are replaced first.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation % GENERATIONS + 1;
        self.generations = (self.generations + 1).min(GENERATIONS);
    }

    /// Invalidates all entries and starts a new generation. Other memory, which the system
    /// has to zero, is only necessary once all generations are used up.
    pub(super) fn clear(&mut self) {
        if self.generations == GENERATIONS {
            self.buckets = Buckets::zeroed(self.buckets.len());
            self.generations = 0;
        }
        self.salt += 1;
        self.next_generation();
    }

    /// Returns the entry of the position with this hash.
    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        let key = self.key(hash);
        self.bucket(hash).0.iter().find_map(|slot| {
            let (found, entry) = load(slot);
            (found == key && entry.tag != 0).then_some(entry)
        })
    }

    /// Stores the result of a search to `depth` plies, instead of an earlier one of the
    /// same position or of the least valuable entry of the bucket: one of an earlier
    /// search, or else one with the least depth.
    pub(super) fn store(&self, hash: u64, depth: u32, score: i32, bound: Bound, best: Cell) {
        let key = self.key(hash);
        let value = |slot: &Slot| {
            let (found, entry) = load(slot);
            match entry.tag {
                0 => 0,
                _ if found == key => 0,
                tag if tag >> 2 != self.generation => 1 + u32::from(entry.depth),
                _ => 1000 + u32::from(entry.depth),
            }
        };
        let slots = &self.bucket(hash).0;
        let same = slots.iter().find(|slot| load(slot).0 == key);
        let slot = same
            .or_else(|| slots.iter().min_by_key(|slot| value(slot)))
            .expect("a bucket has slots");
        let [check, data] = slot;
        let packed = Entry {
            score,
            best,
            depth: depth.min(255) as u8,
            tag: self.generation << 2 | bound as u8,
        }
        .pack();
        check.store(key ^ packed, Relaxed);
        data.store(packed, Relaxed);
    }

    fn key(&self, hash: u64) -> u64 {
        hash ^ salt(self.salt)
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[(hash >> 20) as usize & (self.buckets.len() - 1)]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table of {} buckets", self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_entry_is_found_until_the_table_is_cleared(
            hash in any::<u64>(),
            other in any::<u64>(),
            score in -1_000_000..1_000_000_i32,
            depth in 0..256_u32,
            best in any::<Cell>(),
            clears in 1..130_u32,
        ) {
            prop_assume!(hash != other);
            let mut table = Table::new(1 << 12);
            prop_assert_eq!(table.probe(hash), None);
            for _ in 0..clears {
                table.store(hash, depth, score, Bound::Exact, best);
                let entry = table.probe(hash).expect("it was stored");
                prop_assert_eq!((entry.score, entry.depth(), entry.best), (score, depth, best));
                prop_assert_eq!(entry.cutoff(-1, 1), Some(score));
                prop_assert_eq!(table.probe(other), None);
                table.clear();
                prop_assert_eq!(table.probe(hash), None);
            }
        }

        #[test]
        fn a_bound_decides_only_windows_on_its_side(
            score in -100..100_i32,
            alpha in -100..100_i32,
            width in 1..50_i32,
        ) {
            let table = Table::new(64);
            let beta = alpha + width;
            for (bound, decides) in [
                (Bound::Lower, score >= beta),
                (Bound::Upper, score <= alpha),
                (Bound::Exact, true),
            ] {
                table.store(1, 3, score, bound, 0);
                let found = table.probe(1).expect("it was stored").cutoff(alpha, beta);
                prop_assert_eq!(found, decides.then_some(score));
            }
        }
    }

    #[test]
    fn deep_entries_of_this_search_are_kept_longest() {
        let mut table = Table::new(64);
        let hashes = |range: std::ops::Range<u64>| range.map(|low| low << 1);
        for hash in hashes(0..4) {
            table.store(hash, 9, 0, Bound::Exact, NO_CELL);
        }
        table.next_generation();
        for hash in hashes(4..8) {
            table.store(hash, 5, 0, Bound::Exact, NO_CELL);
        }
        assert!(hashes(4..8).all(|hash| table.probe(hash).is_some()));
        table.store(4 << 1, 7, 0, Bound::Exact, NO_CELL);
        for depth in 0..9 {
            table.store(100 + u64::from(depth), depth, 0, Bound::Exact, NO_CELL);
        }
        assert!(table.probe(4 << 1).is_some_and(|entry| entry.depth() == 7));
    }
}
