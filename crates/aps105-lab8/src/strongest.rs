//! The strongest computer player: the engine.

use std::time::Duration;

use course::Error;
use reversi_core::{Game, Size, Square};
use reversi_engine::{Options, Player, PlayerError, SearchLimits};

const TABLE: usize = 64;

/// Returns the time for a search whose move is needed within `time`. The rest is for what a
/// move costs besides, and for other programs that use the processor: a late move loses.
pub(crate) fn search_time(time: Duration) -> Duration {
    time * 4 / 5
}

pub(crate) struct Strongest {
    player: Player,
    limits: SearchLimits,
}

impl Strongest {
    /// Prepares the engine, which moves within `time` and looks `depth` plies ahead at most.
    pub(crate) fn new(size: Size, time: Duration, depth: Option<u32>) -> course::Result<Self> {
        let limits = SearchLimits {
            time: Some(search_time(time)),
            depth,
        };
        let player = engine(size).map_err(Error::course)?;
        Ok(Self { player, limits })
    }

    pub(crate) fn choose(&mut self, game: &Game) -> Option<Square> {
        self.player
            .choose(game, &self.limits)
            .expect("the player was prepared for this size")
    }
}

pub(crate) fn engine(size: Size) -> Result<Player, PlayerError> {
    let options = Options {
        threads: 1,
        table: TABLE,
        looks_to_the_end: true,
        ..Options::default()
    };
    Player::new(size, options)
}
