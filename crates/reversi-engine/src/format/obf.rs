//! OBF, the format of problem files, one per line. A problem may also be a game in other
//! notations, so this is the reader of all front ends.

use reversi_core::{GameRecord, Ply};

use crate::error::BYTE_ORDER_MARK;
use crate::format::board::read_position;
use crate::format::ggf;
use crate::{ReadError, Score};

/// A game that leads to a position, and known scores there: of moves, or, without one, the best.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    /// The game that leads to the position.
    pub game: GameRecord,
    /// The known scores there, for the side to move.
    pub scores: Scores,
}

/// Reads a game as people have it:
///
/// - moves from the initial position: `f5d6c3`, `F5 D6`, `f5-d6` or `1. f5 d6 2. c3`;
/// - a position as [`Position`](crate::Position) reads it, or one of these with what OBF
///   adds: `#40` before it, scores of moves after it, and a comment after `%`;
/// - a game in [GGF](crate::format::ggf).
///
/// If a sign of such a text is lost, added, or replaced by one that is no other square,
/// disc or side, the result is an error or the same position. Some names of properties in
/// a GGF game with less than two moves are an exception.
pub fn read_game(text: &str) -> Result<GameRecord, ReadError> {
    match read(text)? {
        Some(problem) => Ok(problem.game),
        None => Err(ReadError::new(0, "expected moves, a position or a game")),
    }
}

/// Reads a line as [`read_game`] does, with the scores after a position; `None` if it has only
/// white space or a comment.
///
/// ```
/// use reversi_engine::{Position, Score, format::obf};
///
/// let line = format!("{}; f5:+0; d3:-1.5;", Position::START);
/// let problem = obf::read(&line)?.expect("it is a position");
/// assert_eq!(problem.scores[1], (Some("d3".parse()?), Score(-150)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Option<Problem>, ReadError> {
    let body = text.trim_start_matches(BYTE_ORDER_MARK).trim();
    let offset = body.as_ptr().addr() - text.as_ptr().addr();
    let problem = if body.is_empty() || body.starts_with('%') {
        Ok(None)
    } else if body.contains("(;") {
        let game = ggf::read(body).map(|ggf| ggf.game);
        game.map(|game| (game, Vec::new())).map(Some)
    } else {
        read_line(body).map(Some)
    };
    let problem = problem.map_err(|error| error.moved(offset))?;
    Ok(problem.map(|(game, scores)| Problem { game, scores }))
}

/// Scores of moves, or of the position.
pub type Scores = Vec<(Option<Ply>, Score)>;

fn read_line(line: &str) -> Result<(GameRecord, Scores), ReadError> {
    let body = without_label(line)?;
    let read = if body.bytes().take(2).any(|byte| byte.is_ascii_digit()) {
        let mut game = GameRecord::default();
        let played = game.play_moves(body).map(|()| (game, Vec::new()));
        played.map_err(ReadError::from)
    } else {
        read_problem(body)
    };
    read.map_err(|error| error.moved(line.len() - body.len()))
}

/// Reads a position and the scores after it. Only a position may have a comment or scores after it,
/// because its length is known: in moves, a damaged sign would start them.
fn read_problem(line: &str) -> Result<(GameRecord, Scores), ReadError> {
    let line = line.split('%').next().unwrap_or_default();
    let mut fields = line.split(';');
    let board = fields.next().unwrap_or_default();
    let game = read_position(board).map(GameRecord::new)?;
    let mut scores = Vec::new();
    let mut begin = board.len() + 1;
    for field in fields {
        let text = field.trim();
        if !text.is_empty() {
            let score = read_score(&game, text).map_err(|error| {
                let byte = begin + field.len() - field.trim_start().len();
                ReadError::new(byte, format!("{text:?}: {error}"))
            });
            scores.push(score?);
        }
        begin += field.len() + 1;
    }
    Ok((game, scores))
}

fn without_label(text: &str) -> Result<&str, ReadError> {
    let Some(label) = text.strip_prefix('#') else {
        return Ok(text);
    };
    let after = label.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if after.len() == label.len() || !after.starts_with(char::is_whitespace) {
        let message = "expected a number and a position after `#`; a comment starts with %";
        return Err(ReadError::new(0, message));
    }
    Ok(after.trim_start())
}

