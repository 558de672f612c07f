//! The transposition table, which all threads share without locks.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::fold;
use super::selectivity::Selectivity;

/// The number of entries of a bucket: as many as a cache line holds.
const WAYS: usize = 4;

/// An entry is two words: what is known, and the position's key in exclusive
/// or with it. Two threads that write at once leave an entry whose key is
/// nobody's (Hyatt and Mann, "A lock-less transposition table implementation
/// for parallel search", ICGA Journal 25, 2002).
#[repr(C, align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The score is no lower, in hundredths of a disc.
    pub(crate) lower: i16,
    /// The score is no higher.
    pub(crate) upper: i16,
    /// How deep it was searched; to the end, where there are no more empty
    /// squares.
    pub(crate) depth: u8,
    pub(crate) selectivity: Selectivity,
    /// The best move, or 64.
    pub(crate) best: u8,
    /// The best move of the search before that, or 64.
    pub(crate) second: u8,
}

impl Known {
    /// Depth in bits 0 to 5, the best moves in 6 to 12 and 13 to 19,
    /// selectivity in 20 to 22, the generation in 24 to 31, the bounds above.
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.depth)
            | u64::from(self.best) << 6
            | u64::from(self.second) << 13
            | u64::from(self.selectivity.level()) << 20
            | u64::from(generation) << 24
            | u64::from(self.lower as u16) << 32
            | u64::from(self.upper as u16) << 48
    }

    fn unpack(data: u64) -> Self {
        Self {
            lower: (data >> 32) as i16,
            upper: (data >> 48) as i16,
            depth: (data & 63) as u8,
            selectivity: Selectivity::from_level((data >> 20 & 7) as u8),
            best: (data >> 6 & 127) as u8,
            second: (data >> 13 & 127) as u8,
        }
    }

    /// Whether its bounds hold for a search of this depth.
    #[inline(always)]
    pub(crate) fn serves(self, depth: u32, selectivity: Selectivity) -> bool {
        u32::from(self.depth) >= depth && self.selectivity >= selectivity
    }
}

/// Positions with what was found of them.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

/// Where a position is to be found, and by what it is known there: the bucket
/// is chosen by one number of 64 bits and the entry by another, so a position
/// is taken for another once in 2^80 or so.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    bucket: usize,
    key: u64,
}

impl Table {
    /// A table of `mebibytes`, at least one, rounded down to a power of two.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.clamp(1, 1 << 20) << 20;
        let count = 1_usize << (bytes / size_of::<Bucket>()).ilog2();
        Self {
            buckets: zeroed(count),
            generation: AtomicU8::new(1),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets = zeroed(self.buckets.len());
    }

    /// From now on entries that are there already are the first to be
    /// replaced.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn place(&self, player: u64, opponent: u64) -> Place {
        let chosen = fold(player, opponent);
        Place {
            bucket: (chosen as usize) & (self.buckets.len() - 1),
            key: fold(opponent, player.rotate_left(29)),
        }
    }

    /// Brings a place near before it is looked at.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: Place) {
        prefetch(&self.buckets[place.bucket]);
    }

    #[inline(always)]
    pub(crate) fn find(&self, place: Place) -> Option<Known> {
        self.buckets[place.bucket]
            .0
            .iter()
            .find_map(|[check, data]| {
                let data = data.load(Ordering::Relaxed);
                let key = check.load(Ordering::Relaxed) ^ data;
                (key == place.key && data != 0).then(|| Known::unpack(data))
            })
    }

    /// Keeps that a search with the window from `alpha` to `beta` came to
    /// `score` by the move `best`.
    pub(crate) fn keep(
        &self,
        place: Place,
        (depth, selectivity): (u32, Selectivity),
        (alpha, beta): (i32, i32),
        score: i32,
        best: u32,
    ) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut new = Known {
            lower: if score > alpha { score as i16 } else { -6400 },
            upper: if score < beta { score as i16 } else { 6400 },
            depth: depth as u8,
            selectivity,
            best: best as u8,
            second: 64,
        };
        let entries = &self.buckets[place.bucket].0;
        let mut chosen = &entries[0];
        let mut least = u32::MAX;
        for entry in entries {
            let data = entry[1].load(Ordering::Relaxed);
            let known = Known::unpack(data);
            let is_current = (data >> 24) as u8 == generation;
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == place.key {
                let same = u32::from(known.depth) == depth && known.selectivity == selectivity;
                if same {
                    new.lower = new.lower.max(known.lower);
                    new.upper = new.upper.min(known.upper);
                    if new.lower > new.upper {
                        // The two searches cut differently.
                        (new.lower, new.upper) = (
                            if score > alpha { score as i16 } else { -6400 },
                            if score < beta { score as i16 } else { 6400 },
                        );
                    }
                } else if is_current && known.serves(depth, selectivity) {
                    return;
                }
                new.second = if new.best == known.best {
                    known.second
                } else {
                    known.best
                };
                chosen = entry;
                break;
            }
            let worth = u32::from(known.depth) + 64 * u32::from(is_current);
            if data == 0 || worth < least {
                least = if data == 0 { 0 } else { worth };
                chosen = entry;
            }
        }
        let data = new.pack(generation);
        chosen[0].store(place.key ^ data, Ordering::Relaxed);
        chosen[1].store(data, Ordering::Relaxed);
    }
}

