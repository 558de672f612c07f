//! Notations as patterns, such as `{row:a}{col:a}`, that both write and read.

use reversi_core::{Size, Square};

/// The notation of a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// A letter, from this one.
    Letter(u8),
    /// A number, from this one.
    Number(u8),
    /// A number from 1 in two columns.
    Wide,
}

impl Index {
    /// Parses `a`, `A`, `0`, `1` or ` 1`, the name of the first row or column.
    pub fn of(first: &str) -> Option<Self> {
        match first {
            "a" => Some(Self::Letter(b'a')),
            "A" => Some(Self::Letter(b'A')),
            "0" => Some(Self::Number(0)),
            "1" => Some(Self::Number(1)),
            " 1" => Some(Self::Wide),
            _ => None,
        }
    }

    pub fn name(self, index: u8) -> String {
        let number = |base: u8| u16::from(index) + u16::from(base);
        match self {
            Self::Letter(first) => char::from(first.saturating_add(index)).to_string(),
            Self::Number(base) => number(base).to_string(),
            Self::Wide => format!("{:2}", number(1)),
        }
    }

    /// Reads a name at the start of `text`, with at most `digits` digits. Also returns the
    /// rest.
    fn read(self, text: &str, digits: usize) -> Option<(u8, &str)> {
        let base = match self {
            Self::Letter(first) => {
                let letter = *text.as_bytes().first()?;
                let index = letter.checked_sub(first).filter(|index| *index < 26)?;
                return Some((index, &text[1..]));
            }
            Self::Number(base) => base,
            Self::Wide => 1,
        };
        let text = text.trim_start();
        let bytes = text.bytes().take(digits);
        let digits = bytes.take_while(u8::is_ascii_digit).count();
        let number: u8 = text[..digits].parse().ok()?;
        Some((number.checked_sub(base)?, &text[digits..]))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternPart {
    Text(String),
    Row(Index),
    Column(Index),
}

/// The notation of typed moves and of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The ways to type a move, the default first. Without any, a move is typed as its number
    /// in the list of legal moves.
    pub typed: Vec<Vec<PatternPart>>,
    /// The notation of a square in messages.
    pub printed: Vec<PatternPart>,
    /// Set if a typed line ends at any white space.
    pub by_word: bool,
}

impl Pattern {
    /// Returns a line that no program accepts if moves are chosen by number.
    pub(crate) fn line(&self, at: Square) -> String {
        write(self.typed.first().unwrap_or(&self.printed), at)
    }

    /// Returns the lines to type for `at`, one per way to type a move.
    pub fn spellings(&self, at: Square) -> impl Iterator<Item = String> {
        self.typed.iter().map(move |way| write(way, at))
    }

    /// Returns the number of the way to type a move in which `line` is read.
    pub fn way(&self, line: &str) -> Option<usize> {
        let mut ways = self.typed.iter();
        ways.position(|way| read(way, line.trim()).is_some())
    }

    /// Returns the number of typed lines per move, or of words if lines end at any white space.
    pub fn lines(&self) -> usize {
        self.typed.first().map_or(1, |way| self.lines_of(way))
    }

    /// Returns the number for one way to type a move.
    pub fn lines_of(&self, way: &[PatternPart]) -> usize {
        let ends = way.iter().filter(|part| match part {
            PatternPart::Text(text) if self.by_word => text.trim().is_empty(),
            PatternPart::Text(text) => text.contains('\n'),
            PatternPart::Row(_) | PatternPart::Column(_) => false,
        });
        1 + ends.count()
    }

    pub(crate) fn name(&self, at: Square) -> String {
        write(&self.printed, at)
    }

    pub(crate) fn row(&self) -> Index {
        self.index(|part| matches!(part, PatternPart::Row(_)))
    }

    pub(crate) fn column(&self) -> Index {
        self.index(|part| matches!(part, PatternPart::Column(_)))
    }

    fn index(&self, is_it: impl Fn(&PatternPart) -> bool) -> Index {
        match self.printed.iter().find(|part| is_it(part)) {
            Some(&(PatternPart::Row(index) | PatternPart::Column(index))) => index,
            _ => Index::Number(1),
        }
    }

    /// Returns the number of the first row and column.
    pub(crate) fn base(&self) -> u8 {
        let zero = Index::Number(0);
        u8::from(self.row() != zero && self.column() != zero)
    }

    pub(crate) fn square(&self, line: &[u8], legal: &[Square]) -> Option<Square> {
        let line = str::from_utf8(line).ok()?.trim();
        if self.typed.is_empty() {
            let number = line.parse::<usize>().ok()?.checked_sub(1)?;
            return legal.get(number).copied();
        }
        self.typed.iter().find_map(|parts| read(parts, line))
    }

    /// Returns the square in a message.
    pub fn printed_square(&self, text: &str, size: Size) -> Option<Square> {
        read(&self.printed, text).filter(|at| size.contains(*at))
    }

