//! Random openings and moves.

use reversi_core::{Size, Square};
use reversi_engine::{Engine, Position, Random, openings, squares_in};

/// The number of random moves of a training game's opening.
pub(super) const PLIES: u32 = 8;

/// Returns a position after [`PLIES`] random moves in which neither side has an
/// advantage that a shallow search of `engine` finds.
pub(super) fn balanced(engine: &mut Engine, random: &mut Random) -> Position {
    let mut score = |game: &_| openings::shallow_score(engine, game);
    let opening = openings::balanced(Size::EIGHT, PLIES, random, &mut score);
    let opening = opening.expect("most openings are balanced");
    let game = opening.game();
    Position::of(game.board(), game.to_move()).expect("the board is 8×8")
}

/// Returns the position after `plies` random moves, or at the end of the game.
pub(crate) fn random_moves(mut position: Position, plies: u32, random: &mut Random) -> Position {
    for _ in 0..plies {
        if position.moves() == 0 {
            position = position.pass();
        }
        let Some(square) = random_move(position, random) else {
            break;
        };
        position = position.play(square).expect("it is a move");
    }
    position
}

/// Returns a random legal move; `None` if there is none.
pub(super) fn random_move(position: Position, random: &mut Random) -> Option<Square> {
    let moves = position.moves();
    if moves == 0 {
        return None;
    }
    let index = random.below(moves.count_ones());
    squares_in(moves).nth(index as usize)
}
