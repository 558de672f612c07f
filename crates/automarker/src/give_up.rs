//! Giving up on a program whose cases time out one after the other.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Decides after which case the rest is skipped.
///
/// It counts in the order of the cases, whatever order they are marked in: the
/// same cases are skipped for every number of jobs.
pub(crate) struct GiveUp {
    after: Option<NonZeroUsize>,
    state: Mutex<State>,
}

struct State {
    /// For each case, `true` if it timed out; `None` if it has not ended.
    timed_out: Vec<Option<bool>>,
    /// The number of cases that count; the rest is skipped.
    counting: usize,
}

impl GiveUp {
    /// Gives up after `after` timeouts in a row, or never if it is `None`.
    pub(crate) fn new(after: Option<NonZeroUsize>, cases: usize) -> Self {
        Self {
            after,
            state: Mutex::new(State {
                timed_out: vec![None; cases],
                counting: cases,
            }),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if the case at `index` is not skipped, as far as it is known.
    pub(crate) fn counts(&self, index: usize) -> bool {
        index < self.state().counting
    }

    /// Adds the result of the case at `index`.
    pub(crate) fn add(&self, index: usize, timed_out: bool) {
        let mut state = self.state();
        state.timed_out[index] = Some(timed_out);
        let Some(after) = self.after else { return };
        let mut rows = state.timed_out.windows(after.get());
        let row = rows.position(|row| row.iter().all(|one| *one == Some(true)));
        if let Some(start) = row {
            state.counting = state.counting.min(start + after.get());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The number of cases that count if they are marked one after the other.
    fn in_order(timed_out: &[bool], after: usize) -> usize {
        let mut in_a_row = 0;
        for (index, timed_out) in timed_out.iter().enumerate() {
            in_a_row = if *timed_out { in_a_row + 1 } else { 0 };
            if in_a_row == after {
                return index + 1;
            }
        }
        timed_out.len()
    }

    proptest! {
        #[test]
        fn the_order_of_marking_does_not_matter(
            timed_out in proptest::collection::vec(any::<bool>(), 0..20),
            after in 0..6_usize,
            jobs in 1..5_usize,
            picks: u64,
        ) {
            let give_up = GiveUp::new(NonZeroUsize::new(after), timed_out.len());
            // Cases begin in order, so many at a time, and end in any order.
            let mut rest = (0..timed_out.len()).filter(|index| give_up.counts(*index));
            let mut running: Vec<usize> = rest.by_ref().take(jobs).collect();
            let mut picks = picks;
            while !running.is_empty() {
                let pick = usize::try_from(picks % 64).expect("it is small") % running.len();
                picks = picks.rotate_right(6);
                let ended = running.swap_remove(pick);
                give_up.add(ended, timed_out[ended]);
                running.extend(rest.next());
            }
            let counting = (0..timed_out.len()).filter(|index| give_up.counts(*index)).count();
            let wanted = match after {
                0 => timed_out.len(),
                after => in_order(&timed_out, after),
            };
            prop_assert_eq!(counting, wanted);
        }
    }
}
