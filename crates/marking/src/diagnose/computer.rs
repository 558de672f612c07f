//! Wrong moves of the computer.

use reversi_core::{Game, Square};

use super::mistake::{Flips, Mistake};

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
            flips: expected_flips.ok().map(|expected| Flips { expected, made }),
        },
    }
}
