//! A position as 64 signs and the side to move, which OBF, GGF and the front ends share.

use std::str::FromStr;

use reversi_core::{Board, Disc, Game, Rules, Size};

use crate::position::position_of;
use crate::{Position, ReadError};

fn disc_of(sign: char) -> Option<Disc> {
    match sign {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Disc::Black),
        'O' | 'o' | 'W' | 'w' => Some(Disc::White),
        _ => None,
    }
}

/// Reads 64 signs and the side to move: `X`, `x`, `*`, `B` or `b` for black, `O`, `o`, `W` or `w`
/// for white, `-` or `.` for an empty square. White space is between rows and before the side to
/// move only.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(position_of(&read_position(text)?))
    }
}

pub(crate) fn read_position(text: &str) -> Result<Game, ReadError> {
    let wrong = |byte, message: String| Err(ReadError::new(byte, message));
    let (mut board, mut side) = (Board::empty(Size::EIGHT), None);
    let (mut found, mut gap) = (0_u32, None);
    let mut squares = Size::EIGHT.squares();
    let end = text.trim_end().len();
    for (byte, sign) in text[..end].char_indices() {
        if sign.is_whitespace() {
            gap = gap.or(Some(byte));
            continue;
        }
        let disc = disc_of(sign);
        if disc.is_none() && !matches!(sign, '-' | '.') {
            return wrong(byte, format!("unexpected {sign:?} in a position"));
        }
        let (row, column) = (found / 8 + 1, found % 8);
        match (squares.next(), gap.take()) {
            (Some(_), Some(gap)) if column > 0 => {
                let message = format!("row {row} has {column} squares before white space");
                return wrong(gap, format!("{message}, expected 8"));
            }
            (Some(at), _) => {
                found += 1;
                if let Some(disc) = disc {
                    board.put(at, disc);
                }
            }
            (None, Some(_)) if side.is_none() && disc.is_some() => side = disc,
            (None, _) => {
                let message = "expected only white space and the side to move after 64 squares";
                return wrong(byte, format!("{message}, found {sign:?}"));
            }
        }
    }
    if found < 64 {
        let message = format!("a position needs 64 squares, found {found}");
        return wrong(end, message);
    }
    let Some(side) = side else {
        return wrong(end, "the side to move is missing: X or O".to_owned());
    };
    Ok(Game::resume(Rules::OTHELLO, board, side).expect("it is 8×8"))
}