/// Reads a score in discs, alone or after a legal ply and a colon. The error is a message.
fn read_score(game: &GameRecord, field: &str) -> Result<(Option<Ply>, Score), String> {
    let (ply, score) = match field.split_once(':') {
        Some((ply, score)) => (Some(ply.trim()), score.trim()),
        None => (None, field),
    };
    let ply = ply.map(str::parse).transpose();
    let (Ok(ply), Ok(discs @ -64.0..=64.0)) = (ply, score.parse::<f64>()) else {
        let expected = "expected a score from -64 to 64, alone or after a move and a colon";
        return Err(expected.to_owned());
    };
    if let Some(ply) = ply {
        game.clone().play(ply).map_err(|error| error.to_string())?;
    }
    Ok((ply, Score((discs * 100.0).round() as i32)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use reversi_core::Disc;

    use super::*;
    use crate::position::position_of;
    use crate::testing::random_game;

    /// The signs of a game. A test loses, adds or replaces each of them.
    const SIGNS: &str = "XO-*.xobWw a1 f58 pPsS #%;:+/\\()[]{}\n\u{e9}0BTK";

    /// Returns the texts that must all be read as `game`, each with the kinds of signs that can
    /// replace one another.
    fn texts(game: &GameRecord) -> Vec<(String, [&'static str; 2])> {
        let moves = ["abcdefghABCDEFGH", "12345678"];
        let discs = ["XxBb*OoWw-.", ""];
        let both = ["abcdefghABCDEFGHXx*OoWw-.", "12345678"];
        let plies = game.plies().iter().map(|(_, ply)| ply.to_string());
        let plies: Vec<String> = plies.collect();
        let numbered = plies.chunks(2).enumerate().map(|(index, plies)| {
            let number = index + 1;
            format!("{number}. {}", plies.join(" "))
        });
        let now = game.now();
        let rows = now.board().to_string();
        let squares = rows.replace('\n', "");
        let side = &now.to_move().name()[..1];
        let ply = now.legal_moves().next().map_or(Ply::Pass, Ply::Place);
        let score = if position_of(now).is_over() {
            ";"
        } else {
            &format!("; {ply}:+2;")
        };
        let mut texts = vec![
            (format!("{squares} {side}"), discs),
            (format!("{rows}{side}\n"), discs),
            (format!("#40 {squares} {side}{score} +2; % why"), discs),
        ];
        if plies.len() > 1 {
            let names = game.plies().iter().zip(&plies).map(|((before, _), ply)| {
                let name = if before.to_move() == Disc::Black {
                    "B"
                } else {
                    "W"
                };
                format!("{name}[{ply}/1.5/2]")
            });
            let start = "8 ---------------------------O*------*O--------------------------- *";
            let names: String = names.collect();
            texts.extend([
                (plies.concat(), moves),
                (plies.join(" ").to_uppercase(), moves),
                (plies.join("-"), moves),
                (numbered.collect::<Vec<_>>().join(" "), moves),
                (format!("(;GM[Othello]PB[a]PW[b]TY[8]{names};)"), moves),
            ]);
            let game = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[{start}]{names};)");
            texts.push((game, both));
        }
        texts
    }

    #[test]
    fn an_error_names_its_offset() {
        for (text, message) in [
            (
                "\u{feff}f5d5",
                "at byte 5: move 2: white cannot play d5: the ",
            ),
            ("f5d6 c3a1", "at byte 7: move 4: white cannot play a1: the "),
            ("XO?", "at byte 2: unexpected '?' in a position"),
            ("XO-", "at byte 3: a position needs 64 squares, found 3"),
            (" ", "at byte 0: expected moves, a position or a game"),
        ] {
            let error = read_game(text).expect_err("it is wrong");
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn a_damaged_sign_gives_an_error_or_the_same_position(
            choices in prop::collection::vec(any::<usize>(), 0..70),
            at: prop::sample::Index,
            sign: prop::sample::Index,
            change in 0..3,
        ) {
            let game = random_game(&choices);
            for (text, kinds) in texts(&game) {
                let expected = read(&text).expect(&text).expect("it is no comment").game;
                prop_assert_eq!(expected.now(), game.now(), "{}", text);
                let mut signs: Vec<char> = text.chars().collect();
                let new: Vec<char> = SIGNS.chars().collect();
                let (at, new) = (at.index(signs.len()), *sign.get(&new));
                match change {
                    0 => drop(signs.remove(at)),
                    1 => signs.insert(at, new),
                    _ if kinds.iter().any(|kind| kind.contains(signs[at]) && kind.contains(new)) => {
                        continue;
                    }
                    _ => signs[at] = new,
                }
                let damaged = String::from_iter(signs);
                if let Ok(Some(read)) = read(&damaged) {
                    prop_assert_eq!(read.game.now(), game.now(), "{}\n{}", text, damaged);
                }
            }
        }

        #[test]
        fn any_line_is_a_problem_or_an_error_within_it(
            line in "(#[0-9]{0,2} )?([a-h][1-8]|[XO-]{64}|[XO-]{8}|\\PC| [XO]|;|f5|:|[+]2){0,8}\
                (\\(;)?((GM|TY|BO|B|W|TI)\\[(Othello|8|F5|D6|PA|8 \\PC{0,70}|\\PC{0,8})\\]?){0,6}(;\\))?",
        ) {
            if let Ok(ggf) = ggf::read(&line) {
                let _ = ggf.time_left(Disc::Black);
                prop_assert_eq!(ggf.notes.len(), ggf.game.plies().len());
            }
            if let Err(error) = read(&line) {
                prop_assert!(line.is_char_boundary(error.byte), "{error}");
                prop_assert!(error.in_text(&line).contains(&error.message));
            }
        }
    }
}
