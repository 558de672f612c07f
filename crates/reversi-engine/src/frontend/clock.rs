//! Time management: the time for a move, given a clock.

use std::str::FromStr;
use std::time::Duration;

use reversi_core::{ByDisc, Disc};

use crate::format::ggf::clock_time;

const LAG: Duration = Duration::from_millis(20);

/// The shortest time for a move, even if no time is left.
const LEAST: Duration = Duration::from_millis(10);

/// Returns the share of `left` for the next move, and the `increment` that follows it. The last
/// moves take almost no time, since the game is solved by then.
pub(crate) fn share(left: Duration, increment: Duration, empties: u32) -> Duration {
    let moves = empties.div_ceil(2).saturating_sub(6).max(2);
    let share = (left / moves).saturating_sub(LAG).max(LEAST);
    let most = left.saturating_sub(LAG).max(LEAST);
    share.saturating_add(increment).min(most)
}

/// The clocks of GTP: a main time, then any number of overtime periods for a fixed
/// number of moves each. Those of `play` have an increment instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    increment: Duration,
    overtime: Duration,
    moves: u32,
    /// The remaining time of each side, and the remaining moves of its overtime period; 0 in the
    /// main time.
    left: ByDisc<(Duration, u32)>,
}

/// Reads `5:00+2` as five minutes plus two seconds per move.
impl FromStr for Clock {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (main, increment) = (clock_time(main), increment.parse().map(Duration::from_secs));
        let main = main.filter(|main| !main.is_zero());
        let clock = main.and_then(|main| Self::new(main, Duration::ZERO, 0));
        match (clock, increment) {
            (Some(clock), Ok(increment)) => Ok(Self { increment, ..clock }),
            _ => Err("expected a time such as 5:00 or 5:00+2"),
        }
    }
}

impl Clock {
    /// Returns the clock of `time_settings`; `None` if there is no limit.
    pub(crate) fn new(main: Duration, overtime: Duration, moves: u32) -> Option<Self> {
        let mut clock = Self {
            increment: Duration::ZERO,
            overtime,
            moves,
            left: ByDisc::default(),
        };
        clock.set_left(Disc::Black, main, 0);
        clock.set_left(Disc::White, main, 0);
        (overtime.is_zero() || moves > 0).then_some(clock)
    }

    /// Sets the clock of one side as `time_left` does. If no time is left, the next period begins.
    pub(crate) fn set_left(&mut self, disc: Disc, time: Duration, moves: u32) {
        let is_over = time.is_zero() && moves == 0 && self.moves > 0;
        self.left[disc] = if is_over {
            (self.overtime, self.moves)
        } else {
            (time, moves)
        };
    }

    pub(crate) fn left(&self, disc: Disc) -> Duration {
        self.left[disc].0
    }

    pub(crate) fn time_for_move(&self, disc: Disc, empties: u32) -> Duration {
        match (self.left[disc], self.moves) {
            ((time, 0), moves) => {
                let overtime = self.overtime.checked_div(moves).unwrap_or_default();
                share(time, self.increment, empties).saturating_add(overtime)
            }
            ((time, moves), _) => (time / moves).saturating_sub(LAG).max(LEAST),
        }
    }

    /// Subtracts the time of a move. Unused time of a period is lost.
    pub(crate) fn spend(&mut self, disc: Disc, time: Duration) {
        let (left, moves) = self.left[disc];
        let left = match moves {
            1 => Duration::ZERO,
            _ => left.saturating_sub(time).saturating_add(self.increment),
        };
        self.set_left(disc, left, moves.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Checks the time for a move of black in hundredths of a second, initially and after each of
    /// these times in seconds.
    fn check(mut clock: Clock, spent: &[u32], expected: &[u128]) {
        let mut times = vec![clock.time_for_move(Disc::Black, 40)];
        for &seconds in spent {
            clock.spend(Disc::Black, seconds * SECOND);
            times.push(clock.time_for_move(Disc::Black, 40));
        }
        let hundredths = times.iter().map(|time| time.as_millis() / 10);
        assert_eq!(hundredths.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn overtime_periods_follow_the_main_time() {
        let clock = Clock::new(14 * SECOND, 10 * SECOND, 5).expect("it is limited");
        let periods = [298, 198, 223, 264, 348, 598, 198];
        check(clock, &[15, 1, 1, 1, 1, 1], &periods);
        let mut clock = clock;
        clock.set_left(Disc::Black, SECOND, 2);
        check(clock, &[], &[48]);
        let per_move = Clock::new(Duration::ZERO, 2 * SECOND, 1).expect("it is limited");
        check(per_move, &[1, 3], &[198; 3]);
    }

    #[test]
    fn the_main_time_lasts_for_the_game() {
        let mut clock = Clock::new(60 * SECOND, Duration::ZERO, 0).expect("it is limited");
        let mut used = Duration::ZERO;
        for empties in (0..60).rev().step_by(2) {
            let move_time = clock.time_for_move(Disc::White, empties);
            clock.spend(Disc::White, move_time);
            used += move_time;
        }
        assert!(used <= 60 * SECOND, "{used:?}");
        assert!(used > 50 * SECOND, "{used:?}");
        assert_eq!(clock.time_for_move(Disc::Black, 40).as_secs(), 4);
    }

    #[test]
    fn an_increment_is_used_but_no_more_than_is_left() {
        for (left, increment, expected) in [(60, 10, 14_265), (5, 10, 4_980), (0, 10, 10)] {
            let [left, increment] = [left, increment].map(|seconds| seconds * SECOND);
            let time = share(left, increment, 40);
            assert_eq!(time.as_millis(), expected, "{left:?}");
        }
    }

    #[test]
    fn a_clock_with_an_increment_is_read() {
        for (text, hundredths) in [("5:00+2", [2340, 2355]), ("5", [2140, 2140])] {
            check(text.parse().expect(text), &[0], &hundredths);
        }
        for text in ["", "0:00+2", "5:00+", "5:00+-1", "x"] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_overtime_without_moves_means_no_limit() {
        assert_eq!(Clock::new(SECOND, SECOND, 0), None);
        let spent = Clock::new(Duration::ZERO, Duration::ZERO, 0).expect("it is limited");
        check(spent, &[1], &[1, 1]);
    }
}
