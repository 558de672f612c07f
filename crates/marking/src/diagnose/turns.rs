//! Wrong lists of moves, wrong turns, and wrong moves of the computer.

use reversi_core::{Game, Placement, Square, Turn};

use super::history::History;
use super::mistake::{FlipCounts, Mistake};
use super::squares::{transpose, without};

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

pub(crate) fn wrong_move(game: &Game, at: Square, expected: Square) -> Mistake {
    let count = |at| game.flips(at).map(|flips| flips.count());
    match (count(at), count(expected)) {
        (Err(why), _) => Mistake::ComputerIllegal {
            at,
            why,
            expected: Some(expected),
        },
        (Ok(made), expected_flips) => Mistake::ComputerMove {
            at,
            expected,
            flips: expected_flips
                .ok()
                .map(|expected| FlipCounts { expected, made }),
        },
    }
}
