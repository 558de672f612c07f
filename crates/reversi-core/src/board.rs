//! Boards and the discs on them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::{ByDisc, Disc, Size, Square};

/// A board and the discs on it.
///
/// A board has no rules: any disc may be put on any square.
///
/// Its text form is a picture: one line per row, `X` for black, `O` for white and
/// `-` for an empty square.
///
/// ```
/// use reversi_core::{Board, Disc, Square};
///
/// let board: Board = "- O X\nX - -".parse()?;
/// assert_eq!(board.disc(Square::new(0, 2)), Some(Disc::Black));
/// assert_eq!(board.to_string(), "-OX\nX--\n");
/// # Ok::<(), reversi_core::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    cells: Vec<Option<Disc>>,
}

impl Board {
    /// Creates a board without discs.
    pub fn empty(size: Size) -> Self {
        Self {
            size,
            cells: vec![None; size.area()],
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the disc on `square`; `None` if it is empty or off the board.
    pub fn disc(&self, square: Square) -> Option<Disc> {
        if self.size.contains(square) {
            self.cells[self.size.index(square)]
        } else {
            None
        }
    }

    /// Puts `disc` on `square`, and replaces any disc there.
    ///
    /// # Panics
    ///
    /// If `square` is off the board.
    pub fn put(&mut self, square: Square, disc: Disc) {
        assert!(
            self.size.contains(square),
            "{square:?} is off a board of {:?}",
            self.size
        );
        self.cells[self.size.index(square)] = Some(disc);
    }

    /// Returns the number of discs of each colour.
    pub fn count(&self) -> ByDisc<usize> {
        let mut count = ByDisc::default();
        for &disc in self.cells.iter().flatten() {
            count[disc] += 1;
        }
        count
    }

    /// Returns the squares that have a disc, row by row.
    pub fn occupied(&self) -> impl Iterator<Item = Square> {
        self.size
            .squares()
            .zip(&self.cells)
            .filter_map(|(square, cell)| cell.map(|_| square))
    }
}

/// Reads a picture: one line per row, `X`, `*` or `B` for black, `O` or `W` for white, `-`, `.`
/// or `U` for an empty square. White space inside a line and empty lines are ignored.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(picture: &str) -> Result<Self, BoardError> {
        let mut cells = Vec::new();
        let mut rows = 0;
        let mut cols = None;
        for (number, line) in (1..).zip(picture.lines()) {
            let start = cells.len();
            for glyph in line.chars().filter(|glyph| !glyph.is_whitespace()) {
                cells.push(match glyph {
                    'X' | '*' | 'B' => Some(Disc::Black),
                    'O' | 'W' => Some(Disc::White),
                    '-' | '.' | 'U' => None,
                    _ => {
                        let why = format!("line {number}: {glyph:?} is not one of X * B O W - . U");
                        return Err(BoardError(why));
                    }
                });
            }
            let found = cells.len() - start;
            if found == 0 {
                continue;
            }
            rows += 1;
            let expected = *cols.get_or_insert(found);
            if found != expected {
                return Err(BoardError(format!(
                    "line {number}: {found} squares where the first row has {expected}"
                )));
            }
        }
        let size = Size::new(rows, cols.unwrap_or(0));
        let size = size.map_err(|error| BoardError(error.to_string()))?;
        Ok(Self { size, cells })
    }
}

/// Writes the picture, with a line end after each row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(usize::from(self.size.cols())) {
            for cell in row {
                f.write_str(match cell {
                    Some(Disc::Black) => "X",
                    Some(Disc::White) => "O",
                    None => "-",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The error for a text that is not the picture of a board. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError(String);

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BoardError {}
