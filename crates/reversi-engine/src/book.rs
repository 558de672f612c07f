//! An opening book: the scores of the best moves of positions, from the initial one on.
//!
//! A book is a text in OBF, with a position that was searched and its best moves per line.
//! Positions that are symmetric to each other are the same. The score of a move is that of the
//! position after it, if the book has it.

use std::collections::HashMap;
use std::io;

use reversi_core::{Ply, Square};

use crate::format::obf::Problem;
use crate::input::problems;
use crate::position::position_of;
use crate::{Line, Position, Score, squares_in};

/// The largest number of moves per position.
pub(crate) const MOVES: usize = 3;

/// The cost of each ply when choosing the next position to search, in hundredths of a disc. Without
/// it, the book would only follow the best moves to the end of the game.
const PLY: i32 = 25;

/// An opening book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// For each canonical position, those after its best moves, and the moves' scores.
    moves: HashMap<Position, Vec<(Position, i32)>>,
}

impl Book {
    /// Reads a book.
    pub fn read(bytes: &[u8]) -> io::Result<Self> {
        let mut book = Self::default();
        for line in problems(bytes) {
            let (number, problem) = line?;
            let invalid = |error| format!("line {number}, {error}");
            book.insert(problem.map_err(|error| io::Error::other(invalid(error)))?);
        }
        book.update_scores();
        Ok(book)
    }

    /// Returns an error unless the book has the initial position.
    pub(crate) fn check_start(&self) -> io::Result<()> {
        let missing = "not a book: the initial position is missing";
        let start = self.probe(Position::START);
        start.map(drop).ok_or_else(|| io::Error::other(missing))
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn add(&mut self, problem: Problem) {
        self.insert(problem);
        self.update_scores();
    }

    fn insert(&mut self, Problem { game, scores }: Problem) {
        let position = position_of(game.now());
        let next = |(ply, score): (Option<Ply>, Score)| match ply {
            Some(Ply::Place(at)) => Some((position.play(at)?.canonical(), score.0)),
            Some(Ply::Pass) | None => None,
        };
        let moves = scores.into_iter().filter_map(next).collect();
        self.moves.insert(position.canonical(), moves);
    }

    /// In increasing order of empty squares.
    fn positions(&self) -> Vec<Position> {
        let mut positions: Vec<Position> = self.moves.keys().copied().collect();
        positions.sort_unstable_by_key(|position| (position.empties(), *position));
        positions
    }

    fn best_score(&self, position: Position) -> Option<i32> {
        let moves = self.moves.get(&position)?;
        moves.iter().map(|&(_, score)| score).max()
    }

    fn update_scores(&mut self) {
        for position in self.positions() {
            let mut moves = std::mem::take(self.moves.get_mut(&position).expect("it is its own"));
            for (next, score) in &mut moves {
                *score = self.best_score(*next).map_or(*score, |best| -best);
            }
            self.moves.insert(position, moves);
        }
    }

    /// Returns the best move of `position` as a line without a depth, if the book has it.
    pub fn probe(&self, position: Position) -> Option<Line> {
        let moves = self.moves.get(&position.canonical())?;
        let &(next, score) = moves.iter().max_by_key(|&&(next, score)| (score, next))?;
        let leads_there = |&at: &Square| position.play(at).map(Position::canonical) == Some(next);
        let at = squares_in(position.moves()).find(leads_there)?;
        Some(Line::without_search(at, Score(score)))
    }

    /// Returns the position to search next: the one whose path loses the least. `None` if every
    /// line has ended.
    pub(crate) fn next(&self) -> Option<Position> {
        let start = Position::START.canonical();
        if !self.moves.contains_key(&start) {
            return Some(start);
        }
        let mut costs = HashMap::from([(start, 0)]);
        let mut cheapest = None;
        for position in self.positions().into_iter().rev() {
            let (Some(&cost), Some(best)) = (costs.get(&position), self.best_score(position))
            else {
                continue;
            };
            for &(next, score) in &self.moves[&position] {
                let cost = cost + best - score + PLY;
                if self.moves.contains_key(&next) {
                    let least = costs.entry(next).or_insert(cost);
                    *least = cost.min(*least);
                } else if next.moves() != 0 {
                    let known = cheapest.unwrap_or((cost, next));
                    cheapest = Some(known.min((cost, next)));
                }
            }
        }
        cheapest.map(|(_, position)| position)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_core::{Disc, GameRecord, Symmetry};

    use super::*;
    use crate::testing::{board, random_position};

    fn after(moves: &str) -> Position {
        let game = moves.parse::<GameRecord>();
        position_of(game.expect("it is a game").now())
    }

    #[test]
    fn a_move_has_the_score_of_the_position_after_it_and_the_cheapest_one_is_next() {
        let mut text = format!("{}; f5:+1;\n", Position::START);
        for (moves, scores, score, next) in [
            ("f5", "d6:+0.5; f4:-4;", -50, "f5d6"),
            ("f5d6", "c3:+2", 200, "f5d6c3"),
            ("f5d6c3", "d3:-5", 400, "f5f4"),
        ] {
            text = format!("{}; {scores}\n{text}", after(moves));
            let book = Book::read(text.as_bytes()).expect("it is a book");
            let line = book.probe(Position::START).expect("the book has it");
            assert_eq!(line.score, Score(score));
            assert_eq!(book.next(), Some(after(next).canonical()));
        }
    }

    proptest! {
        #[test]
        fn every_image_of_a_position_has_the_best_move(
            choices in prop::collection::vec(any::<usize>(), 60), empties in 5..60_u32,
        ) {
            let position = random_position(&choices, empties);
            let Some(best) = squares_in(position.moves()).last() else { return Ok(()) };
            let scores = squares_in(position.moves()).zip(1..);
            let scores = scores.map(|(at, score)| format!("; {at}:{score}"));
            let text = format!("{position}{}", scores.collect::<String>());
            let book = Book::read(text.as_bytes()).expect("it is a book");
            let next = position.play(best).map(Position::canonical);
            for symmetry in Symmetry::ALL {
                let image = Position::of(&symmetry.board(&board(position)), Disc::Black);
                let image = image.expect("it is 8×8");
                let line = book.probe(image).expect("the book has it");
                prop_assert_eq!(image.play(line.moves[0]).map(Position::canonical), next);
                prop_assert_eq!(line.score.0, 100 * position.moves().count_ones() as i32);
            }
        }
    }
}
