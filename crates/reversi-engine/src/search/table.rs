//! The transposition table, shared by all threads without locks.

use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::confidence::Confidence;
use crate::hash;

/// The number of entries per bucket: as many as fit into a cache line.
const WAYS: usize = 4;

/// An entry is two words: the data, and the exclusive or of the data and the position's signature.
/// If two threads write at once, the signature matches no position (Hyatt and Mann, "A lock-less
/// transposition table implementation for parallel search", ICGA Journal 25, 2002).
#[repr(C, align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// In hundredths of a disc.
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    /// The depth of the search; the number of empty squares or more if it was exact.
    pub(crate) depth: u8,
    pub(crate) confidence: Confidence,
    pub(crate) best: u8,
    /// The best move of an earlier search, or 64.
    pub(crate) second: u8,
}

impl Entry {
    /// Depth in bits 0 to 5, the best moves in 6 to 12 and 13 to 19,
    /// confidence in 20 to 22, the generation in 24 to 31, the bounds above.
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.depth)
            | u64::from(self.best) << 6
            | u64::from(self.second) << 13
            | u64::from(self.confidence.level()) << 20
            | u64::from(generation) << 24
            | u64::from(self.lower as u16) << 32
            | u64::from(self.upper as u16) << 48
    }

    fn unpack(data: u64) -> Self {
        Self {
            lower: (data >> 32) as i16,
            upper: (data >> 48) as i16,
            depth: (data & 63) as u8,
            confidence: Confidence::from_level((data >> 20 & 7) as u8),
            best: (data >> 6 & 127) as u8,
            second: (data >> 13 & 127) as u8,
        }
    }

    #[inline(always)]
    pub(crate) fn cutoff(self, alpha: i32) -> Option<i32> {
        cutoff(self.lower.into(), self.upper.into(), alpha)
    }

    #[inline(always)]
    pub(crate) fn covers(self, depth: u32, confidence: Confidence) -> bool {
        u32::from(self.depth) >= depth && self.confidence >= confidence
    }
}

/// Returns the bound that decides a null-window search with `alpha`, if one does.
#[inline(always)]
pub(crate) fn cutoff(lower: i32, upper: i32, alpha: i32) -> Option<i32> {
    if lower > alpha {
        Some(lower)
    } else {
        (upper <= alpha).then_some(upper)
    }
}

pub(crate) struct Table {
    buckets: Buckets,
    generation: AtomicU8,
}

/// The bucket of a position and its signature there. They come from two hashes
/// of 64 bits, so that about one position in 2^80 is mistaken for another.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    bucket: usize,
    signature: u64,
}

impl Table {
    /// A table of `mebibytes`, at least 1, rounded down to a power of two.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.clamp(1, 1 << 20) << 20;
        let count = 1_usize << (bytes / size_of::<Bucket>()).ilog2();
        Self {
            buckets: Buckets::zeroed(count),
            generation: AtomicU8::new(1),
        }
    }

    #[cfg(feature = "cli")]
    pub(crate) fn fits(mebibytes: usize) -> bool {
        let words = mebibytes.saturating_mul(1 << 17);
        Vec::<u64>::new().try_reserve_exact(words).is_ok()
    }

    pub(crate) fn clear(&mut self) {
        let count = self.buckets.len();
        // The old memory is freed first: there may not be enough for two tables.
        self.buckets = Buckets::zeroed(1);
        self.buckets = Buckets::zeroed(count);
    }

    /// Older generations are replaced first.
    pub(crate) fn next_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn key(&self, player: u64, opponent: u64) -> Key {
        let hash = hash::position(player, opponent);
        Key {
            bucket: (hash as usize) & (self.buckets.len() - 1),
            signature: hash::position(opponent, player.rotate_left(29)),
        }
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch(&self.buckets[key.bucket]);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        self.buckets[key.bucket].0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let signature = check.load(Ordering::Relaxed) ^ data;
            (signature == key.signature && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores the result of a search with the window from `alpha` to `beta`.
    pub(crate) fn store(
        &self,
        key: Key,
        (depth, confidence): (u32, Confidence),
        (alpha, beta): (i32, i32),
        score: i32,
        best: u32,
    ) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bounds = (
            if score > alpha { score as i16 } else { -6400 },
            if score < beta { score as i16 } else { 6400 },
        );
        let mut new = Entry {
            lower: bounds.0,
            upper: bounds.1,
            depth: depth as u8,
            confidence,
            best: best as u8,
            second: 64,
        };
        let slots = &self.buckets[key.bucket].0;
        let mut chosen = &slots[0];
        let mut least = u32::MAX;
        for slot in slots {
            let data = slot[1].load(Ordering::Relaxed);
            let old = Entry::unpack(data);
            let is_current = (data >> 24) as u8 == generation;
            if data != 0 && slot[0].load(Ordering::Relaxed) ^ data == key.signature {
                if u32::from(old.depth) == depth && old.confidence == confidence {
                    new.lower = new.lower.max(old.lower);
                    new.upper = new.upper.min(old.upper);
                    if new.lower > new.upper {
                        // The two searches made different ProbCut cuts.
                        (new.lower, new.upper) = bounds;
                    }
                } else if is_current && old.covers(depth, confidence) {
                    return;
                }
                new.second = if new.best == old.best {
                    old.second
                } else {
                    old.best
                };
                chosen = slot;
                break;
            }
            let value = u32::from(old.depth) + 64 * u32::from(is_current);
            if data == 0 || value < least {
                least = if data == 0 { 0 } else { value };
                chosen = slot;
            }
        }
        let data = new.pack(generation);
        chosen[0].store(key.signature ^ data, Ordering::Relaxed);
        chosen[1].store(data, Ordering::Relaxed);
    }
}