    /// Returns `true` for a move in another letter case, or with other characters between its
    /// two numbers.
    pub(crate) fn is_ambiguous(&self, line: &str) -> bool {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let joined = words.join(" ");
        let spellings = [joined.to_ascii_lowercase(), joined.to_ascii_uppercase()];
        let plain = |parts: &Vec<PatternPart>| -> Vec<PatternPart> {
            let text = |part: &PatternPart| match part {
                PatternPart::Text(_) => PatternPart::Text(" ".to_owned()),
                part => part.clone(),
            };
            parts.iter().map(text).collect()
        };
        let mut ways = self.typed.iter().map(plain);
        ways.any(|way| spellings.iter().any(|text| read(&way, text).is_some()))
    }
}

fn write(parts: &[PatternPart], at: Square) -> String {
    let part = |part: &PatternPart| match part {
        PatternPart::Text(text) => text.clone(),
        PatternPart::Row(index) => index.name(at.row),
        PatternPart::Column(index) => index.name(at.col),
    };
    parts.iter().map(part).collect()
}

/// Returns `true` for two adjacent numbers of one digit each.
pub fn are_side_by_side(one: &PatternPart, other: &PatternPart) -> bool {
    let is_number = |part: &PatternPart| match part {
        PatternPart::Row(index) | PatternPart::Column(index) => !matches!(index, Index::Letter(_)),
        PatternPart::Text(_) => false,
    };
    is_number(one) && is_number(other)
}

/// White space in a pattern matches any amount of it in `text`.
fn read(parts: &[PatternPart], text: &str) -> Option<Square> {
    let (mut at, mut rest) = (Square::new(0, 0), text);
    for (index, part) in parts.iter().enumerate() {
        let next = parts.get(index + 1);
        let is_digit = next.is_some_and(|next| are_side_by_side(part, next));
        let digits = if is_digit { 1 } else { usize::MAX };
        match part {
            PatternPart::Text(text) if text.trim().is_empty() => {
                let next = rest.trim_start();
                if next.len() == rest.len() && !text.is_empty() {
                    return None;
                }
                rest = next;
            }
            PatternPart::Text(text) => {
                rest = rest.trim_start().strip_prefix(text.trim())?.trim_start();
            }
            PatternPart::Row(index) => (at.row, rest) = index.read(rest, digits)?,
            PatternPart::Column(index) => (at.col, rest) = index.read(rest, digits)?,
        }
    }
    rest.is_empty().then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;

    fn text(text: &str) -> PatternPart {
        PatternPart::Text(text.to_owned())
    }

    fn numbers(between: &str) -> Vec<PatternPart> {
        let one = Index::Number(1);
        vec![
            PatternPart::Row(one),
            text(between),
            PatternPart::Column(one),
        ]
    }

    #[test]
    fn every_square_is_read_as_it_is_written() {
        let (letter, one) = (Index::Letter(b'a'), Index::Number(1));
        let pattern = Pattern {
            typed: vec![
                vec![PatternPart::Row(one), PatternPart::Column(letter)],
                vec![PatternPart::Column(letter), PatternPart::Row(one)],
            ],
            printed: vec![
                text("("),
                PatternPart::Row(Index::Wide),
                text(", "),
                PatternPart::Column(letter),
                text(")"),
            ],
            by_word: false,
        };
        let size = Size::square(26).expect("a size");
        for at in size.squares() {
            assert_eq!(pattern.square(pattern.line(at).as_bytes(), &[]), Some(at));
            let name = pattern.name(at);
            assert_eq!(pattern.printed_square(&name, size), Some(at), "{name}");
        }
        let square = |line: &str| pattern.square(line.as_bytes(), &[]);
        assert_eq!(square("d3"), square(" 3d "));
        for line in ["", "3", "d", "3D", "3 d", "0d", "d999", "33", "3dd", "é3"] {
            assert_eq!(square(line), None, "{line}");
        }
    }

    #[test]
    fn spaces_between_numbers_are_any_but_must_be_there() {
        let pattern = Box::leak(Box::new(Pattern {
            typed: vec![numbers(" ")],
            printed: numbers(","),
            by_word: false,
        }));
        let notation = Notation::Pattern(pattern);
        let square = |line: &str| notation.square(line.as_bytes(), Size::EIGHT, &[]);
        assert_eq!(square("3   4"), Some(Square::new(2, 3)));
        assert_eq!(square("34"), None);
        let digits = [
            PatternPart::Row(Index::Number(1)),
            PatternPart::Column(Index::Number(1)),
        ];
        assert_eq!(read(&digits, "34"), Some(Square::new(2, 3)));
        assert_eq!(read(&digits, "3"), None);
        assert_eq!(notation.name(Square::new(2, 3), Size::EIGHT), "3,4");
        for (line, ambiguous) in [
            ("3,4", true),
            ("(3; 4)", true),
            ("3", false),
            ("x y", false),
        ] {
            assert_eq!(notation.is_ambiguous(line.as_bytes()), ambiguous, "{line}");
        }
    }
}
