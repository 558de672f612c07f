//! Squares of a board, and directions.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A square of a board: row and column, counted from zero at the top left.
///
/// Every pair of numbers is a `Square`; [`Size::contains`](crate::Size::contains)
/// checks that it is on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, 0 at the top.
    pub row: u8,
    /// The column, 0 at the left.
    pub col: u8,
}

impl Square {
    /// Returns the square at `row` and `col`, both counted from zero.
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    /// Returns the next square; `None` above the first row or left of the first column.
    pub fn step(self, direction: Direction) -> Option<Self> {
        Some(Self {
            row: self.row.checked_add_signed(direction.rows)?,
            col: self.col.checked_add_signed(direction.cols)?,
        })
    }

    /// Returns the distance to `other`, in king's steps.
    pub fn king_steps(self, other: Self) -> u8 {
        self.row
            .abs_diff(other.row)
            .max(self.col.abs_diff(other.col))
    }
}

/// Writes Othello's notation: a letter for the column and a number for the row, as in `f5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a'.saturating_add(self.col));
        write!(f, "{column}{}", u32::from(self.row) + 1)
    }
}

/// Reads Othello's notation, from `a1` to `z26`. The letter may be upper case.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let (&column, number) = text.as_bytes().split_first().ok_or(SquareError)?;
        let row = match *number {
            [one @ b'1'..=b'9'] => one - b'0',
            [ten @ b'1'..=b'2', one @ b'0'..=b'9'] => 10 * (ten - b'0') + one - b'0',
            _ => return Err(SquareError),
        };
        match column.to_ascii_lowercase() {
            column @ b'a'..=b'z' if row <= 26 => Ok(Self::new(row - 1, column - b'a')),
            _ => Err(SquareError),
        }
    }
}

/// The error for a text that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square such as f5")
    }
}

impl Error for SquareError {}

/// A direction on the board, as one step of a chess king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction {
    rows: i8,
    cols: i8,
}

impl Direction {
    /// North, west, east and south.
    pub const ORTHOGONAL: &'static [Self] = &[
        Self::new(-1, 0),
        Self::new(0, -1),
        Self::new(0, 1),
        Self::new(1, 0),
    ];

    /// All eight directions, row by row.
    pub const ALL: &'static [Self] = &[
        Self::new(-1, -1),
        Self::new(-1, 0),
        Self::new(-1, 1),
        Self::new(0, -1),
        Self::new(0, 1),
        Self::new(1, -1),
        Self::new(1, 0),
        Self::new(1, 1),
    ];

    const fn new(rows: i8, cols: i8) -> Self {
        Self { rows, cols }
    }
}

/// Writes the direction as a printed board has it: `up and left`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = ["", "down", "up"][usize::from(self.rows.rem_euclid(3).unsigned_abs())];
        let cols = ["", "right", "left"][usize::from(self.cols.rem_euclid(3).unsigned_abs())];
        let and = if rows.is_empty() || cols.is_empty() {
            ""
        } else {
            " and "
        };
        write!(f, "{rows}{and}{cols}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_square_is_read_back_and_other_texts_are_errors() {
        for square in (0..26).flat_map(|row| (0..26).map(move |col| Square::new(row, col))) {
            let text = square.to_string();
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(text.to_uppercase().parse(), Ok(square));
        }
        assert_eq!(Square::new(4, 5).to_string(), "f5");
        for text in [
            "", "a", "1", "5f", "a0", "a05", "a27", "a260", "a-1", "a+1", "{1", "é1",
        ] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
        // Off every board, but written without a panic.
        assert!(Square::new(255, 255).to_string().ends_with("256"));
    }
}
