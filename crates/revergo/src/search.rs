//! The search of the strong computer.

mod alpha_beta;
mod evaluate;
mod geometry;
mod position;
#[cfg(test)]
mod tests;

use reversi_core::{Game, Square};

use alpha_beta::Search;
use geometry::Geometry;
use position::Position;

/// Returns the search depth with `empty` of `cells` cells left; `empty` means to
/// the end of the game. 1×16 is searched to its end from the computer's first
/// move on.
///
/// The depth does not depend on time, so that a game can be played again. One
/// more move takes about five times as long: on a two-core cloud machine (AMD EPYC),
/// 14 ms per move on 1×16 and 42 ms on 8×8, 311 ms and 199 ms at most. The slowest on
/// 1×16 is the computer's first move.
fn depth(cells: u32, empty: u32) -> u32 {
    match empty {
        _ if cells <= 16 => empty,
        0..=13 => empty,
        14..=19 => 8,
        20..=27 => 7,
        _ => 6,
    }
}

/// Returns the best move for the side to move; `None` if the game is over.
pub(crate) fn best_move(game: &Game) -> Option<Square> {
    let geometry = Geometry::new(game.rules());
    let position = Position::new(&geometry, game);
    let empty = position.empty(&geometry).count_ones();
    if empty == 0 {
        return None;
    }
    let depth = depth(geometry.cells.count_ones(), empty);
    let best = if depth == empty {
        Search::solve(&geometry, position)
    } else {
        Search::look_ahead(&geometry, position, depth)
    };
    Some(geometry.square(best.cell))
}
