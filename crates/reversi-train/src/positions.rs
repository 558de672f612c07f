//! Random positions, and the openings of games.

use reversi_core::Square;
use reversi_engine::{Engine, Position, Random, squares_in};

use crate::engine::search;

/// Stops at the end of the game.
pub(crate) fn random_moves(mut position: Position, plies: u32, random: &mut Random) -> Position {
    for _ in 0..plies {
        if position.moves() == 0 {
            position = position.pass();
        }
        let moves = position.moves();
        if moves == 0 {
            break;
        }
        let index = random.below(moves.count_ones()) as usize;
        let square = squares_in(moves).nth(index).expect("there are as many");
        position = position.play(square).expect("it is a move");
    }
    position
}

/// The largest absolute score of an opening, in hundredths of a disc.
const BALANCED: i32 = 1000;

/// The depth of the search that finds this score.
const DEPTH: u32 = 4;

/// The first moves of a game, without passes, and the position after them.
#[derive(Clone, Debug)]
pub(crate) struct BalancedOpening {
    pub(crate) moves: Vec<Square>,
    pub(crate) position: Position,
}

impl BalancedOpening {
    /// Returns an opening of `plies` random moves with a balanced score, after which the side to
    /// move has a move. With reasonable weights, most openings are balanced; returns `None` if
    /// 10,000 in a row are not.
    pub(crate) fn balanced(engine: &mut Engine, plies: u32, random: &mut Random) -> Option<Self> {
        (0..10_000).find_map(|_| {
            let (mut moves, mut position) = (Vec::new(), Position::START);
            for _ in 0..plies {
                let before = position.empty();
                position = random_moves(position, 1, random);
                moves.extend(squares_in(before & !position.empty()));
            }
            let score = |engine| search(engine, position, Some(DEPTH)).score.0;
            let is_balanced = position.moves() != 0 && score(engine).abs() <= BALANCED;
            is_balanced.then_some(Self { moves, position })
        })
    }

    pub(crate) fn name(&self) -> String {
        self.moves.iter().map(Square::to_string).collect()
    }
}