#[inline(always)]
pub(crate) fn prefetch<T>(there: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: a prefetch has no visible effect.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *there).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = there;
}

struct Buckets {
    /// The memory, with room for one more bucket. Only `aligned` accesses it.
    _memory: Vec<u64>,
    /// The aligned buckets within it.
    aligned: NonNull<[Bucket]>,
}

// SAFETY: the memory belongs to this value alone, and shared references to buckets,
// which are atomic, may be used by all threads.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// Allocates empty buckets, which must be at least one. The system provides the zeroed
    /// pages of a vector of numbers at their first use; a vector of buckets, whose alignment
    /// is greater than that of the system's allocations, would write to all of them here.
    fn zeroed(count: usize) -> Self {
        let words = size_of::<Bucket>() / size_of::<u64>();
        let mut memory = vec![0_u64; (count + 1) * words];
        let begin = NonNull::new(memory.as_mut_ptr()).expect("it is not null");
        let offset = begin.align_offset(align_of::<Bucket>());
        // SAFETY: the offset is less than the size of a bucket, which is its
        // alignment, so that the result and `count` buckets are within the memory.
        let first = unsafe { begin.add(offset) }.cast::<Bucket>();
        let buckets = Self {
            _memory: memory,
            aligned: NonNull::slice_from_raw_parts(first, count),
        };
        ask_for_huge_pages(&buckets);
        buckets
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: the buckets are aligned, within the memory and initialized, since
        // all bytes zero are a valid `AtomicU64`. The memory lives as long as `self`.
        unsafe { self.aligned.as_ref() }
    }
}

/// Asks the system for huge pages: almost every probe accesses another page, and
/// fewer pages mean fewer misses in the address translation cache.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(buckets: &[Bucket]) {
    use rustix::mm::{Advice, madvise};

    /// A huge page of x86-64, and a multiple of every smaller one.
    const PAGE: usize = 2 << 20;

    let memory = buckets.as_ptr().cast_mut().cast::<std::ffi::c_void>();
    let begin = memory.align_offset(PAGE);
    let length = (size_of_val(buckets).saturating_sub(begin)) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: the range lies within the buckets, and the advice, which the
        // system may refuse, has no visible effect.
        let _ = unsafe {
            madvise(
                memory.wrapping_byte_add(begin),
                length,
                Advice::LinuxHugepage,
            )
        };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: &[Bucket]) {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_stored_entry_is_found(
            player in any::<u64>(), other in any::<u64>(),
            depth in 0..61_u32, level in 0..6_u8, score in -6400..=6400_i32, best in 0..=64_u32,
        ) {
            let table = Table::new(1);
            let confidence = Confidence::from_level(level);
            let key = table.key(player, other);
            prop_assert_eq!(table.probe(key), None);
            table.store(key, (depth, confidence), (score - 1, score), score, best);
            let entry = Entry {
                lower: score as i16,
                upper: 6400,
                depth: depth as u8,
                confidence,
                best: best as u8,
                second: 64,
            };
            prop_assert_eq!(table.probe(key), Some(entry));
            table.store(key, (depth, confidence), (score, score + 1), score, best);
            prop_assert_eq!(table.probe(key), Some(Entry { upper: score as i16, ..entry }));
        }
    }

    #[test]
    fn buckets_are_cache_lines_and_empty() {
        for mebibytes in [0, 1, 3, 64] {
            let table = Table::new(mebibytes);
            assert_eq!(table.buckets.len(), 1 << (14 + mebibytes.max(1).ilog2()));
            assert!(table.buckets.as_ptr().addr().is_multiple_of(64));
            for bucket in [0, table.buckets.len() - 1] {
                let words = table.buckets[bucket].0.as_flattened();
                assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            }
        }
    }

    #[test]
    fn a_full_bucket_loses_its_least_valuable_entry() {
        let table = Table::new(1);
        let exact = Confidence::EXACT;
        let key = |signature| Key {
            bucket: 7,
            signature,
        };
        for (signature, depth) in [(1, 20), (2, 5), (3, 12), (4, 9)] {
            table.store(key(signature), (depth, exact), (0, 1), 0, 64);
        }
        table.store(key(5), (1, exact), (0, 1), 0, 64);
        let present: Vec<bool> = (1..=5)
            .map(|signature| table.probe(key(signature)).is_some())
            .collect();
        assert_eq!(present, [true, false, true, true, true]);
        table.next_generation();
        table.store(key(6), (30, exact), (0, 1), 0, 64);
        table.store(key(7), (2, exact), (0, 1), 0, 64);
        assert!(table.probe(key(6)).is_some() && table.probe(key(1)).is_some());
        assert!(table.probe(key(5)).is_none() && table.probe(key(4)).is_none());
    }
}
