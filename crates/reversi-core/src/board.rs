//! What lies on the squares.

use std::error::Error;
use std::fmt;

use crate::{ByDisc, Disc, Size, SizeError, Square};

/// A board and the discs on it.
///
/// It knows no rules: any disc may be put anywhere.
///
/// As text it is a picture, one line a row, `X` for black, `O` for white and
/// `-` for an empty square, written by `Display` and read by
/// [`Board::from_picture`]:
///
/// ```
/// use reversi_core::{Board, Disc, Square};
///
/// let board = Board::from_picture("- O X\nX - -")?;
/// assert_eq!(board.disc(Square::new(0, 2)), Some(Disc::Black));
/// assert_eq!(board.to_string(), "-OX\nX--\n");
/// # Ok::<(), reversi_core::PictureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    cells: Vec<Option<Disc>>,
}

impl Board {
    /// A board without discs.
    pub fn empty(size: Size) -> Self {
        Self {
            size,
            cells: vec![None; size.area()],
        }
    }

    /// The board that `picture` shows: one line a row, `X` or `*` black, `O`
    /// white, `-` or `.` empty; white space inside a line and empty lines do
    /// not count.
    pub fn from_picture(picture: &str) -> Result<Self, PictureError> {
        let mut cells = Vec::new();
        let mut rows = 0;
        let mut cols = None;
        for (number, line) in (1..).zip(picture.lines()) {
            let start = cells.len();
            for glyph in line.chars().filter(|glyph| !glyph.is_whitespace()) {
                cells.push(match glyph {
                    'X' | '*' => Some(Disc::Black),
                    'O' => Some(Disc::White),
                    '-' | '.' => None,
                    _ => {
                        return Err(PictureError::Glyph {
                            glyph,
                            line: number,
                        });
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
                return Err(PictureError::Ragged {
                    line: number,
                    found,
                    expected,
                });
            }
        }
        let size = Size::new(rows, cols.unwrap_or(0)).map_err(PictureError::Size)?;
        Ok(Self { size, cells })
    }

    /// How large the board is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The disc on `square`; `None` where it is empty or off the board.
    pub fn disc(&self, square: Square) -> Option<Disc> {
        if self.size.contains(square) {
            self.cells[self.size.index(square)]
        } else {
            None
        }
    }

    /// Puts `disc` on `square`, whatever was there.
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

    /// How many discs of each colour there are.
    pub fn count(&self) -> ByDisc<usize> {
        let mut count = ByDisc::default();
        for &disc in self.cells.iter().flatten() {
            count[disc] += 1;
        }
        count
    }

    /// The squares that have a disc, row by row.
    pub fn occupied(&self) -> impl Iterator<Item = Square> {
        self.size
            .squares()
            .zip(&self.cells)
            .filter_map(|(square, cell)| cell.map(|_| square))
    }
}

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

/// Why a text is not the picture of a board. Lines count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// A character that stands for nothing.
    Glyph {
        /// The character.
        glyph: char,
        /// Its line.
        line: usize,
    },
    /// A row longer or shorter than the first.
    Ragged {
        /// Its line.
        line: usize,
        /// How many squares it has.
        found: usize,
        /// How many the first has.
        expected: usize,
    },
    /// No board has that many rows or columns.
    Size(SizeError),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Glyph { glyph, line } => {
                write!(f, "line {line}: {glyph:?} is not one of X * O - .")
            }
            Self::Ragged {
                line,
                found,
                expected,
            } => write!(
                f,
                "line {line}: {found} squares where the first row has {expected}"
            ),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl Error for PictureError {}
