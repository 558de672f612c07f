//! A game of the engine against itself.

use reversi_core::Square;
use reversi_engine::{Engine, Position, Random, SearchLimits, squares_in};

use super::file::{Game, Ply};
use super::opening;

/// The settings of the games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The depth of the search in plies.
    pub(super) depth: u32,
    /// From this many empty squares on, moves are perfect and scores exact.
    pub(super) exact: u32,
    /// One move in this many is chosen at random from the moves that are not much
    /// worse than the best; 0 for none.
    pub(super) random: u32,
}

/// Plays a game. The result depends only on the arguments, not on the state of
/// `engine`.
pub(super) fn play(engine: &mut Engine, settings: Settings, seed: u64, number: u32) -> Game {
    engine.clear();
    let mut random = Random::new((seed << 32) ^ u64::from(number));
    let opening = opening::balanced(engine, &mut random);
    let (mut position, mut side) = (opening, 1);
    let mut plies = Vec::with_capacity(60);
    while !position.is_over() {
        if position.moves() == 0 {
            position = position.pass();
            side = -side;
        }
        let ply = choose(engine, settings, position, &mut random);
        plies.push(ply);
        position = position.play(ply.square).expect("it is a move");
        side = -side;
    }
    let result = side * position.final_score();
    Game {
        number,
        opening,
        plies,
        result: i8::try_from(result).expect("there are 64 discs"),
    }
}

fn choose(engine: &mut Engine, settings: Settings, position: Position, random: &mut Random) -> Ply {
    let exact = position.empties() <= settings.exact;
    let limits = SearchLimits {
        depth: (!exact).then_some(settings.depth),
        time: None,
    };
    let line = engine.search(position, &limits, &mut |_| {});
    let is_random = settings.random > 0 && random.below(settings.random) == 0;
    let square = if is_random {
        passable(engine, position, random)
    } else {
        line.moves[0]
    };
    Ply {
        square,
        score: i16::try_from(line.score.0).expect("a score is at most 6400"),
        exact,
        random: is_random,
    }
}

/// The most that a random move may lose, in hundredths of a disc. With arbitrary
/// random moves, most games are decided early, and their positions resemble those
/// of games between strong players less.
const LOSS: i32 = 800;

/// Returns a random move that a shallow search finds not much worse than the best.
fn passable(engine: &mut Engine, position: Position, random: &mut Random) -> Square {
    let limits = SearchLimits {
        depth: Some(1),
        time: None,
    };
    let scored: Vec<(Square, i32)> = squares_in(position.moves())
        .map(|square| {
            let next = position.play(square).expect("it is a move");
            let line = engine.search(next, &limits, &mut |_| {});
            (square, -line.score.0)
        })
        .collect();
    let best = scored.iter().map(|&(_, score)| score).max();
    let passable: Vec<Square> = scored
        .iter()
        .filter(|&&(_, score)| best.is_some_and(|best| score >= best - LOSS))
        .map(|&(square, _)| square)
        .collect();
    random.choose(&passable).expect("there is a move")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a game of random moves with arbitrary scores.
    pub(crate) fn random_game(seed: u64) -> Game {
        let mut random = Random::new(seed);
        let opening = opening::random_moves(Position::START, 8, &mut random);
        let (mut position, mut side) = (opening, 1);
        let mut plies = Vec::new();
        while !position.is_over() {
            if position.moves() == 0 {
                position = position.pass();
                side = -side;
            }
            let square = opening::random_move(position, &mut random).expect("there is a move");
            plies.push(Ply {
                square,
                score: i16::try_from(random.below(12_801)).expect("it is small") - 6400,
                exact: random.below(2) == 0,
                random: random.below(2) == 0,
            });
            position = position.play(square).expect("it is a move");
            side = -side;
        }
        Game {
            number: random.below(u32::MAX),
            opening,
            plies,
            result: i8::try_from(side * position.final_score()).expect("there are 64 discs"),
        }
    }
}
