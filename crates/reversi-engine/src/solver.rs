//! Exact scores of late positions, to compare with.

use std::fmt;
use std::sync::Arc;

use crate::Position;
use crate::isa::{Kind, with_isa};
use crate::search::{Control, EndgameTables, SearchThread, endgame};

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

    /// Returns the final disc difference with best play. The closer `guess` is,
    /// the faster the search.
    pub fn score(&mut self, position: Position, guess: i32) -> i32 {
        let (player, opponent) = (position.player(), position.opponent());
        let (mut lower, mut upper) = (-64, 64);
        let mut alpha = guess.clamp(-63, 63) | 1;
        let mut thread = SearchThread::new(&self.control, &mut self.tables);
        while lower < upper {
            let found = with_isa!(self.kind, isa => endgame::above(isa, &mut thread, player, opponent, alpha));
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
    use crate::testing::{minimax, random_position};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn scores_are_those_of_minimax(
            choices in proptest::collection::vec(any::<usize>(), 70),
            empties in 0..9_u32,
            guess in -70..70,
        ) {
            let position = random_position(&choices, empties);
            prop_assume!(position.empties() <= 9);
            prop_assert_eq!(Solver::new().score(position, guess), minimax(position));
        }
    }
}
