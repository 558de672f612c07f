//! Exercises: positions shortly before the end in which exactly one move wins.

use serde::Serialize;

/// The positions, a line each: the squares row by row as `X` (black), `O` (white) and `-`,
/// and the side to move. They are from random games, and were solved by the engine.
const POSITIONS: &str = include_str!("exercises.txt");

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exercise {
    /// The squares, row by row: `B`, `W`, or `U` for an empty one.
    pub board: String,
    /// The side to move: `black` or `white`.
    pub mover: &'static str,
}

pub fn all() -> Vec<Exercise> {
    let exercise = |line: &str| {
        let (board, mover) = line.split_once(' ')?;
        Some(Exercise {
            board: board.replace('X', "B").replace('O', "W").replace('-', "U"),
            mover: if mover == "X" { "black" } else { "white" },
        })
    };
    POSITIONS.lines().filter_map(exercise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::analysis::{start, step};
    use crate::engine::players::Players;
    use crate::engine::question;

    #[test]
    fn in_each_exercise_exactly_one_move_wins() {
        let mut players = Players::default();
        assert!(all().len() >= 12);
        for Exercise { board, mover } in all() {
            let game = question::read(&board, 8, 8, mover).expect("it is a position");
            let mut analysis = start(&game, &mut players).expect("a supported board");
            let steps =
                std::iter::from_fn(|| step(&mut analysis, &mut players).expect("it can go on"));
            let last = steps.last().expect("there is a move");
            assert!(last.exact, "{board}");
            let winning = last.moves.iter().filter(|one| one.score > 0.0).count();
            assert_eq!(winning, 1, "{board}");
            assert!(last.moves.len() >= 5, "{board}");
        }
    }
}
