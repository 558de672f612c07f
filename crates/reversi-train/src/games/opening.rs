//! Balanced openings.

use reversi_engine::{Engine, Position, Random, SearchLimits, Square};

/// The number of random moves of an opening.
const PLIES: u32 = 8;

/// The greatest absolute score of an opening, in hundredths of a disc.
const BALANCED: i32 = 1000;

/// The depth of the search that decides if an opening is balanced.
const DEPTH: u32 = 4;

/// Returns the position after random moves in which neither side has an advantage
/// that a shallow search finds.
pub(super) fn balanced(engine: &mut Engine, random: &mut Random) -> Position {
    let limits = SearchLimits {
        depth: Some(DEPTH),
        time: None,
    };
    loop {
        let position = random_moves(Position::START, PLIES, random);
        if position.moves() != 0 {
            let score = engine.search(position, &limits, &mut |_| {}).score.0;
            if score.abs() <= BALANCED {
                return position;
            }
        }
    }
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
    Square::all_in(moves).nth(index as usize)
}
