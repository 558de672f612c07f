//! Several threads at one position.
//!
//! "Young brothers wait" (Feldmann et al., 1989): once the first move of a
//! position has been searched and was not enough, the others are likely all to
//! be searched, and so may be at the same time. A position whose moves are
//! shared is a *split point*; a thread that has nothing to do helps at the
//! first one it finds. The one that made it waits for its helpers, and as long
//! helps at what they share in their turn.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::choices::{Choice, Choices};
use super::{Selectivity, Worker};
use crate::eval::Evaluator;
use crate::isa::Isa;

/// A search is shared from this depth on, if it does not look to the end.
const DEPTH: u32 = 7;

/// A search to the end is shared from so many empty squares on.
const DEPTH_TO_THE_END: u32 = 14;

/// The threads of a search.
#[derive(Default)]
pub(crate) struct Pool {
    /// How many wait for something to do.
    idle: AtomicUsize,
    open: Mutex<Open>,
    changed: Condvar,
    /// The positions visited by helpers that are done.
    nodes: AtomicU64,
}

/// The split points where there may be moves left, and whether there will be
/// no more.
#[derive(Default)]
struct Open {
    points: Vec<Arc<Point>>,
    is_over: bool,
}

/// A split point.
pub(crate) struct Point {
    /// The one that the position lies below.
    above: Option<Arc<Point>>,
    depth: u32,
    alpha: i32,
    selectivity: Selectivity,
    nested: u32,
    moves: Vec<Choice>,
    next: AtomicUsize,
    /// Whether a move was above `alpha`, so that the others do not matter.
    is_cut: AtomicBool,
    best: Mutex<(i32, u32)>,
    helpers: AtomicUsize,
}

impl Point {
    /// Whether what is searched here does not matter any more.
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

    /// Whether this one lies below `other`.
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

    /// Whether there is a move left that matters.
    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_cut()
    }

    fn best(&self) -> MutexGuard<'_, (i32, u32)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches moves for another thread, as one of its helpers.
    fn help<I: Isa, E: Evaluator>(self: &Arc<Self>, isa: I, worker: &mut Worker<'_, E>) {
        let (selectivity, nested) = (worker.selectivity, worker.nested);
        let own = worker.thread.point.replace(Arc::clone(self));
        (worker.selectivity, worker.nested) = (self.selectivity, self.nested);
        self.search(isa, worker);
        (worker.selectivity, worker.nested) = (selectivity, nested);
        worker.thread.point = own;
        worker.thread.stopped = false;
        self.helpers.fetch_sub(1, Ordering::Release);
    }

    /// Searches moves as long as there are any.
    fn search<I: Isa, E: Evaluator>(&self, isa: I, worker: &mut Worker<'_, E>) {
        while !self.is_cut.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(choice) = self.moves.get(index) else {
                return;
            };
            let (player, opponent) = (choice.player, choice.opponent);
            // A split point is the same whatever the evaluation keeps beside a
            // position; to make that anew takes the time of a node.
            let state = worker.evaluator.of(player, opponent);
            let alpha = -self.alpha - 1;
            let score = -isa.nws(worker, player, opponent, &state, self.depth - 1, alpha);
            if worker.thread.stopped {
                return;
            }
            let mut best = self.best();
            if score > best.0 {
                *best = (score, choice.at);
            }
            if score > self.alpha {
                self.is_cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl Pool {
    /// Whether a search of `depth`, to the end or not, is worth sharing now.
    #[inline(always)]
    pub(crate) fn would_help(&self, depth: u32, to_the_end: bool) -> bool {
        let least = if to_the_end { DEPTH_TO_THE_END } else { DEPTH };
        depth >= least && self.idle.load(Ordering::Relaxed) > 0
    }

    /// The positions visited by helpers that are done.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the helpers home.
    pub(crate) fn end(&self) {
        self.open().is_over = true;
        self.changed.notify_all();
    }

    /// Helps at one split point after the other, until the pool is over.
    pub(crate) fn help<I: Isa, E: Evaluator>(&self, isa: I, worker: &mut Worker<'_, E>) {
        while let Some(point) = self.join() {
            point.help(isa, worker);
            self.nodes
                .fetch_add(std::mem::take(&mut worker.thread.nodes), Ordering::Relaxed);
        }
    }

    /// Waits for the helpers of a split point, and helps them.
    fn wait_for<I: Isa, E: Evaluator>(
        &self,
        isa: I,
        worker: &mut Worker<'_, E>,
        point: &Arc<Point>,
    ) {
        if point.helpers.load(Ordering::Acquire) == 0 {
            return;
        }
        self.idle.fetch_add(1, Ordering::Relaxed);
        while point.helpers.load(Ordering::Acquire) > 0 {
            let below = |other: &&Arc<Point>| other.is_below(point) && other.has_work();
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

    /// Waits for a split point with moves left; `None` when the pool is over.
    fn join(&self) -> Option<Arc<Point>> {
        let mut open = self.open();
        self.idle.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            if open.is_over {
                break None;
            }
            // The oldest is nearest to the root and has the most to do.
            if let Some(point) = open.points.iter().find(|point| point.has_work()) {
                // Before the lock is given back: the point cannot be closed
                // without it.
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

    /// Searches the moves from the `first`th on together with whoever helps:
    /// the best of them and of `best`, a score and its move.
    #[cold]
    pub(crate) fn share<I: Isa, E: Evaluator>(
        &self,
        isa: I,
        worker: &mut Worker<'_, E>,
        choices: &Choices<E>,
        first: usize,
        (depth, alpha): (u32, i32),
        best: (i32, u32),
    ) -> (i32, u32) {
        let point = Arc::new(Point {
            above: worker.thread.point.clone(),
            depth,
            alpha,
            selectivity: worker.selectivity,
            nested: worker.nested,
            moves: (first..choices.len())
                .map(|index| *choices.get(index))
                .collect(),
            next: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
        });
        self.open().points.push(Arc::clone(&point));
        self.changed.notify_all();
        worker.thread.point = Some(Arc::clone(&point));
        point.search(isa, worker);
        worker.thread.point.clone_from(&point.above);
        self.open().points.retain(|open| !Arc::ptr_eq(open, &point));
        self.wait_for(isa, worker, &point);
        // It may have been stopped by this very point.
        worker.thread.stopped = worker.thread.control.says_stop() || worker.thread.is_cut();
        *point.best()
    }
}
