//! The built-in players.

use std::time::Instant;

use reversi_core::{Game, Square};
use reversi_engine::{OpponentPlayer, Options, SearchLimits};

use super::{Answer, Fault, Player, Ply, RequestedMove};
use crate::builtin::Builtin;
use crate::record::{Ending, square_name};
use crate::settings::Settings;

/// The size of the engine's transposition table, in MiB.
const MEMORY: usize = 64;

pub(super) struct BuiltinPlayer {
    builtin: Builtin,
    settings: Settings,
    player: Option<OpponentPlayer>,
}

impl BuiltinPlayer {
    pub(super) fn new(builtin: Builtin, settings: Settings) -> Self {
        Self {
            builtin,
            settings,
            player: None,
        }
    }

    fn square(&mut self, game: &Game) -> Option<Square> {
        let limits = SearchLimits {
            depth: self.builtin.level,
            // The rest is a margin for a busy machine.
            time: Some(self.settings.move_time() * 4 / 5),
        };
        let player = self.player.as_mut()?;
        player.choose(game, &limits).ok().flatten()
    }
}

impl Player for BuiltinPlayer {
    fn begin(&mut self) -> Result<(), Fault> {
        let options = Options {
            threads: 1,
            table: MEMORY,
            looks_to_the_end: true,
            ..Options::default()
        };
        let size = self.settings.rules().size;
        let player = OpponentPlayer::new(self.builtin.opponent, size, options);
        self.player = Some(player.map_err(|error| Fault::new(Ending::Start, error.to_string()))?);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &[Ply]) -> Answer {
        let begun = Instant::now();
        let square = self.square(game);
        Answer {
            time: begun.elapsed(),
            requested: Ok(RequestedMove {
                square,
                text: square.map_or("nothing".to_owned(), square_name),
            }),
        }
    }
}
