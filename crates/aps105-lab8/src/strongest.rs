//! The strongest computer player: the engine.

use std::time::Duration;

use course::Error;
use reversi_core::{Game, Size, Square};
use reversi_engine::{Options, Player, PlayerError, SearchLimits, Stopwatch};

const TABLE: usize = 64;

/// Returns the search time for a move that is needed within `time`. The rest is for overhead, and
/// for other programs that use the processor: a late move loses.
pub(crate) fn search_time(time: Duration) -> Duration {
    time * 7 / 10
}

pub(crate) struct Strongest {
    player: Player,
    limits: SearchLimits,
    /// The time that the preparation took. It counts to the first move, since that may be requested
    /// at once, and is zero afterwards.
    prepared: Duration,
}

impl Strongest {
    /// Prepares the engine, which moves within `time` and searches at most `depth` plies.
    pub(crate) fn new(size: Size, time: Duration, depth: Option<u32>) -> course::Result<Self> {
        let stopwatch = Stopwatch::start();
        let limits = SearchLimits {
            time: Some(search_time(time)),
            depth,
        };
        let player = engine(size).map_err(Error::course)?;
        Ok(Self {
            player,
            limits,
            prepared: stopwatch.elapsed(),
        })
    }

    pub(crate) fn choose(&mut self, game: &Game) -> Option<Square> {
        let limits = self.next_limits();
        self.player
            .choose(game, &limits)
            .expect("the player was prepared for this size")
    }

    fn next_limits(&mut self) -> SearchLimits {
        let prepared = std::mem::take(&mut self.prepared);
        let time = self.limits.time.map(|time| time.saturating_sub(prepared));
        SearchLimits {
            time,
            ..self.limits
        }
    }
}

pub(crate) fn engine(size: Size) -> Result<Player, PlayerError> {
    let options = Options {
        threads: 1,
        table: TABLE,
        solves_endgames: true,
        ..Options::default()
    };
    Player::new(size, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preparation_counts_to_the_first_move() {
        let size = Size::square(4).expect("it is a size");
        let mut player = Strongest::new(size, Duration::from_secs(1), None).expect("a size");
        player.prepared = Duration::from_millis(300);
        for millis in [400, 700] {
            let time = Some(Duration::from_millis(millis));
            assert_eq!(player.next_limits().time, time);
        }
    }
}
