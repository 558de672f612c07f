//! The engine's players, which keep their memory between questions.

use reversi_core::{Game, Size, Square};
use reversi_engine::{Options, Player, SearchLimits};

/// The size of a transposition table in MiB. A page has one thread and looks at one position for
/// seconds, which fills no larger table.
const TABLE: usize = 16;

/// The number of search threads. More of them need `SharedArrayBuffer`, for which a server must
/// send headers that static hosts do not send.
const THREADS: usize = 1;

/// The player for the last requested size.
#[derive(Default)]
pub struct Players {
    last: Option<(Size, Player)>,
}

impl Players {
    pub(crate) fn of(&mut self, size: Size) -> Result<&mut Player, String> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != size) {
            // Before the other one takes as much memory.
            self.last = None;
            let options = Options {
                threads: THREADS,
                table: TABLE,
                solves_endgames: true,
                ..Options::default()
            };
            self.last = Some((size, Player::new(size, options).map_err(refuse)?));
        }
        let last = self.last.as_mut();
        Ok(&mut last.expect("it was just set").1)
    }

    /// Without a time limit, the native engine finds the same move.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
    ) -> Result<Option<Square>, String> {
        let player = self.of(game.board().size())?;
        if limits.time.is_none() {
            player.clear();
        }
        player.choose(game, limits).map_err(refuse)
    }
}

pub(crate) fn refuse(error: impl std::fmt::Display) -> String {
    format!("The engine cannot play on this board: {error}.")
}
