//! Files of games, one per line, so that files can be concatenated:
//!
//! ```text
//! 17 f5 d6 c3 d3 c4 f4 f6 e6 c5~-75 b4?120 … a1=600
//! ```
//!
//! The number of the game, the moves of its opening, and each further move with the result of the
//! search before it: a mark, [`ESTIMATE`], [`EXACT`] or [`RANDOM`], and the score for the side to
//! move in hundredths of a disc. Passes are not written. Lines that start with `#` are comments.

use std::fmt;
use std::fs;
use std::path::Path;

use reversi_core::Square;
use reversi_engine::Position;

use crate::{Result, in_file};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TrainingGame {
    /// The number of the game, which seeds its random numbers.
    pub(crate) number: u32,
    /// Without passes.
    pub(crate) opening: Vec<Square>,
    /// The moves after the opening, without passes.
    pub(crate) moves: Vec<TrainingMove>,
}

/// A move of a game, with the result of the search before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrainingMove {
    pub(crate) position: Position,
    pub(crate) square: Square,
    pub(crate) mark: char,
    /// For the side to move, in hundredths of a disc.
    pub(crate) score: i16,
}

/// The mark of the best move of a search that did not reach the end of the game.
pub(crate) const ESTIMATE: char = '~';

/// The mark of a move with the score of perfect play.
pub(crate) const EXACT: char = '=';

/// The mark of a random move, which may be bad. Its score is an estimate.
pub(crate) const RANDOM: char = '?';

const MARKS: [char; 3] = [ESTIMATE, EXACT, RANDOM];

impl fmt::Display for TrainingGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        for square in &self.opening {
            write!(f, " {square}")?;
        }
        for own in &self.moves {
            write!(f, " {}{}{}", own.square, own.mark, own.score)?;
        }
        Ok(())
    }
}

impl TrainingGame {
    /// Returns `None` if the line is not a game.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut game = Self {
            number: words.next()?.parse().ok()?,
            opening: Vec::new(),
            moves: Vec::new(),
        };
        let mut position = Position::START;
        for word in words {
            if position.moves() == 0 {
                position = position.pass();
            }
            let (square, search) = word.split_at_checked(2)?;
            let square = square.parse().ok()?;
            let next = position.play(square)?;
            if search.is_empty() && game.moves.is_empty() {
                game.opening.push(square);
            } else {
                let mark = search.chars().next()?;
                let is_mark = MARKS.contains(&mark);
                game.moves.push(TrainingMove {
                    position,
                    square,
                    mark: is_mark.then_some(mark)?,
                    score: search[1..].parse().ok()?,
                });
            }
            position = next;
        }
        Some(game)
    }
}

pub(crate) fn read(path: &Path) -> Result<Vec<TrainingGame>> {
    let text = fs::read_to_string(path).map_err(in_file(path))?;
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !line.starts_with('#') {
            let error = || in_file(path)(format!("line {number} is not a game: `{line}`"));
            games.push(TrainingGame::parse(line).ok_or_else(error)?);
        }
    }
    Ok(games)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;
    use reversi_engine::{Random, squares_in};

    use crate::positions::random_moves;

    /// Returns a game of random moves with arbitrary scores as a line.
    fn random_line(seed: u64) -> String {
        let mut random = Random::new(seed);
        let mut words = vec![random.below(u32::MAX).to_string()];
        let mut position = Position::START;
        while !position.is_over() {
            let next = random_moves(position, 1, &mut random);
            let placed = squares_in(position.empty() & !next.empty()).next();
            let mut word = placed.expect("there is another disc").to_string();
            if position.empties() <= 52 {
                word.push(random.choose(&MARKS).expect("there are three"));
                word += &(random.below(12_801).cast_signed() - 6400).to_string();
            }
            words.push(word);
            position = next;
        }
        words.join(" ")
    }

    pub(crate) fn random_game(seed: u64) -> TrainingGame {
        TrainingGame::parse(&random_line(seed)).expect("it is a game")
    }

    proptest! {
        #[test]
        fn a_written_game_is_read_back(seed in any::<u64>()) {
            prop_assert_eq!(random_game(seed).to_string(), random_line(seed));
        }

        #[test]
        fn any_line_is_a_game_or_none(line in "[0-9]{0,2}( [a-h][1-8][~=?]?\\PC{0,2}){0,4}") {
            let _ = TrainingGame::parse(&line);
        }
    }

    #[test]
    fn a_line_that_is_not_a_game_is_an_error_with_its_number() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games");
        for wrong in ",x f5,1 a1,1 f5 f5,1 f5~,1 f5~1 d6,1 f5~99999,1 f5!1,1 f".split(',') {
            let text = format!("# comment\n1 f5 d6~-3\n{wrong}\n");
            fs::write(&path, text).expect("it can be written");
            let error = read(&path).expect_err("it is wrong").to_string();
            let expected = format!("line 3 is not a game: `{wrong}`");
            assert!(error.ends_with(&expected), "{error}");
        }
    }
}
