//! The search.

pub(crate) mod endgame;
mod trampoline;

use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use trampoline::{
    all_trampolines, declare_each, declare_trampolines, define_each, trampolines,
};

use endgame::LateTable;

/// A thread that searches.
pub(crate) struct Worker<'a> {
    /// How many positions it has visited, without those with one empty square.
    pub(crate) nodes: u64,
    /// Whether the search is over before its end: what it returns from then on
    /// means nothing.
    pub(crate) stopped: bool,
    late: LateTable,
    stop: &'a AtomicBool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(stop: &'a AtomicBool) -> Self {
        Self {
            nodes: 0,
            stopped: false,
            late: LateTable::new(),
            stop,
        }
    }

    /// Whether to stop; it is asked in earnest only where there is much left
    /// to search.
    #[inline(always)]
    fn is_stopped(&mut self, empties: u32) -> bool {
        if empties >= 10 {
            self.stopped |= self.stop.load(Ordering::Relaxed);
        }
        self.stopped
    }
}

/// A number of 64 bits that all bits of both words have a part in.
#[inline(always)]
pub(crate) fn fold(player: u64, opponent: u64) -> u64 {
    let product =
        u128::from(player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opponent ^ 0xc2b2_ae3d_27d4_eb4f);
    (product as u64) ^ (product >> 64) as u64
}
