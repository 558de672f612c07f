//! Limits builds beside running cases.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Allows one build beside the cases of other submissions, which more could starve. While no
/// case runs, builds run together.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// The number of builds, and of submissions whose cases run.
    now: Mutex<[usize; 2]>,
    changed: Condvar,
}

impl Gate {
    pub(crate) fn build<T>(&self, work: impl FnOnce() -> T) -> T {
        self.pass(0, |[builds, runs]| builds == 0 || runs == 0, work)
    }

    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        self.pass(1, |[builds, _]| builds <= 1, work)
    }

    fn pass<T>(&self, kind: usize, may: fn([usize; 2]) -> bool, work: impl FnOnce() -> T) -> T {
        let now = self.changed.wait_while(lock(&self.now), |now| !may(*now));
        now.unwrap_or_else(PoisonError::into_inner)[kind] += 1;
        let done = catch_unwind(AssertUnwindSafe(work));
        lock(&self.now)[kind] -= 1;
        self.changed.notify_all();
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::Barrier;
    use std::thread;

    #[test]
    fn builds_run_together_only_where_no_case_runs() {
        let (gate, meet) = (Gate::default(), Barrier::new(2));
        let now = Mutex::new([0, 0]);
        let count = |kind: usize| {
            let mut counts = lock(&now);
            counts[kind] += 1;
            assert!(counts[0] <= 1 || counts[1] == 0, "{counts:?}");
            drop(counts);
            thread::yield_now();
            lock(&now)[kind] -= 1;
        };
        let work = |_| {
            gate.build(|| count(0));
            gate.run(|| count(1));
        };
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| gate.build(|| meet.wait()));
            }
        });
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..500).for_each(work));
            }
        });
    }
}
