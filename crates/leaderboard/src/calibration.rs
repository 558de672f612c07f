//! The calibration of a game's clock: the cost of an answer, and the resolution.
//!
//! The measured time of a move contains the cost of a request and an answer:
//! waking the player's process, for a submission in C its fork, and the way back.
//! Before the game and after each move, while neither player runs, players of our own
//! that answer at once are asked in their place, in the same kind of process and
//! sandbox. The median of their times is the floor, which is subtracted from each move
//! of that player. A player cannot change it: it is measured with our programs only.
//! The load of a machine may change within a second, so times that were measured only
//! before the game would not show what its moves waited for.

use std::thread;
use std::time::Duration;

use reversi_core::{ByDisc, Disc, Game};
use sandbox::Requirement;

use crate::contestant::Contestant;
use crate::player::{HostError, PlayerThread};
use crate::settings::Settings;

/// The number of answers of each side that are measured before a game.
const SAMPLES: usize = 16;

/// The least resolution per move: differences between processes that do the same,
/// such as the places of their pages in the caches.
const FINEST: Duration = Duration::from_micros(250);

/// The resolution per move is this many times what the calibration's times exceed
/// the floor by, on average. A few moves of a game wait for a processor much
/// longer than all others, so the sums of two players that answer at once differ by
/// several times that excess. The number was chosen from 20 games between such
/// players, with 15 other processes on two cores.
const EXCESSES: u32 = 8;

/// The resolution of a game is at least this many times the longest such excess: one
/// move that waits longer than all of the calibration's answers can decide the sum. In
/// 68 games between players that answer at once, with eight tournaments and other
/// processes on two cores, the players' times differed by more than the resolution once.
/// Without this bound they did so four times.
const LONGEST: u32 = 16;

/// The players that answer at once, and the times of their answers.
pub(crate) struct Calibration {
    players: ByDisc<Option<PlayerThread>>,
    start: Game,
    times: ByDisc<Vec<Duration>>,
}

impl Calibration {
    /// Starts players that answer at once in the place of those of a game, and asks
    /// them; `None` where that player never answers.
    pub(crate) fn start<'scope>(
        scope: &'scope thread::Scope<'scope, '_>,
        twins: ByDisc<Option<&'scope Contestant>>,
        settings: &Settings,
        requirement: Requirement,
    ) -> Result<Self, HostError> {
        let start = |disc| {
            let twin: Option<&'scope Contestant> = twins[disc];
            twin.map(|twin| PlayerThread::start(scope, twin, disc, settings, requirement))
                .transpose()
        };
        let players = ByDisc {
            black: start(Disc::Black)?,
            white: start(Disc::White)?,
        };
        Self::with(players, settings)
    }

    /// Begins with `players`, which answer at once.
    pub(crate) fn with(
        players: ByDisc<Option<PlayerThread>>,
        settings: &Settings,
    ) -> Result<Self, HostError> {
        let mut calibration = Self {
            players,
            start: Game::new(settings.rules()).expect("the rules of a plan can be played"),
            times: ByDisc::default(),
        };
        // They take turns, as in a game.
        for _ in 0..SAMPLES {
            calibration.ask(Disc::Black)?;
            calibration.ask(Disc::White)?;
        }
        Ok(calibration)
    }

    /// Measures an answer in the place of `disc` once more, while neither player runs.
    pub(crate) fn ask(&mut self, disc: Disc) -> Result<(), HostError> {
        let Some(player) = &self.players[disc] else {
            return Ok(());
        };
        let answer = player.ask(&self.start, &[])?;
        answer.requested.map_err(|fault| {
            HostError(format!(
                "cannot measure the cost of an answer: {}",
                fault.why
            ))
        })?;
        self.times[disc].push(answer.time);
        Ok(())
    }

    /// Returns the cost of an answer by all times so far.
    pub(crate) fn cost(&self) -> Cost {
        Cost::of(self.times.clone())
    }
}

/// The measured cost of an answer on this machine during a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cost {
    /// The floor per move.
    pub(crate) floors: ByDisc<Duration>,
    /// The mean of what the measured times exceed the floor by.
    excess: Duration,
    /// The greatest of these.
    longest: Duration,
}

impl Cost {
    fn of(mut times: ByDisc<Vec<Duration>>) -> Self {
        let mut floors = ByDisc::default();
        let mut sum = Duration::ZERO;
        let mut longest = Duration::ZERO;
        let mut count = 0;
        for disc in [Disc::Black, Disc::White] {
            times[disc].sort_unstable();
            let times = &times[disc];
            floors[disc] = times.get(times.len() / 2).copied().unwrap_or_default();
            for time in times {
                let excess = time.saturating_sub(floors[disc]);
                sum += excess;
                longest = longest.max(excess);
                count += 1;
            }
        }
        Self {
            floors,
            excess: sum / count.max(1),
            longest,
        }
    }

    /// Returns the resolution of the total time of a player that made that many
    /// moves.
    pub(crate) fn resolution(&self, moves: u32) -> Duration {
        let usual = moves * FINEST.max(EXCESSES * self.excess);
        usual.max(LONGEST * self.longest)
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
        let cost = Cost::of(times);
        assert_eq!(cost.floors.black, Duration::from_micros(205));
        assert_eq!(cost.floors.white, Duration::from_micros(30));
        // 5 + 8795 + 1 more than the floors in ten answers.
        let per_move = Duration::from_nanos(880_100) * EXCESSES;
        assert_eq!(cost.resolution(30), 30 * per_move);
        // The longest wait counts in a short game.
        assert_eq!(cost.resolution(3), Duration::from_micros(8795) * LONGEST);
    }

    #[test]
    fn the_resolution_has_a_least_value() {
        let calm = ByDisc {
            black: micros(&[200; 32]),
            white: Vec::new(),
        };
        let cost = Cost::of(calm);
        assert_eq!(cost.floors.white, Duration::ZERO);
        assert_eq!(cost.resolution(4), 4 * FINEST);
        assert_eq!(Cost::of(ByDisc::default()).resolution(4), 4 * FINEST);
    }

    proptest! {
        /// A machine that slows all answers down alike moves the floor only.
        #[test]
        fn a_slower_machine_moves_the_floor_only(
            times in prop::collection::vec(1..1000_u64, 32),
            more in 1..100_000_u64,
        ) {
            let measure = |times: &[u64]| Cost::of(ByDisc {
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
