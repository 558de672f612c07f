//! The transposition table.

use super::bitboard::Cell;
use crate::hash::salt;

/// No move.
pub(super) const NO_CELL: Cell = Cell::MAX;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The true score is the stored one.
    Exact,
}

/// The result of an earlier search of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// The score in hundredths of a disc, for the side to move.
    score: i32,
    /// The best move, or [`NO_CELL`].
    pub(super) best: Cell,
    depth: u8,
    /// The bound in the lowest two bits, the generation above them; 0 in an empty
    /// entry.
    tag: u8,
}

impl Entry {
    /// The depth of the search in plies.
    pub(super) fn depth(&self) -> u32 {
        self.depth.into()
    }

    /// Returns the score if it decides a search with this window.
    pub(super) fn cutoff(&self, alpha: i32, beta: i32) -> Option<i32> {
        let decides = match self.tag & 3 {
            tag if tag == Bound::Exact as u8 => true,
            tag if tag == Bound::Lower as u8 => self.score >= beta,
            _ => self.score <= alpha,
        };
        decides.then_some(self.score)
    }
}

/// The number of generations that a tag can distinguish.
const GENERATIONS: u8 = 63;

/// A transposition table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Entry; 2]>,
    generation: u8,
    /// The number of generations that the entries may belong to.
    generations: u8,
    /// Changed to invalidate all entries: their keys no longer match.
    salt: u64,
}

impl Table {
    /// Returns a table of `bytes`, rounded down to a power of two.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[Entry; 2]>()).max(1);
        Self {
            buckets: vec![[Entry::default(); 2]; 1 << buckets.ilog2()],
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

    /// Invalidates all entries and starts a new generation. Overwriting them, which
    /// takes long, is only necessary once all generations are used up.
    pub(super) fn clear(&mut self) {
        if self.generations == GENERATIONS {
            self.buckets.fill([Entry::default(); 2]);
            self.generations = 0;
        }
        self.salt += 1;
        self.next_generation();
    }

    /// Returns the entry of the position with this hash.
    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        let key = self.key(hash);
        let bucket = &self.buckets[self.index(hash)];
        bucket
            .iter()
            .find(|entry| entry.key == key && entry.tag != 0)
            .copied()
    }

    /// Stores the result of a search to `depth` plies. Replaces the less valuable of
    /// the two entries of the bucket.
    pub(super) fn store(&mut self, hash: u64, depth: u32, score: i32, bound: Bound, best: Cell) {
        let (index, key, generation) = (self.index(hash), self.key(hash), self.generation);
        let bucket = &mut self.buckets[index];
        let value = |entry: &Entry| match entry {
            entry if entry.key == key && entry.tag != 0 => 0,
            entry if entry.tag >> 2 != generation => 1,
            entry => 2 + u32::from(entry.depth),
        };
        let [first, second] = bucket;
        let entry = if value(first) <= value(second) {
            first
        } else {
            second
        };
        *entry = Entry {
            key,
            score,
            best,
            depth: depth.min(255) as u8,
            tag: generation << 2 | bound as u8,
        };
    }

    fn key(&self, hash: u64) -> u64 {
        hash ^ salt(self.salt)
    }

    fn index(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.buckets.len() - 1)
    }
}
