//! Othello games in SGF as saved by GoGui and Quarry: only what is needed to
//! continue such a game.

use std::error::Error;
use std::fmt;

use reversi_core::Disc;

use crate::Square;
use crate::game::{GameRecord, IllegalPly, Ply, Setup};

/// Reads the main line of the first game in `text`, at most `count` moves. Moves
/// are `B[f5]` or, as in Go, `B[fe]`, from the upper left corner. An empty move is a
/// pass.
pub fn read(text: &str, count: usize) -> Result<GameRecord, SgfError> {
    let begin = text.find("(;").ok_or(SgfError {
        byte: 0,
        reason: SgfReason::NoBegin,
    })?;
    let mut game = GameRecord::new(Setup::START);
    let mut number = 0;
    let mut name = String::new();
    let mut glyphs = text[begin..].char_indices();
    while let Some((index, glyph)) = glyphs.next() {
        match glyph {
            // The first variation is the main line.
            ')' => return Ok(game),
            '[' => {
                let value = value(&mut glyphs);
                let error = |reason| SgfError {
                    byte: begin + index + 1,
                    reason,
                };
                let value = value.ok_or(error(SgfReason::NoEnd))?;
                let disc = match name.as_str() {
                    "B" => Disc::Black,
                    "W" => Disc::White,
                    _ => continue,
                };
                if number == count {
                    return Ok(game);
                }
                number += 1;
                let ply = ply(&value).ok_or_else(|| error(SgfReason::NoPly(number, value)))?;
                game.follow_as(disc, ply)
                    .map_err(|illegal| error(SgfReason::Illegal(number, illegal)))?;
            }
            ']' => {}
            _ if glyph.is_ascii_uppercase() => {
                if !matches!(text[..begin + index].bytes().last(), Some(b'A'..=b'Z')) {
                    name.clear();
                }
                name.push(glyph);
            }
            _ => {}
        }
    }
    Err(SgfError {
        byte: text.len(),
        reason: SgfReason::NoEnd,
    })
}

/// Reads the rest of a value, including its closing bracket.
fn value(glyphs: &mut impl Iterator<Item = (usize, char)>) -> Option<String> {
    let mut value = String::new();
    loop {
        match glyphs.next()?.1 {
            ']' => return Some(value),
            '\\' => value.push(glyphs.next()?.1),
            glyph => value.push(glyph),
        }
    }
}

fn ply(value: &str) -> Option<Ply> {
    let value = value.trim();
    if value.is_empty() || value == "tt" {
        return Some(Ply::Pass);
    }
    if let Ok(ply) = value.parse() {
        return Some(ply);
    }
    match *value.as_bytes() {
        [column @ b'a'..=b'h', row @ b'a'..=b'h'] => {
            let index = u32::from(row - b'a') * 8 + u32::from(column - b'a');
            Square::from_index(index).map(Ply::Place)
        }
        _ => None,
    }
}

/// The error for a text that is not a game in SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// The byte offset of the error in the text.
    pub byte: usize,
    /// The reason.
    pub reason: SgfReason,
}

/// The reason for an error in SGF. Moves are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfReason {
    /// There is no `(;`.
    NoBegin,
    /// There is no `)`, or no `]`.
    NoEnd,
    /// This is not a move.
    NoPly(usize, String),
    /// This move is illegal.
    Illegal(usize, IllegalPly),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} of the game: ", self.byte)?;
        match &self.reason {
            SgfReason::NoBegin => f.write_str("missing \"(;\" at the start of a game"),
            SgfReason::NoEnd => f.write_str("missing \"]\" or \")\""),
            SgfReason::NoPly(number, found) => {
                write!(f, "move {number}, {found:?}: expected a square or a pass")
            }
            SgfReason::Illegal(number, error) => write!(f, "move {number}: {error}"),
        }
    }
}

impl Error for SgfError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::moves;
    use proptest::prelude::*;

    #[test]
    fn both_notations_of_a_square_are_read() {
        for text in [
            "(;GM[2]FF[4]SZ[8]PB[a \\] b];B[f5];W[d6];B[c3])",
            "(;GM[2]SZ[8];B[fe]C[good];W[df](;B[cc])(;B[f7]))",
        ] {
            let game = read(text, usize::MAX).expect("it is right");
            assert_eq!(moves::write(&game), "f5d6c3", "{text}");
        }
    }

    #[test]
    fn at_most_the_requested_number_of_moves_is_played() {
        let text = "(;GM[2];B[f5];W[d6];B[a1])";
        let game = read(text, 2).expect("the first two are right");
        assert_eq!(moves::write(&game), "f5d6");
        let error = read(text, 3).expect_err("the third is illegal").to_string();
        let message =
            "at byte 22 of the game: move 3: black cannot play a1: the move flips no disc";
        assert_eq!(error, message);
    }

    proptest! {
        #[test]
        fn any_text_is_a_game_or_an_error(
            text in "(\\(;)?((GM|B|W|C)\\[(2|f5|df|\\PC{0,8})\\]?[;()]{0,2}){0,6}\\)?",
        ) {
            let _ = read(&text, usize::MAX);
        }
    }
}
