//! Wrong turns: refused moves, missing passes, games that end too soon.

use reversi_core::{Disc, Game, Turn};

use super::history::{History, PlayedMove};
use super::mistake::{Mistake, RefusalCause};

impl History {
    pub(crate) fn refused(&self, index: usize, passed: Option<Disc>) -> Mistake {
        let played = &self.moves()[index];
        let flips = played.before.flips(played.at);
        Mistake::LegalMoveRefused {
            at: played.at,
            flips: flips.map_or(Vec::new(), |flips| {
                let mut squares = flips.squares().to_vec();
                squares.sort_unstable();
                squares
            }),
            cause: passed.map(RefusalCause::PassMissing),
        }
    }

    pub(crate) fn passed_before(&self, index: usize) -> Option<Disc> {
        let before = self.moves().get(index.checked_sub(1)?)?;
        let mover = self.moves().get(index)?.mover();
        (before.mover() == mover).then_some(mover.opponent())
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
