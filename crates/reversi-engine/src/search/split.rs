//! Searching one position with several threads.
//!
//! "Young brothers wait" (Feldmann et al., 1989): if the first move of a position causes no cutoff,
//! probably all others must be searched, so they may be searched at the same time. A position whose
//! moves are shared is a *split point*. An idle thread helps at the first split point it finds. The
//! thread that created it waits for its helpers and meanwhile helps at the split points that they
//! create.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::move_list::{MoveCandidate, MoveList};
use super::trampoline::Trampoline;
use super::{Confidence, Worker};
use crate::eval::Features;

/// The smallest depth of a split point, unless it is searched to the end.
const DEPTH: u32 = 7;

/// The smallest number of empty squares of a split point searched to the end.
const DEPTH_TO_THE_END: u32 = 14;

#[derive(Default)]
pub(crate) struct Pool {
    idle: AtomicUsize,
    open: Mutex<Open>,
    changed: Condvar,
    /// The positions visited by helpers that have finished.
    nodes: AtomicU64,
}

#[derive(Default)]
struct Open {
    points: Vec<Arc<SplitPoint>>,
    is_over: bool,
}

pub(crate) struct SplitPoint {
    above: Option<Arc<SplitPoint>>,
    depth: u32,
    alpha: i32,
    confidence: Confidence,
    probcut_level: u32,
    moves: Vec<MoveCandidate>,
    next: AtomicUsize,
    /// If set, a move was above `alpha` and the others need no search.
    is_cut: AtomicBool,
    /// The best score so far and its move.
    best: Mutex<(i32, u32)>,
    helpers: AtomicUsize,
}

impl SplitPoint {
    /// Returns `true` if this split point or one above it has a cutoff.
    #[inline(always)]
    pub(crate) fn is_cut(&self) -> bool {
        let mut point = self;
        loop {
            if point.is_cut.load(Ordering::Relaxed) {
                return true;
            }
            match &point.above {
                Some(above) => point = above,
                None => return false,
            }
        }
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        let mut above = self.above.as_ref();
        while let Some(point) = above {
            if Arc::ptr_eq(point, other) {
                return true;
            }
            above = point.above.as_ref();
        }
        false
    }

    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_cut()
    }

    fn best(&self) -> MutexGuard<'_, (i32, u32)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches moves as a helper of the thread that created the split point.
    fn help<I: Trampoline>(self: &Arc<Self>, isa: I, worker: &mut Worker<'_>) {
        let (confidence, probcut_level) = (worker.confidence, worker.probcut_level);
        let own = worker.thread.split_point.replace(Arc::clone(self));
        (worker.confidence, worker.probcut_level) = (self.confidence, self.probcut_level);
        worker.thread.last_check = None;
        self.search(isa, worker);
        (worker.confidence, worker.probcut_level) = (confidence, probcut_level);
        worker.thread.split_point = own;
        worker.thread.stopped = false;
        self.helpers.fetch_sub(1, Ordering::Release);
    }

    fn search<I: Trampoline>(&self, isa: I, worker: &mut Worker<'_>) {
        while !self.is_cut.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = self.moves.get(index) else {
                return;
            };
            let (discs, alpha) = (candidate.discs, -self.alpha - 1);
            // Computing the features from scratch takes about the time of one node.
            let features = Features::of(discs.0, discs.1);
            let score = -isa.null_window(worker, discs, &features, self.depth - 1, alpha);
            if worker.thread.stopped {
                return;
            }
            let mut best = self.best();
            if score > best.0 {
                *best = (score, candidate.at);
            }
            if score > self.alpha {
                self.is_cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl Pool {
    #[inline(always)]
    pub(crate) fn is_worth_splitting(&self, depth: u32, to_the_end: bool) -> bool {
        let least = if to_the_end { DEPTH_TO_THE_END } else { DEPTH };
        depth >= least && self.idle.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn release_helpers(&self) {
        self.open().is_over = true;
        self.changed.notify_all();
    }

    pub(crate) fn help<I: Trampoline>(&self, isa: I, worker: &mut Worker<'_>) {
        while let Some(point) = self.join() {
            point.help(isa, worker);
            self.nodes
                .fetch_add(std::mem::take(&mut worker.thread.nodes), Ordering::Relaxed);
        }
    }

    /// Waits for the helpers of a split point and helps them meanwhile.
    fn wait_for<I: Trampoline>(&self, isa: I, worker: &mut Worker<'_>, point: &Arc<SplitPoint>) {
        if point.helpers.load(Ordering::Acquire) == 0 {
            return;
        }
        self.idle.fetch_add(1, Ordering::Relaxed);
        while point.helpers.load(Ordering::Acquire) > 0 {
            let below = |other: &&Arc<SplitPoint>| other.is_below(point) && other.has_work();
            let found = self.open().points.iter().find(below).map(|other| {
                other.helpers.fetch_add(1, Ordering::Relaxed);
                Arc::clone(other)
            });
            if let Some(other) = found {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                other.help(isa, worker);
                self.idle.fetch_add(1, Ordering::Relaxed);
            } else {
                std::thread::yield_now();
            }
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits for a split point with moves left; returns `None` when the search is over.
    fn join(&self) -> Option<Arc<SplitPoint>> {
        let mut open = self.open();
        self.idle.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            if open.is_over {
                break None;
            }
            // The oldest is nearest to the root and has the most work.
            if let Some(point) = open.points.iter().find(|point| point.has_work()) {
                // Counted under the lock, without which no split point is removed.
                point.helpers.fetch_add(1, Ordering::Relaxed);
                break Some(Arc::clone(point));
            }
            open = self
                .changed
                .wait(open)
                .unwrap_or_else(PoisonError::into_inner);
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    /// Searches the moves from index `first` on together with helpers. Returns the best score, at
    /// least that of `best`, and its move.
    #[cold]
    pub(crate) fn split<I: Trampoline>(
        &self,
        isa: I,
        worker: &mut Worker<'_>,
        list: &MoveList,
        first: usize,
        (depth, alpha): (u32, i32),
        best: (i32, u32),
    ) -> (i32, u32) {
        let point = Arc::new(SplitPoint {
            above: worker.thread.split_point.clone(),
            depth,
            alpha,
            confidence: worker.confidence,
            probcut_level: worker.probcut_level,
            moves: (first..list.len()).map(|index| *list.get(index)).collect(),
            next: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
        });
        self.open().points.push(Arc::clone(&point));
        self.changed.notify_all();
        worker.thread.split_point = Some(Arc::clone(&point));
        point.search(isa, worker);
        worker.thread.split_point.clone_from(&point.above);
        self.open().points.retain(|open| !Arc::ptr_eq(open, &point));
        self.wait_for(isa, worker, &point);
        // This split point's own cutoff may have stopped the thread.
        worker.thread.last_check = None;
        let is_over = worker
            .thread
            .control
            .should_stop(&mut worker.thread.last_check);
        worker.thread.stopped = is_over || worker.thread.is_cut();
        *point.best()
    }
}
