//! The transposition table.

use super::rows::Cell;
use crate::hash::salt;

/// No move.
pub(super) const NO_CELL: Cell = Cell::MAX;

/// The relation of a stored score to the true score.
const UPPER: u64 = 1;
const LOWER: u64 = 2;
const EXACT: u64 = 3;

/// The result of an earlier search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known(u64);

impl Known {
    /// The best move, or [`NO_CELL`].
    pub(super) fn best(self) -> Cell {
        (self.0 >> 32) as Cell
    }

    /// Returns the score if a search to `depth` with this window returned it, too.
    pub(super) fn cutoff(self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let score = (self.0 as u32).cast_signed();
        let decides = match self.0 >> 48 & 3 {
            EXACT => true,
            LOWER => score >= beta,
            _ => score <= alpha,
        };
        (self.depth() >= depth && decides).then_some(score)
    }

    fn depth(self) -> u32 {
        (self.0 >> 56) as u32
    }
}

/// A transposition table of fixed size. Each position has two slots: the first keeps the
/// deepest search, the second the latest.
pub(super) struct Slots {
    all: Vec<[u64; 2]>,
    /// Changed to forget all entries: their keys no longer match.
    salt: u64,
    /// Entries of older searches are replaced first.
    generation: u64,
}

impl Slots {
    /// Returns a table of at most `mebibytes`.
    pub(super) fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<[u64; 2]>();
        Self {
            // The system provides zeroed memory at its first use.
            all: vec![[0; 2]; 1 << count.ilog2()],
            salt: 0,
            generation: 0,
        }
    }

    /// Forgets all entries.
    pub(super) fn clear(&mut self) {
        self.salt += 1;
        self.next_generation();
    }

    /// Begins a search.
    pub(super) fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % 64;
    }

    /// Returns the index of the first slot of a position, and its key.
    fn place(&self, hash: u64) -> (usize, u64) {
        let first = (hash >> 20) as usize & (self.all.len() - 2);
        (first, hash ^ salt(self.salt))
    }

    pub(super) fn probe(&self, hash: u64) -> Option<Known> {
        let (first, key) = self.place(hash);
        let found = |slot: &&[u64; 2]| slot[0] == key && slot[1] != 0;
        let slot = self.all[first..first + 2].iter().find(found)?;
        Some(Known(slot[1]))
    }

    /// Stores the result of a search to `depth` with the window from `alpha` to `beta`.
    pub(super) fn store(
        &mut self,
        hash: u64,
        depth: u32,
        score: i32,
        (alpha, beta): (i32, i32),
        best: Cell,
    ) {
        let (first, key) = self.place(hash);
        let bound = match score {
            _ if score >= beta => LOWER,
            _ if score > alpha => EXACT,
            _ => UPPER,
        };
        let new = u64::from(score.cast_unsigned())
            | u64::from(best) << 32
            | bound << 48
            | self.generation << 50
            | u64::from(depth.min(255)) << 56;
        let deepest = self.all[first];
        let is_old = deepest[1] >> 50 & 63 != self.generation;
        let replaces = is_old || deepest[0] == key || depth >= Known(deepest[1]).depth();
        self.all[first + usize::from(!replaces)] = [key, new];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_entry_decides_windows_on_its_side_until_the_table_is_cleared(
            hash: u64, other: u64, score in -1_000_000..1_000_000_i32, depth in 0..256_u32,
            best: Cell, alpha in -1_000_000..1_000_000_i32, width in 1..1000_i32,
        ) {
            prop_assume!(hash != other);
            let mut table = Slots::new(1);
            table.store(hash, depth, score, (alpha, alpha + width), best);
            let known = table.probe(hash).expect("it was stored");
            prop_assert_eq!(known.best(), best);
            prop_assert_eq!(known.cutoff(depth, alpha, alpha + width), Some(score));
            prop_assert_eq!(known.cutoff(depth + 1, alpha, alpha + width), None);
            let is_exact = alpha < score && score < alpha + width;
            let all = known.cutoff(depth, -2_000_000, 2_000_000);
            prop_assert_eq!(all, is_exact.then_some(score));
            prop_assert_eq!(table.probe(other), None);
            table.clear();
            prop_assert_eq!(table.probe(hash), None);
        }
    }

    #[test]
    fn the_deepest_and_the_latest_entry_are_kept() {
        let mut table = Slots::new(1);
        for (hash, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.store(hash, depth, 0, (-1, 1), NO_CELL);
        }
        let known = [1, 2, 3].map(|hash| table.probe(hash).is_some());
        assert_eq!(known, [true, false, true]);
    }
}
