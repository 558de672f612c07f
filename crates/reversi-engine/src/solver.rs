//! Exact scores, by which weights are made and judged.

use std::fmt;
use std::sync::Arc;

use crate::isa::{Kind, with_isa};
use crate::search::{Control, LateTable, Thread, endgame};
use crate::{Position, Square};

/// Finds the scores of positions with up to fourteen or so empty squares, on
/// one thread.
pub struct Solver {
    kind: Kind,
    late: LateTable,
    /// It never says stop.
    control: Control,
}

impl Solver {
    /// A solver with an empty table.
    pub fn new() -> Self {
        Self {
            kind: Kind::best(),
            late: LateTable::new(),
            control: Control::begin(Arc::default(), None),
        }
    }

    /// A bound for the disc difference with best play of both: a lower one if
    /// it is above `alpha`, which must be odd, else an upper one.
    pub fn bound(&mut self, position: Position, alpha: i32) -> i32 {
        let (player, opponent) = (position.player(), position.opponent());
        let mut thread = Thread::new(&self.control, &mut self.late);
        with_isa!(self.kind, isa => endgame::above(isa, &mut thread, player, opponent, alpha))
    }

    /// The disc difference with best play of both, found the sooner the nearer
    /// it is to `guess`.
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

    /// A move that keeps `score`, the position's exact score; `None` for a
    /// pass.
    pub fn best_move(&mut self, position: Position, score: i32) -> Option<Square> {
        Square::all_in(position.moves()).find(|&square| {
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

    fn plain(position: Position) -> i32 {
        if position.is_over() {
            return position.final_score();
        }
        Square::all_in(position.moves())
            .filter_map(|square| position.play(square))
            .map(|next| -plain(next))
            .max()
            .unwrap_or_else(|| -plain(position.pass()))
    }

    proptest! {
        #[test]
        fn scores_are_those_of_a_plain_search(
            choices in proptest::collection::vec(any::<u32>(), 60),
            empties in 1..9_u32,
            guess in -70..70,
        ) {
            let mut position = Position::START;
            for choice in choices {
                let moves: Vec<Square> = Square::all_in(position.moves()).collect();
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
            let score = plain(position);
            let mut solver = Solver::new();
            prop_assert_eq!(solver.score(position, guess), score);
            if let Some(square) = solver.best_move(position, score) {
                let next = position.play(square).expect("it is a move");
                prop_assert_eq!(-plain(next), score);
            } else {
                prop_assert_eq!(position.moves(), 0);
            }
        }
    }
}
