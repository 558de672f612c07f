//! Giving up on a program whose cases time out one after the other.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The part of the limits of time that a short try has.
pub(crate) const SHORT: u32 = 3;

/// The time that a case gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Up to its limits of time.
    Whole,
    /// Up to a third of them.
    Short,
}

/// The result of trying a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// It ended in time, and a short try would have shown it.
    EndedSoon,
    /// It ended in time, but a short try would not have shown it.
    EndedLate,
    /// It did not end within its limits of time.
    TimedOut,
    /// It did not end in a short try.
    CutShort,
}

/// The fate of a case: whether its result counts, or what is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The result of its last try counts.
    Marked,
    /// It timed out, as far as a short try shows.
    CutShort,
    /// It is not run.
    Skipped,
    /// It must be tried, so long.
    ToTry(Patience),
}

/// Decides how long each case is tried, and after which one the rest is skipped.
///
/// A program that hangs in one case mostly hangs in many. So after a case that
/// timed out, the next ones have a short try, until one of them ends. If so many
/// are in such a row that the rest is skipped, what they showed is enough; otherwise
/// they are tried again with all their time.
///
/// It counts in the order of the cases, whatever order they are marked in: their
/// fates are the same for every number of jobs.
pub(crate) struct GiveUp {
    after: Option<NonZeroUsize>,
    /// The result of each case that was tried.
    tried: Mutex<Vec<Option<Tried>>>,
}

impl GiveUp {
    /// Gives up after `after` timeouts in a row, or never if it is `None`.
    pub(crate) fn new(after: Option<NonZeroUsize>, cases: usize) -> Self {
        Self {
            after,
            tried: Mutex::new(vec![None; cases]),
        }
    }

    fn tried(&self) -> MutexGuard<'_, Vec<Option<Tried>>> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the result of the case at `index`.
    pub(crate) fn add(&self, index: usize, result: Tried) {
        let tried = &mut self.tried()[index];
        // The time that a program takes varies. What was cut short stays so, or the
        // row could change with every try.
        let result = match (*tried, result) {
            (Some(Tried::CutShort), Tried::EndedSoon) => Tried::EndedLate,
            (_, result) => result,
        };
        *tried = Some(result);
    }

    /// Returns the time that the case at `index` gets, as far as is known while cases
    /// before it may still run; `None` if it is not run.
    pub(crate) fn patience(&self, index: usize) -> Option<Patience> {
        let tried = self.tried();
        if self.fates_of(&tried)[index] == Fate::Skipped {
            return None;
        }
        let last = tried[..index].iter().flatten().next_back();
        let hangs = matches!(last, Some(Tried::TimedOut | Tried::CutShort));
        Some(if hangs && self.after.is_some() {
            Patience::Short
        } else {
            Patience::Whole
        })
    }

    /// The fate of every case. Those that must be tried break the row that they are
    /// in, since they may end in time.
    pub(crate) fn fates(&self) -> Vec<Fate> {
        self.fates_of(&self.tried())
    }

    fn fates_of(&self, tried: &[Option<Tried>]) -> Vec<Fate> {
        let mut fates = vec![Fate::Skipped; tried.len()];
        // The row that is not broken yet begins here.
        let mut start = 0;
        for (index, result) in tried.iter().enumerate() {
            let in_row = start < index && self.after.is_some();
            fates[index] = match result {
                Some(Tried::EndedSoon) => Fate::Marked,
                Some(_) if in_row => Fate::CutShort,
                Some(Tried::TimedOut | Tried::EndedLate) => Fate::Marked,
                None if in_row => Fate::ToTry(Patience::Short),
                Some(Tried::CutShort) | None => Fate::ToTry(Patience::Whole),
            };
            let goes_on = fates[index] == Fate::CutShort || *result == Some(Tried::TimedOut);
            if !goes_on {
                settle(&mut fates[start..index], &tried[start..index]);
                start = index + 1;
            } else if self
                .after
                .is_some_and(|after| index + 1 - start == after.get())
            {
                return fates;
            }
        }
        settle(&mut fates[start..], &tried[start..]);
        fates
    }
}

