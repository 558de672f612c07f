//! Squares of a board, and directions.

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

    /// Returns the next square in `direction`, or `None` above the first row or
    /// left of the first column.
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

/// A direction on the board, as one step of a chess king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
