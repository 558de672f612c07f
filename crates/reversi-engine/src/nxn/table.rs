use super::rows::Cell;

pub(super) const NO_CELL: Cell = Cell::MAX;

const UPPER: u64 = 1;
const LOWER: u64 = 2;
const EXACT: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NxnEntry(u64);

impl NxnEntry {
    pub(super) fn best(self) -> Cell {
        (self.0 >> 32) as Cell
    }

    /// Returns the score if a search to `depth` with this window would return it.
    pub(super) fn cutoff(self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let score = (self.0 as u32).cast_signed();
        let decides = match self.0 >> 48 & 3 {
            EXACT => true,
            LOWER => score >= beta,
            _ => score <= alpha,
        };
        ((self.0 >> 56) as u32 >= depth && decides).then_some(score)
    }
}

/// A transposition table with one slot per position, for the result of the latest search.
pub(super) struct Slots(Vec<[u64; 2]>);

impl Slots {
    pub(super) fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<[u64; 2]>();
        // The system provides zeroed memory at its first use.
        Self(vec![[0; 2]; 1 << count.ilog2()])
    }

    pub(super) fn clear(&mut self) {
        self.0 = vec![[0; 2]; self.0.len()];
    }

    fn index(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.0.len() - 1)
    }

    pub(super) fn probe(&self, hash: u64) -> Option<NxnEntry> {
        let [key, known] = self.0[self.index(hash)];
        (key == hash && known != 0).then_some(NxnEntry(known))
    }

    pub(super) fn store(
        &mut self,
        hash: u64,
        depth: u32,
        score: i32,
        (alpha, beta): (i32, i32),
        best: Cell,
    ) {
        let bound = match score {
            _ if score >= beta => LOWER,
            _ if score > alpha => EXACT,
            _ => UPPER,
        };
        let known = u64::from(score.cast_unsigned())
            | u64::from(best) << 32
            | bound << 48
            | u64::from(depth.min(255)) << 56;
        let index = self.index(hash);
        self.0[index] = [hash, known];
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
}
