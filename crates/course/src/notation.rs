//! The notation of typed moves and of squares in messages.

use std::ops::Range;

use reversi_core::{Size, Square};

use crate::Pattern;

/// The notation of typed moves, and of squares in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A row letter and a column letter on a line: `cd`.
    Letters,
    /// The same, read as C's `scanf(" %c%c")` does.
    ScannedLetters,
    /// Two numbers; the first row and column are 0: `2 3`.
    FromZero,
    /// Two numbers, or the column alone if there is one row; the first row and column are 1: `3
    /// 4`.
    FromOne,
    /// A move's number in the list of legal moves, from 1. A square is `(3,d)`.
    Choice,
    Pattern(&'static Pattern),
}

impl Notation {
    /// Returns the ranges of the typed lines in `input`, with the white space around them but
    /// without line ends.
    pub fn lines(self, input: &[u8]) -> impl Iterator<Item = Range<usize>> + use<'_> {
        let scanned = self.is_scanned();
        let mut offset = 0;
        input
            .split(move |&byte| byte == b'\n' || scanned && byte.is_ascii_whitespace())
            .map(move |line| {
                let start = offset;
                offset += line.len() + 1;
                start..start + line.len()
            })
            // Nothing after the last line end is not a line.
            .filter(move |line| {
                !input[line.clone()].trim_ascii().is_empty() || !scanned && line.end < input.len()
            })
    }

    /// Returns the same ranges with all typed text: if white space within a line separates two
    /// moves, all of it but the separator belongs to one of them.
    pub fn typed(self, input: &[u8]) -> Vec<Range<usize>> {
        let mut typed: Vec<Range<usize>> = self.lines(input).collect();
        if !self.is_scanned() {
            return typed;
        }
        let newline = |from: usize, to: usize| {
            let newline = input[from..to].iter().position(|&byte| byte == b'\n');
            newline.map(|newline| from + newline)
        };
        let mut from = 0;
        for index in 0..typed.len() {
            let end = typed[index].end;
            typed[index].start = from;
            let next = typed.get(index + 1).map_or(input.len(), |next| next.start);
            // If no line end follows, one space separates the two.
            let last = index + 1 == typed.len();
            typed[index].end = newline(end, next).unwrap_or(if last { next } else { end });
            from = typed[index].end + 1;
        }
        typed
    }

    fn is_scanned(self) -> bool {
        match self {
            Self::ScannedLetters => true,
            Self::Pattern(pattern) => pattern.by_word,
            _ => false,
        }
    }

    /// Returns `true` if a move is typed as its number in the list of moves.
    pub fn is_choice(self) -> bool {
        match self {
            Self::Choice => true,
            Self::Pattern(pattern) => pattern.typed.is_empty(),
            _ => false,
        }
    }

    /// Counts lines as [`lines`](Self::lines) does.
    pub fn lines_per_move(self) -> usize {
        match self {
            Self::Pattern(pattern) => pattern.lines(),
            _ => 1,
        }
    }

    /// Returns the number of the first row and column.
    pub fn base(self) -> u8 {
        match self {
            Self::Pattern(pattern) => pattern.base(),
            _ => u8::from(self != Self::FromZero),
        }
    }

    /// Returns the line to type for `at`, which need not be on the board. If moves are chosen
    /// by number, no program accepts the line.
    pub fn line(self, at: Square, size: Size) -> String {
        match self {
            Self::Letters | Self::ScannedLetters => self.row(at.row) + &self.column(at.col),
            Self::FromOne if size.rows() == 1 => self.column(at.col),
            Self::FromZero | Self::FromOne | Self::Choice => {
                format!("{} {}", self.number(at.row), self.number(at.col))
            }
            Self::Pattern(pattern) => pattern.line(at),
        }
    }

    pub fn row(self, row: u8) -> String {
        match self {
            Self::Letters | Self::ScannedLetters => letter(row).to_string(),
            Self::FromZero | Self::FromOne | Self::Choice => self.number(row),
            Self::Pattern(pattern) => pattern.row().name(row),
        }
    }

    pub fn column(self, col: u8) -> String {
        match self {
            Self::Letters | Self::ScannedLetters | Self::Choice => letter(col).to_string(),
            Self::FromZero | Self::FromOne => self.number(col),
            Self::Pattern(pattern) => pattern.column().name(col),
        }
    }

    fn number(self, index: u8) -> String {
        (u16::from(index) + u16::from(self.base())).to_string()
    }

    /// Returns the name of `at` in a message.
    pub fn name(self, at: Square, size: Size) -> String {
        match self {
            Self::FromZero => format!("[{}, {}]", self.row(at.row), self.column(at.col)),
            Self::Choice => format!("({},{})", self.row(at.row), self.column(at.col)),
            Self::Letters | Self::ScannedLetters | Self::FromOne => self.line(at, size),
            Self::Pattern(pattern) => pattern.name(at),
        }
    }

    /// Parses a typed move; `None` if it does not name a square.
    pub fn square(self, line: &[u8], size: Size, legal: &[Square]) -> Option<Square> {
        let numbers = || -> Option<Vec<u8>> {
            let text = std::str::from_utf8(line).ok()?;
            text.split_whitespace()
                .map(|word| word.parse().ok())
                .collect()
        };
        match self {
            Self::Letters | Self::ScannedLetters => match *line.trim_ascii() {
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
            Self::Pattern(pattern) => pattern.square(line, legal),
        }
    }

    /// Returns `true` if the handout does not define a line as a move, but a program may accept
    /// it: a program may read `3,5` as `3 5`, and C's `scanf` reads `1.` as 1.
    pub fn is_ambiguous(self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
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
            Self::Pattern(pattern) => pattern.is_ambiguous(text),
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
    fn a_line_for_a_square_is_parsed_as_the_square() {
        let at = Square::new(0, 3);
        let strip = Size::new(1, 16).expect("a size");
        for (notation, size, typed) in [
            (Notation::Letters, Size::EIGHT, "ad"),
            (Notation::ScannedLetters, Size::EIGHT, "ad"),
            (Notation::FromZero, Size::EIGHT, "0 3"),
            (Notation::FromOne, Size::EIGHT, "1 4"),
            (Notation::FromOne, strip, "4"),
        ] {
            assert_eq!(notation.line(at, size), typed);
            assert_eq!(notation.square(typed.as_bytes(), size, &[]), Some(at));
        }
        let legal = [Square::new(2, 3), at];
        assert_eq!(Notation::Choice.square(b"2", Size::EIGHT, &legal), Some(at));
        assert_eq!(Notation::Choice.square(b"3", Size::EIGHT, &legal), None);
    }

    #[test]
    fn typed_lines_keep_their_spaces() {
        let typed = |notation: Notation, input: &'static str| -> Vec<&str> {
            let ranges = notation.typed(input.as_bytes());
            ranges.into_iter().map(|range| &input[range]).collect()
        };
        let scanned = |input| typed(Notation::ScannedLetters, input);
        assert_eq!(scanned("4 W\nba\n"), ["4", "W", "ba"]);
        assert_eq!(scanned(" 4   W \r\n\n ba"), [" 4", "  W \r", "\n ba"]);
        assert_eq!(scanned("\n\n"), [""; 0]);
        assert_eq!(
            typed(Notation::Letters, " cd \r\n\nce"),
            [" cd \r", "", "ce"]
        );
    }

    #[test]
    fn a_line_that_a_program_may_accept_as_a_move_is_ambiguous() {
        for (notation, line, ambiguous) in [
            (Notation::FromZero, "3,5", true),
            (Notation::FromZero, "3", false),
            (Notation::Choice, "1.", true),
            (Notation::Choice, "0", false),
            (Notation::Choice, "x1", false),
            (Notation::FromOne, "3,5", false),
        ] {
            assert_eq!(notation.is_ambiguous(line.as_bytes()), ambiguous, "{line}");
        }
    }
}
