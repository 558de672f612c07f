//! Wrong lists of moves.

use reversi_core::{Game, Square};

use super::history::History;
use super::mistake::Mistake;

impl History {
    /// Returns the mistake in `listed`, the list of moves printed for `game`;
    /// `None` if it is right. Its order counts if it is `ordered`.
    ///
    /// An explanation by other directions is given only if it reproduces the
    /// whole list, and no earlier list of moves that a human was asked for
    /// contradicts it.
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
        let mut transposed: Vec<Square> = listed
            .iter()
            .map(|at| Square::new(at.col, at.row))
            .collect();
        transposed.sort_unstable();
        if transposed == legal {
            return Some(Mistake::ListTransposed);
        }
        let repeated: Vec<Square> = sorted
            .chunk_by(PartialEq::eq)
            .filter(|same| same.len() > 1)
            .map(|same| same[0])
            .collect();
        sorted.dedup();
        let others = self.with_other_directions(game);
        if sorted != legal && others.as_ref() == Some(&sorted) && !self.lists_show_directions() {
            return Some(Mistake::ListDirections(self.wrong_diagonals()));
        }
        let without = |all: &[Square], some: &[Square]| -> Vec<Square> {
            let left = all.iter().filter(|at| !some.contains(at));
            left.copied().collect()
        };
        Some(Mistake::ListWrong {
            missing: without(&legal, &sorted),
            extra: without(&sorted, &legal),
            repeated,
        })
    }

    /// The list of moves for `game` if it had the other directions.
    fn with_other_directions(&self, game: &Game) -> Option<Vec<Square>> {
        let rules = self.other_directions();
        let other = Game::resume(rules, game.board().clone(), game.to_move()).ok()?;
        Some(other.legal_moves().collect())
    }

    /// Returns `true` if an earlier list would have been another with the
    /// other directions.
    fn lists_show_directions(&self) -> bool {
        let before = self.moves()[..self.shown()].iter();
        before.filter(|played| !played.by_computer).any(|played| {
            let legal = played.before.legal_moves().collect::<Vec<_>>();
            self.with_other_directions(&played.before) != Some(legal)
        })
    }
}
