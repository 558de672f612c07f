//! Balanced openings.

use reversi_engine::{Engine, Position, Random, SearchLimits, Square};

/// The number of random moves of a training game's opening.
pub(super) const PLIES: u32 = 8;

/// The greatest absolute score of an opening, in hundredths of a disc.
const BALANCED: i32 = 1000;

/// The depth of the search that decides if an opening is balanced.
const DEPTH: u32 = 4;

/// Returns `plies` random moves, and the position after them, in which neither side
/// has an advantage that a shallow search finds.
pub(crate) fn balanced(
    engine: &mut Engine,
    plies: u32,
    random: &mut Random,
) -> (Vec<Square>, Position) {
    let limits = SearchLimits {
        depth: Some(DEPTH),
        time: None,
    };
    loop {
        let (moves, position) = random_line(Position::START, plies, random);
        if position.moves() != 0 {
            let score = engine.search(position, &limits, &mut |_| {}).score.0;
            if score.abs() <= BALANCED {
                return (moves, position);
            }
        }
    }
}

/// Returns the position after `plies` random moves, or at the end of the game.
pub(crate) fn random_moves(position: Position, plies: u32, random: &mut Random) -> Position {
    random_line(position, plies, random).1
}

/// Returns `plies` random moves, or fewer if the game ends, and the position after
/// them.
fn random_line(mut position: Position, plies: u32, random: &mut Random) -> (Vec<Square>, Position) {
    let mut moves = Vec::new();
    for _ in 0..plies {
        if position.moves() == 0 {
            position = position.pass();
        }
        let Some(square) = random_move(position, random) else {
            break;
        };
        moves.push(square);
        position = position.play(square).expect("it is a move");
    }
    (moves, position)
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
