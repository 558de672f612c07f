//! OBF: positions with the scores of their moves, one per line.

use std::error::Error;
use std::fmt;

use crate::PositionError;
use crate::game::{Ply, Setup};

/// A position with known scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub setup: Setup,
    /// Moves with their final disc differences, for the side to move.
    pub scores: Vec<(Ply, i32)>,
    /// The best score, if it is given without a move.
    pub score: Option<i32>,
}

impl Problem {
    /// The score with best play, if it is known.
    pub fn best(&self) -> Option<i32> {
        let listed = self.scores.iter().map(|&(_, score)| score).max();
        self.score.or(listed)
    }

    /// The score of a move, if it is known.
    pub fn score_of(&self, ply: Ply) -> Option<i32> {
        let listed = self.scores.iter().find(|(other, _)| *other == ply);
        listed.map(|&(_, score)| score)
    }
}

/// Reads a line. Returns `None` if it is empty or a comment, which starts with `%`
/// or `#`. Scores are optional.
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

/// Writes the line that [`read`] reads, without a line end.
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

/// The error for an invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObfError {
    /// The text before the first semicolon is not a position.
    Position(PositionError),
    /// A text between semicolons is not a score.
    Field {
        /// The invalid text.
        found: String,
        /// Its byte offset in the line.
        byte: usize,
    },
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Field { found, byte } => write!(
                f,
                "{found:?} at byte {byte}: expected a score from -64 to 64, alone or after a move and a colon"
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
        (0..65_u32).prop_map(|index| crate::square_at(index).map_or(Ply::Pass, Ply::Place))
    }

    proptest! {
        #[test]
        fn a_written_problem_is_read_back(
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
    fn comments_positions_and_single_scores_are_read() {
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
    fn an_error_names_the_text_and_its_offset() {
        let board = Setup::START.to_string();
        for (line, message) in [
            (
                format!("{board}; F5:+66;"),
                r#""F5:+66" at byte 68: expected a score"#,
            ),
            (
                format!("{board}; i9:+6;"),
                r#""i9:+6" at byte 68: expected a score"#,
            ),
            ("XO?".to_owned(), "unexpected '?' at byte 2 of the position"),
        ] {
            let error = read(&line).expect_err("it is wrong").to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
