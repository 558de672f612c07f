//! The players that come with this program.

use std::time::Instant;

use aps105_lab8::prescribed;
use reversi_core::{Game, Square};
use reversi_engine::{SearchLimits, Options, Player as Engine, opponents};

use super::{Answer, Fault, Player, Ply, Wish};
use crate::contestant::Builtin;
use crate::plan::Settings;
use crate::record::{Ending, square_name};

/// The memory, in MiB, for what the engine has found.
const MEMORY: usize = 64;

pub(super) struct Seated {
    builtin: Builtin,
    settings: Settings,
    engine: Option<Engine>,
}

impl Seated {
    pub(super) fn new(builtin: Builtin, settings: Settings) -> Self {
        Self {
            builtin,
            settings,
            engine: None,
        }
    }

    fn square(&mut self, game: &Game) -> Option<Square> {
        let (board, mover) = (game.board(), game.to_move());
        match (self.builtin, &mut self.engine) {
            (Builtin::Prescribed, _) => prescribed(game),
            (Builtin::Smarter, _) => opponents::smarter(board, mover),
            (Builtin::Smartest, _) => opponents::smartest(board, mover),
            (Builtin::Engine { level }, Some(engine)) => {
                let limits = SearchLimits {
                    depth: level,
                    // What is left is for a machine that is busy.
                    time: Some(self.settings.move_time() * 4 / 5),
                };
                engine.choose(board, mover, &limits).ok().flatten()
            }
            (Builtin::Engine { .. }, None) => None,
        }
    }
}

impl Player for Seated {
    fn begin(&mut self) -> Result<(), Fault> {
        if let Builtin::Engine { .. } = self.builtin {
            let options = Options {
                threads: 1,
                table: MEMORY,
                ..Options::default()
            };
            let engine = Engine::new(self.settings.rules().size, options);
            self.engine =
                Some(engine.map_err(|error| Fault::new(Ending::Start, error.to_string()))?);
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &[Ply]) -> Answer {
        let begun = Instant::now();
        let square = self.square(game);
        Answer {
            time: begun.elapsed(),
            square: Ok(Wish {
                square,
                said: square.map_or("nothing".to_owned(), square_name),
            }),
        }
    }
}
