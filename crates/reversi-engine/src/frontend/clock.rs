//! Time management: the time for a move, given a clock.

use std::time::Duration;

use reversi_core::{ByDisc, Disc};

/// The time reserved for transmitting a move.
const LAG: Duration = Duration::from_millis(20);

/// The least time for a move, even if none is left.
const LEAST: Duration = Duration::from_millis(10);

/// Returns the share of `left` for the next move with `empties` empty squares. The
/// last moves take almost no time, since the game is solved by then.
pub(crate) fn share(left: Duration, empties: u32) -> Duration {
    let moves = empties.div_ceil(2).saturating_sub(6).max(2);
    (left / moves).saturating_sub(LAG).max(LEAST)
}

/// The clocks of GTP: a main time, then any number of overtime periods for a fixed
/// number of moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    overtime: Duration,
    moves: u32,
    left: ByDisc<Left>,
}

/// The remaining time of a side, and the remaining moves of its overtime period; 0
/// moves in the main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Left {
    time: Duration,
    moves: u32,
}

impl Clock {
    /// Returns the clock of `time_settings`; `None` if there is no limit.
    pub(crate) fn new(main: Duration, overtime: Duration, moves: u32) -> Option<Self> {
        if !overtime.is_zero() && moves == 0 {
            return None;
        }
        let mut clock = Self {
            overtime,
            moves,
            left: ByDisc {
                black: Left::default(),
                white: Left::default(),
            },
        };
        let left = Left {
            time: main,
            moves: 0,
        };
        clock.set(Disc::Black, left);
        clock.set(Disc::White, left);
        Some(clock)
    }

    fn set(&mut self, disc: Disc, left: Left) {
        let spent = left.moves == 0 && left.time.is_zero();
        self.left[disc] = if spent && self.moves > 0 {
            Left {
                time: self.overtime,
                moves: self.moves,
            }
        } else {
            left
        };
    }

    /// Sets the clock of one side as `time_left` does.
    pub(crate) fn set_left(&mut self, disc: Disc, time: Duration, moves: u32) {
        self.set(disc, Left { time, moves });
    }

    /// Returns the time for the next move of `disc`.
    pub(crate) fn time_for_move(&self, disc: Disc, empties: u32) -> Duration {
        let Left { time, moves } = self.left[disc];
        if moves > 0 {
            return (time / moves).saturating_sub(LAG).max(LEAST);
        }
        let overtime = match self.moves {
            0 => Duration::ZERO,
            moves => self.overtime / moves,
        };
        share(time, empties).saturating_add(overtime)
    }

    /// Subtracts the time of a move.
    pub(crate) fn spend(&mut self, disc: Disc, time: Duration) {
        let left = self.left[disc];
        let rest = left.time.saturating_sub(time);
        match left.moves {
            1 => self.set(disc, Left::default()),
            moves => {
                self.left[disc] = Left {
                    time: rest,
                    moves: moves.saturating_sub(1),
                }
            }
        }
        if left.moves == 0 {
            self.set(disc, self.left[disc]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn less_lag(time: Duration) -> Duration {
        time.saturating_sub(LAG)
    }

    #[test]
    fn a_time_per_move_does_not_run_out() {
        let mut clock = Clock::new(Duration::ZERO, 2 * SECOND, 1).expect("it is limited");
        for _ in 0..3 {
            assert_eq!(clock.time_for_move(Disc::Black, 60), less_lag(2 * SECOND));
            clock.spend(Disc::Black, SECOND);
        }
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
    }

    #[test]
    fn overtime_periods_follow_the_main_time() {
        let mut clock = Clock::new(SECOND, 10 * SECOND, 5).expect("it is limited");
        clock.spend(Disc::Black, 2 * SECOND);
        assert_eq!(clock.time_for_move(Disc::Black, 40), less_lag(2 * SECOND));
        for _ in 0..4 {
            clock.spend(Disc::Black, SECOND);
        }
        assert_eq!(clock.time_for_move(Disc::Black, 40), less_lag(6 * SECOND));
        clock.spend(Disc::Black, SECOND);
        assert_eq!(clock.time_for_move(Disc::Black, 40), less_lag(2 * SECOND));
        clock.set_left(Disc::Black, SECOND, 2);
        assert_eq!(clock.time_for_move(Disc::Black, 40), less_lag(SECOND / 2));
    }

    #[test]
    fn an_overtime_without_moves_means_no_limit() {
        assert_eq!(Clock::new(SECOND, SECOND, 0), None);
        assert_eq!(share(Duration::ZERO, 60), LEAST);
        let spent = Clock::new(Duration::ZERO, Duration::ZERO, 0).expect("it is limited");
        assert_eq!(spent.time_for_move(Disc::Black, 60), LEAST);
    }
}
