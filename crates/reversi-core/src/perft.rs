//! Counting the leaves of the game tree.

use crate::{Game, Turn};

/// Returns the number of different lines of play of `depth` plies. A pass is a
/// ply; a game that ends earlier is one leaf.
///
/// ```
/// use reversi_core::{Game, Rules, perft};
///
/// assert_eq!(perft(&Game::new(Rules::OTHELLO)?, 3), 56);
/// # Ok::<(), reversi_core::RulesError>(())
/// ```
pub fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match game.turn() {
        Turn::Over(_) => 1,
        Turn::Pass(_) => {
            let mut next = game.clone();
            next.pass().expect("the turn is a pass");
            perft(&next, depth - 1)
        }
        Turn::Move(_) => game
            .legal_moves()
            .map(|at| {
                let mut next = game.clone();
                next.play(at).expect("the generator gives legal moves");
                perft(&next, depth - 1)
            })
            .sum(),
    }
}
