//! Games as a sequence of moves, `f5d6c3…`.

use std::error::Error;
use std::fmt;

use crate::game::{GameRecord, IllegalPly, Ply, PlyError, Setup};

/// Reads the moves of a game that starts with `start`. Letters may be upper case,
/// and there may be spaces between moves. Forced passes (`pa`, `ps` or `--`) are
/// optional.
///
/// ```
/// use reversi_engine::format::moves;
/// use reversi_engine::game::Setup;
///
/// let game = moves::read("F5d6 c3", Setup::START)?;
/// assert_eq!(moves::write(&game), "f5d6c3");
/// # Ok::<(), moves::MovesError>(())
/// ```
pub fn read(text: &str, start: Setup) -> Result<GameRecord, MovesError> {
    let mut game = GameRecord::new(start);
    play(&mut game, text)?;
    Ok(game)
}

/// Plays the moves of `text` in `game`, up to the first invalid one.
pub fn play(game: &mut GameRecord, text: &str) -> Result<(), MovesError> {
    let mut rest = text;
    for number in 1.. {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let length = rest.chars().take(2).map(char::len_utf8).sum();
        let (word, after) = rest.split_at(length);
        let wrong = |reason| MovesError {
            number,
            byte: text.len() - rest.len(),
            found: word.trim_end().to_owned(),
            reason,
        };
        let ply = word.parse().map_err(|error| wrong(Reason::NoPly(error)))?;
        game.follow(ply)
            .map_err(|error| wrong(Reason::Illegal(error)))?;
        rest = after;
    }
    Ok(())
}

/// Returns the moves of `game` in lower case. Passes are omitted, except one at the
/// end, which no move implies.
pub fn write(game: &GameRecord) -> String {
    let last = game.plies().len().saturating_sub(1);
    let shown = |number, ply| ply != Ply::Pass || number == last;
    let plies = game.plies().iter().enumerate();
    plies
        .filter(|&(number, &(_, ply))| shown(number, ply))
        .map(|(_, (_, ply))| ply.to_string())
        .collect()
}

/// The error for an invalid sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesError {
    /// The number of the invalid move, from 1. Written passes count.
    pub number: usize,
    /// Its byte offset in the text.
    pub byte: usize,
    /// The invalid text.
    pub found: String,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a move in a text is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not a move.
    NoPly(PlyError),
    /// It is an illegal move.
    Illegal(IllegalPly),
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            byte,
            found,
            reason,
        } = self;
        write!(f, "move {number} at byte {byte}, {found:?}: ")?;
        match reason {
            Reason::NoPly(error) => error.fmt(f),
            Reason::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for MovesError {}

/// Reads a position, or the moves that lead to it, as typed on a command line.
///
/// A text that contains a digit is a sequence of moves from the initial position.
/// Any other text is 64 squares and a side to move. An empty text is the initial
/// position.
pub fn position_or_moves(text: &str) -> Result<GameRecord, PositionOrMovesError> {
    let text = text.trim();
    let is_moves = text.is_empty() || text.bytes().any(|byte| byte.is_ascii_digit());
    if is_moves {
        read(text, Setup::START).map_err(PositionOrMovesError::Moves)
    } else {
        text.parse()
            .map(GameRecord::new)
            .map_err(PositionOrMovesError::Position)
    }
}

/// The error for a text that is neither a position nor the moves to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionOrMovesError {
    /// The text is not a valid position.
    Position(crate::PositionError),
    /// The text is not a valid sequence of moves.
    Moves(MovesError),
}

impl fmt::Display for PositionOrMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
        }
    }
}

impl Error for PositionOrMovesError {}

/// Returns a random game, for tests. Each number selects one of the legal moves.
#[cfg(test)]
pub(crate) fn random_game(start: Setup, choices: &[usize]) -> GameRecord {
    use crate::game::Turn;

    let mut game = GameRecord::new(start);
    for choice in choices {
        let ply = match game.turn() {
            Turn::Over => break,
            Turn::Pass(_) => Ply::Pass,
            Turn::Move(_) => {
                let moves = game.position().moves();
                let which = choice % moves.count_ones() as usize;
                let square = crate::squares_in(moves).nth(which);
                Ply::Place(square.expect("there are so many moves"))
            }
        };
        game.play(ply).expect("it is legal");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_written_game_is_read_back(
            choices in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let game = random_game(Setup::START, &choices);
            let text = write(&game);
            prop_assert_eq!(read(&text, Setup::START), Ok(game.clone()));
            prop_assert_eq!(read(&text.to_uppercase(), Setup::START), Ok(game.clone()));
            let with_passes: Vec<String> =
                game.plies().iter().map(|(_, ply)| ply.to_string()).collect();
            prop_assert_eq!(read(&with_passes.join(" "), Setup::START), Ok(game));
        }

        #[test]
        fn any_text_is_a_game_or_an_error_within_it(text in "([a-h][1-8]|pa|--|\\PC){0,12}") {
            if let Err(error) = read(&text, Setup::START) {
                prop_assert!(text[error.byte..].starts_with(&error.found));
            }
            let _ = position_or_moves(&text);
        }
    }

    #[test]
    fn an_error_names_the_move_and_its_offset() {
        for (text, message) in [
            (
                "f5d6 c3a1",
                r#"move 4 at byte 7, "a1": white cannot play a1: the move flips no disc"#,
            ),
            (
                "f5pa",
                r#"move 2 at byte 2, "pa": white cannot pass: it has a legal move"#,
            ),
            (
                "f5x9",
                r#"move 2 at byte 2, "x9": expected a square from a1 to h8 or a pass"#,
            ),
            (
                "f5d",
                r#"move 2 at byte 2, "d": expected a square from a1 to h8 or a pass"#,
            ),
        ] {
            let error = read(text, Setup::START).expect_err("it is wrong");
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn positions_and_moves_are_distinguished() {
        let game = position_or_moves("f5d6").expect("these are moves");
        let text = game.now().to_string();
        let same = position_or_moves(&text).expect("this is a position");
        assert_eq!(same.now(), game.now());
        assert_eq!(position_or_moves(" "), Ok(GameRecord::default()));
        let short = position_or_moves("XO-").expect_err("it is too short");
        assert!(short.to_string().contains("found 3"), "{short}");
    }
}
