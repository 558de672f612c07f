//! How entries are typed, and squares written.

use std::ops::Range;

use reversi_core::{Size, Square};

/// How an entry, and a square in a message, is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A row letter and a column letter on a line: `cd`.
    Letters,
    /// The same, read as C's `scanf(" %c%c")` does.
    ScannedLetters,
    /// Two numbers, the first row and column being 0: `2 3`.
    FromZero,
    /// Two numbers, the first row and column being 1, or the column alone
    /// where there is one row: `3 4`.
    FromOne,
    /// The number of a move in the list of all legal ones, from 1; a square is
    /// `(3,d)`.
    Choice,
}

impl Notation {
    /// Where the entries are in `input`, with the white space around them but
    /// without the end of their lines.
    pub fn entries(self, input: &[u8]) -> impl Iterator<Item = Range<usize>> + use<'_> {
        let scanned = self == Self::ScannedLetters;
        let mut offset = 0;
        input
            .split(move |&byte| byte == b'\n' || scanned && byte.is_ascii_whitespace())
            .map(move |entry| {
                let start = offset;
                offset += entry.len() + 1;
                start..start + entry.len()
            })
            // The text after the last line end is no entry unless there is one.
            .filter(move |entry| {
                !input[entry.clone()].trim_ascii().is_empty() || !scanned && entry.end < input.len()
            })
    }

    /// What the first row and column are called.
    pub fn base(self) -> u8 {
        u8::from(self != Self::FromZero)
    }

    /// What is typed for `at`, whether it is on the board or not; where moves
    /// are chosen by number, what no program can take for one.
    pub fn entry(self, at: Square, size: Size) -> String {
        match self {
            Self::Letters | Self::ScannedLetters => self.row(at.row) + &self.column(at.col),
            Self::FromOne if size.rows() == 1 => self.column(at.col),
            Self::FromZero | Self::FromOne | Self::Choice => {
                format!("{} {}", self.number(at.row), self.number(at.col))
            }
        }
    }

    /// The name of a row, where it has one of its own.
    pub fn row(self, row: u8) -> String {
        match self {
            Self::Letters | Self::ScannedLetters => letter(row).to_string(),
            Self::FromZero | Self::FromOne | Self::Choice => self.number(row),
        }
    }

    /// The name of a column, where it has one of its own.
    pub fn column(self, col: u8) -> String {
        match self {
            Self::Letters | Self::ScannedLetters | Self::Choice => letter(col).to_string(),
            Self::FromZero | Self::FromOne => self.number(col),
        }
    }

    fn number(self, index: u8) -> String {
        (u16::from(index) + u16::from(self.base())).to_string()
    }

    /// The name of `at` in a message.
    pub fn name(self, at: Square, size: Size) -> String {
        match self {
            Self::FromZero => format!("[{}, {}]", self.row(at.row), self.column(at.col)),
            Self::Choice => format!("({},{})", self.row(at.row), self.column(at.col)),
            Self::Letters | Self::ScannedLetters | Self::FromOne => self.entry(at, size),
        }
    }

    /// The square that `entry` names on a board of `size` where `legal` are the
    /// legal moves; `None` for an entry that is none.
    pub fn square(self, entry: &[u8], size: Size, legal: &[Square]) -> Option<Square> {
        let numbers = || -> Option<Vec<u8>> {
            let text = std::str::from_utf8(entry).ok()?;
            text.split_whitespace()
                .map(|word| word.parse().ok())
                .collect()
        };
        match self {
            Self::Letters | Self::ScannedLetters => match *entry.trim_ascii() {
                [row @ b'a'..=b'z', col @ b'a'..=b'z'] => Some(Square::new(row - b'a', col - b'a')),
                _ => None,
            },
            Self::FromZero => match *numbers()?.as_slice() {
                [row, col] => Some(Square::new(row, col)),
                _ => None,
            },
            Self::FromOne => match (size.rows(), &*numbers()?) {
                (1, [col]) => Some(Square::new(0, col.checked_sub(1)?)),
                (2.., [row, col]) => Some(Square::new(row.checked_sub(1)?, col.checked_sub(1)?)),
                _ => None,
            },
            Self::Choice => match *numbers()?.as_slice() {
                [number] => legal.get(usize::from(number.checked_sub(1)?)).copied(),
                _ => None,
            },
        }
    }

    /// Whether a program may rightly take `entry` for a move although it is
    /// none by the handout's words: nothing forbids to read `3,5` as `3 5`, and
    /// C's `scanf` reads `1.` as 1.
    pub fn is_ambiguous(self, entry: &[u8]) -> bool {
        let text = String::from_utf8_lossy(entry);
        let text = text.trim();
        match self {
            Self::FromZero => {
                let numbers = text.split(|c: char| !c.is_ascii_digit());
                numbers.filter(|number| !number.is_empty()).count() >= 2
            }
            Self::Choice => {
                text.starts_with(|c: char| c.is_ascii_digit()) && text.parse() != Ok(0_usize)
            }
            Self::Letters | Self::ScannedLetters | Self::FromOne => false,
        }
    }
}

fn letter(index: u8) -> char {
    char::from(b'a'.saturating_add(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_for_a_square_is_read_as_it() {
        let line = Size::new(1, 16).expect("a size");
        let at = Square::new(0, 3);
        for (notation, size, typed) in [
            (Notation::Letters, Size::EIGHT, "ad"),
            (Notation::ScannedLetters, Size::EIGHT, "ad"),
            (Notation::FromZero, Size::EIGHT, "0 3"),
            (Notation::FromOne, Size::EIGHT, "1 4"),
            (Notation::FromOne, line, "4"),
        ] {
            assert_eq!(notation.entry(at, size), typed);
            assert_eq!(notation.square(typed.as_bytes(), size, &[]), Some(at));
        }
        let legal = [Square::new(2, 3), at];
        assert_eq!(Notation::Choice.square(b"2", Size::EIGHT, &legal), Some(at));
        assert_eq!(Notation::Choice.square(b"3", Size::EIGHT, &legal), None);
    }

    #[test]
    fn an_entry_that_a_program_may_take_for_a_move_is_ambiguous() {
        for (notation, entry, ambiguous) in [
            (Notation::FromZero, "3,5", true),
            (Notation::FromZero, "3", false),
            (Notation::Choice, "1.", true),
            (Notation::Choice, "0", false),
            (Notation::Choice, "x1", false),
            (Notation::FromOne, "3,5", false),
        ] {
            assert_eq!(
                notation.is_ambiguous(entry.as_bytes()),
                ambiguous,
                "{entry}"
            );
        }
    }
}
