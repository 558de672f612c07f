//! The algorithm that APS105 Lab 8 prescribes for Part 1.

use reversi_core::{Game, Square};

/// Returns the move that flips the most discs; ties go to the lowest row, then
/// to the lowest column. `None` if the side to move has no move.
pub fn prescribed(game: &Game) -> Option<Square> {
    let flips = |at| game.flips(at).map_or(0, |flips| flips.count());
    // Moves come row by row, and `max_by_key` returns the last of equal ones.
    let mut moves: Vec<Square> = game.legal_moves().collect();
    moves.reverse();
    moves.into_iter().max_by_key(|&at| flips(at))
}
