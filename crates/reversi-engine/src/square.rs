//! The squares of the 8×8 board.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A square of the 8×8 board. `a1` has index 0, `b1` 1, `h8` 63. A word of a
/// [`Position`](crate::Position) represents it by the bit with its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this index; `None` from 64 on.
    pub const fn from_index(index: u32) -> Option<Self> {
        if index < 64 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The index: 0 for `a1`, then row by row to 63 for `h8`.
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The word in which only this square's bit is set.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the squares whose bits are set in `word`, from `a1` on.
    pub fn all_in(word: u64) -> impl Iterator<Item = Self> {
        let mut rest = word;
        std::iter::from_fn(move || {
            let square = Self::from_index(rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(square)
        })
    }
}

impl From<Square> for reversi_core::Square {
    fn from(square: Square) -> Self {
        Self::new(square.0 / 8, square.0 % 8)
    }
}

impl TryFrom<reversi_core::Square> for Square {
    type Error = SquareError;

    fn try_from(square: reversi_core::Square) -> Result<Self, SquareError> {
        if square.row < 8 && square.col < 8 {
            Ok(Self(square.row * 8 + square.col))
        } else {
            Err(SquareError)
        }
    }
}

/// Writes the column as a letter and the row as a digit, as in `f5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.0 % 8);
        write!(f, "{column}{}", self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a letter and a digit; the letter may be upper case.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match *text.as_bytes() {
            [column, row @ b'1'..=b'8'] => match column.to_ascii_lowercase() {
                column @ b'a'..=b'h' => Ok(Self((row - b'1') * 8 + column - b'a')),
                _ => Err(SquareError),
            },
            _ => Err(SquareError),
        }
    }
}

/// The error for a text or a square that is not on the 8×8 board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square from a1 to h8")
    }
}

impl Error for SquareError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_square_is_read_back() {
        for square in Square::all_in(u64::MAX) {
            let text = square.to_string();
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(text.to_uppercase().parse(), Ok(square));
            assert_eq!(reversi_core::Square::from(square).try_into(), Ok(square));
        }
        assert_eq!(Square::all_in(u64::MAX).count(), 64);
        for wrong in ["", "a", "a0", "a9", "i1", "a10", "5f", "é1"] {
            assert_eq!(wrong.parse::<Square>(), Err(SquareError), "{wrong}");
        }
    }
}
