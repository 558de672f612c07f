//! Exercises: positions shortly before the end in which exactly one move wins.

use serde::Serialize;

/// The positions, one per line: the squares and the side to move. They are from random games, and
/// the engine solved them.
const POSITIONS: &str = include_str!("exercises.txt");

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exercise {
    /// The squares, row by row: `B`, `W`, or `U` for an empty one.
    pub board: &'static str,
    /// The side to move: `black` or `white`.
    pub mover: &'static str,
}

pub fn all() -> Vec<Exercise> {
    let lines = POSITIONS.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(board, mover)| Exercise { board, mover })
        .collect()
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
            let game = question::read(board, 8, 8, mover).expect("it is a position");
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
