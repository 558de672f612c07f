//! The calibration of a game's clock: the cost of an answer, and the resolution.
//!
//! The measured time of a move contains the cost of a request and an answer:
//! waking the player's process, for a submission in C its fork, and the way back.
//! Before each game, while neither player runs, players of our own that answer at
//! once are asked in their place, in the same kind of process and sandbox. The
//! median of their times is the floor, which is subtracted from each move of that
//! player. A player cannot change it: it is measured with our programs only.

use std::thread;
use std::time::Duration;

use reversi_core::{ByDisc, Disc, Game};
use sandbox::Requirement;

use crate::contestant::Contestant;
use crate::player::{HostError, PlayerThread};
use crate::settings::Settings;

/// The number of answers of each side that are measured before a game.
const SAMPLES: usize = 32;

/// The least resolution per move: differences between processes that do the same,
/// such as the places of their pages in the caches.
const FINEST: Duration = Duration::from_micros(250);

/// The resolution per move is this many times what the calibration's times exceed
/// the floor by, on average. A few moves of a game wait for a processor much
/// longer than all others, so the sums of two players that answer at once differ by
/// several times that excess. The number was chosen from 20 games between such
/// players, with 15 other processes on two cores.
const EXCESSES: u32 = 8;

/// The measured cost of an answer on this machine at this moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calibration {
    /// The floor per move.
    pub(crate) floors: ByDisc<Duration>,
    /// The mean of what the measured times exceed the floor by.
    excess: Duration,
}

impl Calibration {
    /// Asks players that answer at once in the place of those of a game;
    /// `None` where that player never answers.
    pub(crate) fn measure(
        twins: ByDisc<Option<&Contestant>>,
        settings: &Settings,
        requirement: Requirement,
    ) -> Result<Self, HostError> {
        let game = Game::new(settings.rules()).expect("the rules of a plan can be played");
        let mut times = ByDisc::<Vec<Duration>>::default();
        thread::scope(|scope| {
            let mut players = Vec::new();
            for disc in [Disc::Black, Disc::White] {
                if let Some(twin) = twins[disc] {
                    let player = PlayerThread::start(scope, twin, disc, settings, requirement)?;
                    players.push((disc, player));
                }
            }
            // They take turns, as in a game.
            for _ in 0..SAMPLES {
                for (disc, player) in &players {
                    let answer = player.ask(&game, &[])?;
                    answer.requested.map_err(|fault| {
                        HostError(format!(
                            "cannot measure the cost of an answer: {}",
                            fault.why
                        ))
                    })?;
                    times[*disc].push(answer.time);
                }
            }
            Ok(())
        })?;
        Ok(Self::of(times))
    }

    fn of(mut times: ByDisc<Vec<Duration>>) -> Self {
        let mut floors = ByDisc::default();
        let mut excess = Duration::ZERO;
        let mut count = 0;
        for disc in [Disc::Black, Disc::White] {
            times[disc].sort_unstable();
            let times = &times[disc];
            floors[disc] = times.get(times.len() / 2).copied().unwrap_or_default();
            excess += times
                .iter()
                .map(|time| time.saturating_sub(floors[disc]))
                .sum::<Duration>();
            count += u32::try_from(times.len()).unwrap_or(u32::MAX);
        }
        Self {
            floors,
            excess: excess / count.max(1),
        }
    }

    /// Returns the resolution of the total time of a player that made that many
    /// moves.
    pub(crate) fn resolution(&self, moves: u32) -> Duration {
        moves * FINEST.max(EXCESSES * self.excess)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn micros(times: &[u64]) -> Vec<Duration> {
        times.iter().copied().map(Duration::from_micros).collect()
    }

    #[test]
    fn the_floor_is_the_median_and_few_slow_answers_do_not_move_it() {
        let times = ByDisc {
            black: micros(&[200, 9000, 210, 190, 205]),
            white: micros(&[30, 31, 29, 30, 30]),
        };
        let calibration = Calibration::of(times);
        assert_eq!(calibration.floors.black, Duration::from_micros(205));
        assert_eq!(calibration.floors.white, Duration::from_micros(30));
        // 5 + 8795 + 1 more than the floors in ten answers.
        let per_move = Duration::from_nanos(880_100) * EXCESSES;
        assert_eq!(calibration.resolution(30), 30 * per_move);
    }

    #[test]
    fn the_resolution_has_a_least_value() {
        let calm = ByDisc {
            black: micros(&[200; 32]),
            white: Vec::new(),
        };
        let calibration = Calibration::of(calm);
        assert_eq!(calibration.floors.white, Duration::ZERO);
        assert_eq!(calibration.resolution(4), 4 * FINEST);
        assert_eq!(Calibration::of(ByDisc::default()).resolution(4), 4 * FINEST);
    }

    proptest! {
        /// A machine that slows all answers down alike moves the floor only.
        #[test]
        fn a_slower_machine_moves_the_floor_only(
            times in prop::collection::vec(1..1000_u64, 32),
            more in 1..100_000_u64,
        ) {
            let measure = |times: &[u64]| Calibration::of(ByDisc {
                black: micros(times),
                white: Vec::new(),
            });
            let before = measure(&times);
            let all: Vec<u64> = times.iter().map(|time| time + more).collect();
            prop_assert_eq!(measure(&all).resolution(1), before.resolution(1));
            prop_assert_eq!(
                measure(&all).floors.black,
                before.floors.black + Duration::from_micros(more)
            );
        }
    }
}
