//! Where two texts part.

use std::fmt;

use crate::{Parting, Strictness, encode};

/// The first place at which what a program printed is not what it should have
/// printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 1.
    pub column: usize,
    /// That line as it should be, its line end included; empty if the output
    /// should have ended before it.
    pub expected: Vec<u8>,
    /// That line as it is.
    pub got: Vec<u8>,
}

/// The first difference between two texts, or `None` where there is none.
pub fn first_difference(expected: &[u8], got: &[u8]) -> Option<Difference> {
    Strictness::Exact.difference(expected, got)
}

impl Difference {
    /// The difference between texts that part at `parting`.
    pub fn at(expected: &[u8], got: &[u8], parting: Parting) -> Self {
        let before = &expected[..parting.expected];
        let start = line_at(expected, parting.expected).0;
        Self {
            line: before.split(|&byte| byte == b'\n').count(),
            column: parting.expected - start + 1,
            expected: line_at(expected, parting.expected).1.to_vec(),
            got: line_at(got, parting.got).1.to_vec(),
        }
    }
}

/// The line of `text` that the offset `at` is in, and where it starts. A
/// newline belongs to the line that it ends.
pub(crate) fn line_at(text: &[u8], at: usize) -> (usize, &[u8]) {
    let newline = |byte: &u8| *byte == b'\n';
    let start = text[..at]
        .iter()
        .rposition(newline)
        .map_or(0, |before| before + 1);
    let end = text[at..]
        .iter()
        .position(newline)
        .map_or(text.len(), |length| at + length + 1);
    (start, &text[start..end])
}

/// The place and both lines, with invisible characters made visible.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |line: &[u8]| match line {
            [] => "(nothing: the output ends here)".to_owned(),
            line => encode(line).trim_end().to_owned(),
        };
        writeln!(f, "line {}, column {}", self.line, self.column)?;
        writeln!(f, "  expected: {}", shown(&self.expected))?;
        write!(f, "       got: {}", shown(&self.got))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_names_line_column_and_both_lines() {
        let difference = first_difference(b"a\nbcd \n", b"a\nbc\r\n").expect("they differ");
        assert_eq!(
            difference.to_string(),
            "line 2, column 3\n  expected: bcd ␊\n       got: bc␍␊"
        );
    }

    #[test]
    fn an_output_that_stops_is_told_so() {
        let difference = first_difference(b"a\nb\n", b"a\n").expect("they differ");
        assert_eq!((difference.line, difference.column), (2, 1));
        assert!(
            difference
                .to_string()
                .ends_with("got: (nothing: the output ends here)")
        );
    }

    #[test]
    fn a_missing_last_newline_is_a_difference() {
        let difference = first_difference(b"a\n", b"a").expect("they differ");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert!(difference.to_string().ends_with("got: a␄"));
    }

    proptest! {
        #[test]
        fn there_is_one_exactly_where_the_texts_differ(one in "[ab\n]{0,12}", two in "[ab\n]{0,12}") {
            let difference = first_difference(one.as_bytes(), two.as_bytes());
            prop_assert_eq!(difference.is_none(), one == two);
            if let Some(Difference { line, column, expected, got }) = difference {
                prop_assert_ne!(&expected, &got);
                let before = |text: &str| text.split_inclusive('\n').take(line - 1).collect::<String>();
                prop_assert_eq!(before(&one), before(&two));
                prop_assert_eq!(&expected[..column - 1], &got[..column - 1]);
            }
        }
    }
}
