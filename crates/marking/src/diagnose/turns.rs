//! Wrong turns: refused moves, missing passes, games that end too soon.

use reversi_core::{Placement, Turn};

use super::history::History;
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
        }
    }

    pub(crate) fn over_too_soon(&self, moves: usize) -> Mistake {
        if let Placement::Near { .. } = self.rules().placement {
            let board = self.board_after(moves);
            let left = board.size().squares().count() - board.occupied().count();
            return Mistake::OverBeforeFull { left };
        }
        let blocked = self.game_after(moves).and_then(|game| match game.turn() {
            Turn::Pass(blocked) => Some(blocked),
            Turn::Move(_) | Turn::Over(_) => None,
        });
        Mistake::OverTooSoon { blocked }
    }
}
