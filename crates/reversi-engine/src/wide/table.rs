//! What earlier searches of a position have found.

use super::bits::Cell;
use crate::hash::salt;

/// No move.
pub(super) const NO_CELL: Cell = Cell::MAX;

/// Which side of the true value a score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is the score or less.
    Upper,
    /// The value is the score or more.
    Lower,
    /// The value is the score.
    Exact,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// In hundredths of a disc, for the side to move.
    score: i32,
    /// The best move, or [`NO_CELL`].
    pub(super) best: Cell,
    depth: u8,
    /// In the lowest two bits the bound and, above it, the search that wrote the
    /// entry, counted from 1; 0 in an empty place.
    tag: u8,
}

impl Entry {
    /// How many plies the search looked ahead.
    pub(super) fn depth(&self) -> u32 {
        self.depth.into()
    }

    /// The score, if it answers a question for this window.
    pub(super) fn cut(&self, alpha: i32, beta: i32) -> Option<i32> {
        let known = match self.tag & 3 {
            tag if tag == Bound::Exact as u8 => true,
            tag if tag == Bound::Lower as u8 => self.score >= beta,
            _ => self.score <= alpha,
        };
        known.then_some(self.score)
    }
}

/// How many searches the tag of an entry tells apart.
const AGES: u8 = 63;

/// A transposition table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<[Entry; 2]>,
    age: u8,
    /// How many ages the entries may be of.
    ages: u8,
    /// Changed to forget: what is in the table then has other keys.
    salt: u64,
}

impl Table {
    /// Room for `bytes`, rounded down to a power of two.
    pub(super) fn new(bytes: usize) -> Self {
        let pairs = (bytes / size_of::<[Entry; 2]>()).max(1);
        Self {
            entries: vec![[Entry::default(); 2]; 1 << pairs.ilog2()],
            age: 1,
            ages: 1,
            salt: 0,
        }
    }

    /// Makes what is in the table give way to what comes.
    pub(super) fn next_age(&mut self) {
        self.age = self.age % AGES + 1;
        self.ages = (self.ages + 1).min(AGES);
    }

    /// Forgets everything, in a new age. Entries of another age than the
    /// present one are no different from empty ones, so they need not be
    /// cleared, which takes long, before there are no more ages.
    pub(super) fn clear(&mut self) {
        if self.ages == AGES {
            self.entries.fill([Entry::default(); 2]);
            self.ages = 0;
        }
        self.salt += 1;
        self.next_age();
    }

    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        let key = self.key(hash);
        let pair = &self.entries[self.place(hash)];
        pair.iter()
            .find(|entry| entry.key == key && entry.tag != 0)
            .copied()
    }

    /// Writes what a search of `depth` plies has found, over what is worth
    /// least of the two entries that may go.
    pub(super) fn store(&mut self, hash: u64, depth: u32, score: i32, bound: Bound, best: Cell) {
        let (place, key, age) = (self.place(hash), self.key(hash), self.age);
        let pair = &mut self.entries[place];
        let worth = |entry: &Entry| match entry {
            entry if entry.key == key && entry.tag != 0 => 0,
            entry if entry.tag >> 2 != age => 1,
            entry => 2 + u32::from(entry.depth),
        };
        let [first, second] = pair;
        let entry = if worth(first) <= worth(second) {
            first
        } else {
            second
        };
        *entry = Entry {
            key,
            score,
            best,
            depth: depth.min(255) as u8,
            tag: age << 2 | bound as u8,
        };
    }

    fn key(&self, hash: u64) -> u64 {
        hash ^ salt(self.salt)
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.entries.len() - 1)
    }
}