/// Brings what lies there near before it is looked at.
#[inline(always)]
pub(crate) fn prefetch<T>(there: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: a prefetch reads nothing that a program could see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *there).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = there;
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table of {} buckets", self.buckets.len())
    }
}

/// Buckets without an entry. The system gives zeroed memory for nothing, and
/// only when it is first used, which `vec![…]` would not leave it at here.
fn zeroed(count: usize) -> Box<[Bucket]> {
    let layout = Layout::array::<Bucket>(count).expect("a table is no larger than memory");
    // SAFETY: the layout is not empty, since there is at least one bucket;
    // all bytes zero are a value of every AtomicU64; and the box gives the
    // memory back with the layout of a slice of `count` buckets.
    unsafe {
        #[expect(clippy::cast_ptr_alignment, reason = "the layout is that of buckets")]
        let memory = alloc_zeroed(layout).cast::<Bucket>();
        if memory.is_null() {
            handle_alloc_error(layout);
        }
        let buckets = Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory, count));
        ask_for_huge_pages(&buckets);
        buckets
    }
}

/// A look into the table is a look into a page that was not in use before, and
/// there are fewer to find the larger they are.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(buckets: &[Bucket]) {
    use rustix::mm::{Advice, madvise};

    /// A huge page of x86-64, and a multiple of every smaller one.
    const PAGE: usize = 2 << 20;

    let memory = buckets.as_ptr().cast_mut().cast::<std::ffi::c_void>();
    let begin = memory.align_offset(PAGE);
    let length = (size_of_val(buckets).saturating_sub(begin)) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: the range lies within the buckets, and this advice changes
        // nothing that a program could see. It may be refused.
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
        fn what_is_kept_is_found(
            player in any::<u64>(), other in any::<u64>(),
            depth in 0..61_u32, level in 0..6_u8, score in -6400..=6400_i32, best in 0..=64_u32,
        ) {
            let table = Table::new(1);
            let selectivity = Selectivity::from_level(level);
            let place = table.place(player, other);
            prop_assert_eq!(table.find(place), None);
            table.keep(place, (depth, selectivity), (score - 1, score), score, best);
            let known = Known {
                lower: score as i16,
                upper: 6400,
                depth: depth as u8,
                selectivity,
                best: best as u8,
                second: 64,
            };
            prop_assert_eq!(table.find(place), Some(known));
            table.keep(place, (depth, selectivity), (score, score + 1), score, best);
            prop_assert_eq!(table.find(place), Some(Known { upper: score as i16, ..known }));
        }
    }

    #[test]
    fn a_full_bucket_loses_what_is_least_worth() {
        let table = Table::new(1);
        let exact = Selectivity::EXACT;
        let place = |key| Place { bucket: 7, key };
        for (key, depth) in [(1, 20), (2, 5), (3, 12), (4, 9)] {
            table.keep(place(key), (depth, exact), (0, 1), 0, 64);
        }
        table.keep(place(5), (1, exact), (0, 1), 0, 64);
        let there: Vec<bool> = (1..=5)
            .map(|key| table.find(place(key)).is_some())
            .collect();
        assert_eq!(there, [true, false, true, true, true]);
        table.age();
        table.keep(place(6), (30, exact), (0, 1), 0, 64);
        table.keep(place(7), (2, exact), (0, 1), 0, 64);
        assert!(table.find(place(6)).is_some() && table.find(place(1)).is_some());
        assert!(table.find(place(5)).is_none() && table.find(place(4)).is_none());
    }
}
