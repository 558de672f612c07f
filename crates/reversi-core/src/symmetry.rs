//! The eight ways to turn and mirror a board.

use crate::{Board, Size, Square};

/// A symmetry of a square board: it may swap rows and columns, and then reverse
/// the order of the rows, of the columns, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(false, false, true),
        Self::new(false, true, false),
        Self::new(false, true, true),
        Self::new(true, false, false),
        Self::new(true, false, true),
        Self::new(true, true, false),
        Self::new(true, true, true),
    ];

    const fn new(transpose: bool, flip_rows: bool, flip_cols: bool) -> Self {
        Self {
            transpose,
            flip_rows,
            flip_cols,
        }
    }

    /// Returns the size of the image: rows and columns may be swapped.
    pub fn size(self, size: Size) -> Size {
        if self.transpose {
            Size::new(size.cols().into(), size.rows().into()).expect("the same sides")
        } else {
            size
        }
    }

    /// Returns the image of `square` on a board of `size`.
    pub fn square(self, size: Size, square: Square) -> Square {
        let image = self.size(size);
        let Square { mut row, mut col } = square;
        if self.transpose {
            (row, col) = (col, row);
        }
        if self.flip_rows {
            row = image.rows() - 1 - row;
        }
        if self.flip_cols {
            col = image.cols() - 1 - col;
        }
        Square { row, col }
    }

    /// Returns the image of `board`.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let size = board.size();
        let mut image = Board::empty(self.size(size));
        for square in board.occupied() {
            let disc = board.disc(square).expect("the square is occupied");
            image.put(self.square(size, square), disc);
        }
        image
    }
}
