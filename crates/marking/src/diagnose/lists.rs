//! Wrong lists of moves.

use reversi_core::{Game, Square};

use super::boards::{transpose, without};
use super::history::History;
use super::mistake::Mistake;

impl History {
    /// Returns the mistake in the list `listed`, whose order counts if it is `ordered`. It is
    /// explained only if that gives the whole list, and no earlier list contradicts it.
    pub(crate) fn wrong_list(
        &self,
        game: &Game,
        listed: &[Square],
        ordered: bool,
    ) -> Option<Mistake> {
        let legal: Vec<Square> = game.legal_moves().collect();
        if listed.is_empty() && !legal.is_empty() {
            return Some(Mistake::NoList);
        }
        let mut sorted = listed.to_vec();
        sorted.sort_unstable();
        if sorted == legal {
            return (ordered && listed != legal).then_some(Mistake::ListOrder);
        }
        let mut transposed: Vec<Square> = listed.iter().copied().map(transpose).collect();
        transposed.sort_unstable();
        if transposed == legal && !self.lists_show_order() {
            return Some(Mistake::ListTransposed);
        }
        let repeated: Vec<Square> = sorted
            .chunk_by(PartialEq::eq)
            .filter(|same| same.len() > 1)
            .map(|same| same[0])
            .collect();
        sorted.dedup();
        let others = Game::resume(
            self.rules(),
            game.board().clone(),
            game.to_move().opponent(),
        );
        if others.is_ok_and(|others| others.legal_moves().eq(sorted.iter().copied())) {
            return Some(Mistake::ListOfOtherSide {
                mover: game.to_move(),
            });
        }
        Some(Mistake::ListWrong {
            missing: without(&legal, &sorted),
            extra: without(&sorted, &legal),
            repeated,
        })
    }

    /// Returns `true` if an earlier list has shown that rows and columns are not swapped.
    fn lists_show_order(&self) -> bool {
        let before = self.moves()[..self.shown()].iter();
        before.filter(|played| !played.by_computer).any(|played| {
            let legal: Vec<Square> = played.before.legal_moves().collect();
            !legal.iter().all(|&at| legal.contains(&transpose(at)))
        })
    }
}