/// Gives the cases of a row that was too short to give up what they would have had
/// without it.
fn settle(fates: &mut [Fate], tried: &[Option<Tried>]) {
    for (fate, tried) in fates.iter_mut().zip(tried) {
        if *fate == Fate::CutShort {
            *fate = match tried {
                Some(Tried::EndedLate | Tried::TimedOut) => Fate::Marked,
                _ => Fate::ToTry(Patience::Whole),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// When a program ends in a case.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Ends {
        Soon,
        Late,
        Never,
    }

    fn ends() -> impl Strategy<Value = Ends> {
        prop_oneof![
            2 => Just(Ends::Soon),
            1 => Just(Ends::Late),
            3 => Just(Ends::Never)
        ]
    }

    fn try_for(ends: Ends, patience: Patience) -> Tried {
        match (ends, patience) {
            (Ends::Soon, _) => Tried::EndedSoon,
            (Ends::Late, Patience::Whole) => Tried::EndedLate,
            (Ends::Never, Patience::Whole) => Tried::TimedOut,
            (_, Patience::Short) => Tried::CutShort,
        }
    }

    /// The fates of the cases if they are marked one after the other.
    fn in_order(all: &[Ends], after: usize) -> Vec<Fate> {
        let mut fates = vec![Fate::Marked; all.len()];
        let mut row = 0;
        for (index, ends) in all.iter().enumerate() {
            row = match ends {
                Ends::Never => row + 1,
                Ends::Late if row > 0 => row + 1,
                _ => 0,
            };
            if row == after {
                fates[index + 2 - row..=index].fill(Fate::CutShort);
                fates[index + 1..].fill(Fate::Skipped);
                break;
            }
        }
        fates
    }

    /// Marks the cases `jobs` at a time; they begin in order, and end in any order.
    fn mark(all: &[Ends], after: usize, jobs: usize, mut picks: u64) -> Vec<Fate> {
        let give_up = GiveUp::new(NonZeroUsize::new(after), all.len());
        let begin = |index| Some((index, give_up.patience(index)?));
        let mut rest = (0..all.len()).filter_map(begin);
        let mut running: Vec<_> = rest.by_ref().take(jobs).collect();
        while !running.is_empty() {
            let pick = usize::try_from(picks % 64).expect("it is small") % running.len();
            picks = picks.rotate_right(6);
            let (ended, patience) = running.swap_remove(pick);
            give_up.add(ended, try_for(all[ended], patience));
            running.extend(rest.next());
        }
        loop {
            let fates = give_up.fates();
            let mut again = 0;
            for (index, fate) in fates.iter().enumerate() {
                if let Fate::ToTry(patience) = fate {
                    give_up.add(index, try_for(all[index], *patience));
                    again += 1;
                }
            }
            if again == 0 {
                return fates;
            }
        }
    }

    proptest! {
        #[test]
        fn the_order_of_marking_does_not_matter(
            all in proptest::collection::vec(ends(), 0..20),
            after in 0..6_usize,
            jobs in 1..5_usize,
            picks: u64,
        ) {
            let wanted = match after {
                0 => vec![Fate::Marked; all.len()],
                after => in_order(&all, after),
            };
            prop_assert_eq!(mark(&all, after, jobs, picks), wanted);
        }
    }

    #[test]
    fn after_a_timeout_a_try_is_short_until_a_case_ends() {
        use Patience::{Short, Whole};

        let give_up = GiveUp::new(NonZeroUsize::new(5), 5);
        let mut all = Vec::new();
        for (index, ends) in [
            Ends::Soon,
            Ends::Never,
            Ends::Never,
            Ends::Soon,
            Ends::Never,
        ]
        .into_iter()
        .enumerate()
        {
            let patience = give_up.patience(index).expect("it is not skipped");
            give_up.add(index, try_for(ends, patience));
            all.push(patience);
        }
        assert_eq!(all, [Whole, Whole, Short, Short, Whole]);
        // The row was too short to give up.
        let mut wanted = [Fate::Marked; 5];
        wanted[2] = Fate::ToTry(Whole);
        assert_eq!(give_up.fates(), wanted);
    }
}
