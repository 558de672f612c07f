//! Wrong turns: refused moves, missing passes, games that end too soon.

use reversi_core::{Game, Turn};

use super::history::{History, PlayedMove};
use super::mistake::Mistake;

impl History {
    pub(crate) fn refused(&self, index: usize) -> Mistake {
        let played = &self.moves()[index];
        let flips = played.before.flips(played.at);
        Mistake::LegalMoveRefused {
            at: played.at,
            flips: flips.map_or(Vec::new(), |flips| {
                let mut squares = flips.squares().to_vec();
                squares.sort_unstable();
                squares
            }),
            ignores_diagonals: false,
        }
    }

    pub(crate) fn over_too_soon(&self, game: &Game) -> Mistake {
        let last = self.moves().last().map(PlayedMove::mover);
        let blocked = match game.turn() {
            Turn::Pass(blocked) => Some(blocked),
            Turn::Move(mover) => (last == Some(mover)).then_some(mover.opponent()),
            Turn::Over(_) => None,
        };
        Mistake::OverTooSoon { blocked }
    }
}
