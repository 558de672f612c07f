//! OBF: positions with the scores of their moves, one a line.

use std::error::Error;
use std::fmt;

use crate::PositionError;
use crate::game::{Ply, Setup};

/// A position and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub setup: Setup,
    /// The final disc differences, for the side to move, of some of its moves.
    pub scores: Vec<(Ply, i32)>,
    /// The best of all its moves' scores, where it is given without a move.
    pub score: Option<i32>,
}

impl Problem {
    /// The score with best play, if the line tells it.
    pub fn best(&self) -> Option<i32> {
        let listed = self.scores.iter().map(|&(_, score)| score).max();
        self.score.or(listed)
    }

    /// The score of one of its moves, if the line tells it.
    pub fn score_of(&self, ply: Ply) -> Option<i32> {
        let listed = self.scores.iter().find(|(other, _)| *other == ply);
        listed.map(|&(_, score)| score)
    }
}

/// Reads a line; `None` if it is empty or a comment, which begins with `%` or
/// `#`. A line without scores is a plain position.
pub fn read(line: &str) -> Result<Option<Problem>, ObfError> {
    let line = line.split('%').next().unwrap_or_default();
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return Ok(None);
    }
    let mut fields = line.split(';');
    let setup = fields
        .next()
        .unwrap_or_default()
        .parse()
        .map_err(ObfError::Position)?;
    let mut problem = Problem {
        setup,
        scores: Vec::new(),
        score: None,
    };
    for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
        let wrong = || ObfError::Field {
            found: field.to_owned(),
            byte: field.as_ptr() as usize - line.as_ptr() as usize,
        };
        let score = |text: &str| match text.trim().parse() {
            Ok(score @ -64..=64) => Ok(score),
            _ => Err(wrong()),
        };
        match field.split_once(':') {
            Some((ply, text)) => {
                let ply = ply.trim().parse().map_err(|_| wrong())?;
                problem.scores.push((ply, score(text)?));
            }
            None => problem.score = Some(score(field)?),
        }
    }
    Ok(Some(problem))
}

/// The line without its end, as [`read`] reads it.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.setup)?;
        for (ply, score) in &self.scores {
            write!(f, " {ply}:{score:+};")?;
        }
        if let Some(score) = self.score {
            write!(f, " {score:+};")?;
        }
        Ok(())
    }
}

/// Why a line is no problem. Bytes of the line count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObfError {
    /// What stands before the first semicolon is no position.
    Position(PositionError),
    /// What stands between semicolons is no score.
    Field {
        /// What it is.
        found: String,
        /// Where it begins.
        byte: usize,
    },
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Field { found, byte } => write!(
                f,
                "{found:?} at byte {byte} is no score from -64 to 64, alone or after a move and a colon"
            ),
        }
    }
}

impl Error for ObfError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::moves::random_game;
    use proptest::prelude::*;

    fn ply() -> impl Strategy<Value = Ply> {
        (0..65_u32).prop_map(|index| crate::Square::from_index(index).map_or(Ply::Pass, Ply::Place))
    }

    proptest! {
        #[test]
        fn a_problem_is_read_as_it_is_written(
            choices in prop::collection::vec(any::<usize>(), 0..70),
            scores in prop::collection::vec((ply(), -64..=64), 0..5),
            score in prop::option::of(-64..=64),
        ) {
            let setup = random_game(Setup::START, &choices).now();
            let problem = Problem { setup, scores, score };
            prop_assert_eq!(read(&problem.to_string()), Ok(Some(problem)));
        }

        #[test]
        fn any_line_is_a_problem_or_an_error(line in "([XO-]{64})?[XO ]{0,3}(;\\PC{0,8}){0,3}") {
            let _ = read(&line);
        }
    }

    #[test]
    fn comments_plain_positions_and_single_scores_are_read() {
        assert_eq!(read("% FFO"), Ok(None));
        assert_eq!(read(" \r"), Ok(None));
        let board = Setup::START.to_string();
        let plain = read(&board).expect("it is right").expect("it is a problem");
        assert_eq!((plain.setup, plain.best()), (Setup::START, None));
        let single = read(&format!("{board}; -2;")).expect("it is right");
        assert_eq!(single.expect("it is a problem").best(), Some(-2));
        let two = read(&format!("{board}; F5:-4; D3:+0; % 0 is best")).expect("it is right");
        let two = two.expect("it is a problem");
        assert_eq!(two.best(), Some(0));
        assert_eq!(two.score_of("f5".parse().expect("a ply")), Some(-4));
    }

    #[test]
    fn an_error_says_what_and_where() {
        let board = Setup::START.to_string();
        for (line, message) in [
            (
                format!("{board}; F5:+66;"),
                r#""F5:+66" at byte 68 is no score"#,
            ),
            (
                format!("{board}; i9:+6;"),
                r#""i9:+6" at byte 68 is no score"#,
            ),
            ("XO?".to_owned(), "'?' at byte 2 is no part of a position"),
        ] {
            let error = read(&line).expect_err("it is wrong").to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
