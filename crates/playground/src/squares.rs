//! Squares as the page numbers them: row by row from 0.

use reversi_core::{Size, Square};

/// Returns the number of a square on a board of `size`.
pub fn number(size: Size, at: Square) -> usize {
    usize::from(at.row) * usize::from(size.cols()) + usize::from(at.col)
}

/// Returns the square with this number; `None` if the board does not have so many.
pub fn square(size: Size, number: usize) -> Option<Square> {
    size.squares().nth(number)
}
