//! Exact scores of late positions, for fitting and testing weights.

use std::fmt;
use std::sync::Arc;

use crate::isa::{Kind, with_isa};
use crate::search::{Control, EndgameTables, SearchThread, endgame};
use crate::{Position, squares_in};
use reversi_core::Square;

/// Solves positions with at most about fourteen empty squares on one thread.
pub struct Solver {
    kind: Kind,
    tables: EndgameTables,
    /// Never stops the search.
    control: Control,
}

impl Solver {
    /// Returns a solver with empty transposition tables.
    pub fn new() -> Self {
        Self {
            kind: Kind::best(),
            tables: EndgameTables::new(),
            control: Control::new(Arc::default(), None),
        }
    }

    /// Returns a bound on the final disc difference with best play: a lower bound
    /// if it is above `alpha`, which must be odd, else an upper bound.
    pub fn bound(&mut self, position: Position, alpha: i32) -> i32 {
        let (player, opponent) = (position.player(), position.opponent());
        let mut thread = SearchThread::new(&self.control, &mut self.tables);
        with_isa!(self.kind, isa => endgame::above(isa, &mut thread, player, opponent, alpha))
    }

    /// Returns the final disc difference with best play. The closer `guess` is,
    /// the faster the search.
    pub fn score(&mut self, position: Position, guess: i32) -> i32 {
        let (mut lower, mut upper) = (-64, 64);
        let mut alpha = guess.clamp(-63, 63) | 1;
        while lower < upper {
            let found = self.bound(position, alpha);
            if found > alpha {
                lower = found;
                alpha = found + 1;
            } else {
                upper = found;
                alpha = found - 1;
            }
        }
        lower
    }

    /// Returns a move that achieves `score`, the exact score of the position;
    /// `None` if the side to move must pass.
    pub fn best_move(&mut self, position: Position, score: i32) -> Option<Square> {
        squares_in(position.moves()).find(|&square| {
            let next = position.play(square).expect("it is a move");
            -self.bound(next, 1 - score) >= score
        })
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the score by plain minimax.
    fn minimax(position: Position) -> i32 {
        if position.is_over() {
            return position.final_score();
        }
        squares_in(position.moves())
            .filter_map(|square| position.play(square))
            .map(|next| -minimax(next))
            .max()
            .unwrap_or_else(|| -minimax(position.pass()))
    }

    proptest! {
        #[test]
        fn scores_are_those_of_minimax(
            choices in proptest::collection::vec(any::<u32>(), 60),
            empties in 1..9_u32,
            guess in -70..70,
        ) {
            let mut position = Position::START;
            for choice in choices {
                let moves: Vec<Square> = squares_in(position.moves()).collect();
                if position.is_over() || position.empties() == empties {
                    break;
                }
                position = if moves.is_empty() {
                    position.pass()
                } else {
                    position.play(moves[choice as usize % moves.len()]).expect("it is a move")
                };
            }
            prop_assume!(position.empties() == empties);
            let score = minimax(position);
            let mut solver = Solver::new();
            prop_assert_eq!(solver.score(position, guess), score);
            if let Some(square) = solver.best_move(position, score) {
                let next = position.play(square).expect("it is a move");
                prop_assert_eq!(-minimax(next), score);
            } else {
                prop_assert_eq!(position.moves(), 0);
            }
        }
    }
}
