//! The size of a board.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::Square;

/// The number of rows and columns of a board, each from 1 to [`Size::LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The longest side: one letter of the alphabet per column.
    pub const LONGEST: u8 = 26;

    /// The 8×8 board of Othello.
    pub const EIGHT: Self = Self { rows: 8, cols: 8 };

    /// Returns a size whose sides are from 1 to [`Size::LONGEST`].
    #[allow(clippy::cast_possible_truncation, reason = "at most 26")]
    pub const fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        let longest = Self::LONGEST as usize;
        if rows == 0 || rows > longest || cols == 0 || cols > longest {
            return Err(SizeError(Some((rows, cols))));
        }
        Ok(Self {
            rows: rows as u8,
            cols: cols as u8,
        })
    }

    /// Returns the size of `side` rows and as many columns.
    ///
    /// ```
    /// use reversi_core::{Rules, Size};
    ///
    /// const RULES: Rules = Rules {
    ///     size: match Size::square(6) {
    ///         Ok(size) => size,
    ///         Err(_) => unreachable!(),
    ///     },
    ///     ..Rules::OTHELLO
    /// };
    /// assert_eq!(RULES.size.area(), 36);
    /// ```
    pub const fn square(side: usize) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// The number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// The number of squares.
    pub fn area(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Returns `true` if `square` is on a board of this size.
    pub const fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// Returns every square, row by row from the top, each row from the left.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Square { row, col }))
    }

    /// Returns the index of `square` in [`squares`](Self::squares).
    pub fn index(self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.cols) + usize::from(square.col)
    }
}

/// Writes rows and columns, as in `8x8`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Reads rows and columns, as in `8x8`.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (rows, cols) = text.split_once('x').ok_or(SizeError(None))?;
        match (rows.parse(), cols.parse()) {
            (Ok(rows), Ok(cols)) => Self::new(rows, cols),
            _ => Err(SizeError(None)),
        }
    }
}

/// The error for a side that no board has, or a text that is not a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError(Option<(usize, usize)>);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((rows, cols)) = self.0 else {
            return f.write_str("expected a size such as 8x8");
        };
        let longest = Size::LONGEST;
        write!(
            f,
            "a board of {rows}x{cols} squares: each side is from 1 to {longest}"
        )
    }
}

impl Error for SizeError {}
