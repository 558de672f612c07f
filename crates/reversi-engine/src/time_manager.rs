//! Time management within a search: when it must stop, and whether it starts another iteration.
//!
//! It depends only on reports of the search: the time, and the moves and scores of iterations.

use std::time::Duration;

/// The number of iterations with the same best move that make it stable.
const STABLE: u32 = 6;

/// A score is falling if an iteration loses this many hundredths of a disc.
const FALL: i32 = 100;

/// The largest part of the limit that is reserved for delays by other programs.
const MARGIN: Duration = Duration::from_millis(15);

#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    available: Duration,
    best: Option<u32>,
    /// The number of consecutive iterations with that best move.
    repeated: u32,
    /// The scores of the last iteration and of the one before it.
    scores: [Option<i32>; 2],
    is_falling: bool,
}

impl TimeManager {
    pub(crate) fn new(limit: Duration) -> Self {
        Self {
            available: limit.saturating_sub(MARGIN.min(limit / 10)),
            best: None,
            repeated: 0,
            scores: [None; 2],
            is_falling: false,
        }
    }

    pub(crate) fn available(&self) -> Duration {
        self.available
    }

    /// Records a finished iteration: an identifier of the best move, and the score in hundredths of
    /// a disc.
    ///
    /// The score is compared with that of two iterations before: evaluations after odd and even
    /// numbers of plies differ.
    pub(crate) fn record(&mut self, best: u32, score: i32) {
        let is_same = self.best == Some(best);
        self.repeated = if is_same { self.repeated + 1 } else { 1 };
        self.best = Some(best);
        let [last, before] = self.scores;
        self.is_falling = before.is_some_and(|before| score <= before - FALL);
        self.scores = [Some(score), last];
    }

    /// Returns `true` if a search that has taken `elapsed` starts another iteration. Unless the
    /// best move is stable, it does so even if it will probably not finish: a better move may be
    /// found early.
    pub(crate) fn begins_another(&self, elapsed: Duration) -> bool {
        let is_settled = self.repeated >= STABLE && !self.is_falling;
        elapsed
            < if is_settled {
                self.available / 4 * 3
            } else {
                self.available
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(iterations: &[(u32, i32)]) -> TimeManager {
        let mut manager = TimeManager::new(Duration::from_millis(100));
        for &(best, score) in iterations {
            manager.record(best, score);
        }
        manager
    }

    fn last_begin(manager: &TimeManager) -> u64 {
        let begins = |&millis: &u64| manager.begins_another(Duration::from_millis(millis));
        (0..=100).take_while(begins).count() as u64
    }

    #[test]
    fn a_part_of_the_limit_is_reserved() {
        let reserved = |millis| {
            let limit = Duration::from_millis(millis);
            limit.saturating_sub(TimeManager::new(limit).available())
        };
        assert_eq!(reserved(0), Duration::ZERO);
        assert_eq!(reserved(10), Duration::from_millis(1));
        assert_eq!(reserved(100), Duration::from_millis(10));
        assert_eq!(reserved(60_000), MARGIN);
    }

    #[test]
    fn a_stable_move_stops_the_search_earlier() {
        let stable = [(7, 50); STABLE as usize];
        assert_eq!(last_begin(&after(&stable)), 68);
        assert_eq!(last_begin(&after(&stable[1..])), 90);
        let changed = [&stable[..], &[(8, 50)]].concat();
        assert_eq!(last_begin(&after(&changed)), 90);
        let again = [&changed[..], &stable[1..]].concat();
        assert_eq!(last_begin(&after(&again)), 90);
        assert_eq!(last_begin(&after(&[&again[..], &[(7, 50)]].concat())), 68);
    }

    #[test]
    fn a_falling_score_keeps_the_search_going() {
        let stable = [(7, 50); STABLE as usize];
        let falling = [&stable[..], &[(7, 50 - FALL)]].concat();
        assert_eq!(last_begin(&after(&falling)), 90);
        // The same scores again, after odd and even numbers of plies.
        let settled = [&falling[..], &[(7, 0), (7, 50 - FALL)]].concat();
        assert_eq!(last_begin(&after(&settled)), 68);
        let alternating: Vec<(u32, i32)> = (0..8).map(|depth| (7, depth % 2 * 400)).collect();
        assert_eq!(last_begin(&after(&alternating)), 68);
    }
}
