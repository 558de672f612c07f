//! The first difference between two texts.

use std::fmt;

use crate::encode;

/// The first difference between the expected and the printed output, as a place in each text.
/// Everything before it is equal by the [`Strictness`](crate::Strictness) used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    pub expected: Location<'a>,
    pub got: Location<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    text: &'a [u8],
    offset: usize,
}

impl Difference<'_> {
    /// The line in the expected text, counted from 1.
    pub fn line(&self) -> usize {
        self.expected.line_number()
    }

    /// The byte in that line, counted from 1.
    pub fn column(&self) -> usize {
        self.expected.before().len() + 1
    }
}

impl fmt::Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |location: Location<'_>| match location.line() {
            [] => "(nothing: the output ends here)".to_owned(),
            line => encode(line).trim_end().to_owned(),
        };
        writeln!(f, "line {}, column {}", self.line(), self.column())?;
        writeln!(f, "  expected: {}", shown(self.expected))?;
        write!(f, "       got: {}", shown(self.got))
    }
}

impl<'a> Location<'a> {
    /// The place before byte `offset` of `text`, or its end.
    ///
    /// # Panics
    ///
    /// If the text is shorter.
    pub fn new(text: &'a [u8], offset: usize) -> Self {
        assert!(offset <= text.len(), "{offset} is beyond the text");
        Self { text, offset }
    }

    pub fn text(self) -> &'a [u8] {
        self.text
    }

    pub fn offset(self) -> usize {
        self.offset
    }

    /// The line number, counted from 1.
    pub fn line_number(self) -> usize {
        self.text[..self.offset]
            .split(|&byte| byte == b'\n')
            .count()
    }

    /// The line with its newline; empty at the end of a text with a final newline.
    pub fn line(self) -> &'a [u8] {
        let end = self.rest().iter().position(|&byte| byte == b'\n');
        let end = end.map_or(self.text.len(), |length| self.offset + length + 1);
        &self.text[self.line_start()..end]
    }

    pub fn before(self) -> &'a [u8] {
        &self.text[self.line_start()..self.offset]
    }

    pub fn rest(self) -> &'a [u8] {
        &self.text[self.offset..]
    }

    fn line_start(self) -> usize {
        let newline = self.text[..self.offset]
            .iter()
            .rposition(|&byte| byte == b'\n');
        newline.map_or(0, |newline| newline + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strictness;
    use proptest::prelude::*;

    fn difference<'a>(expected: &'a str, got: &'a str) -> Option<Difference<'a>> {
        Strictness::Exact.first_difference(expected.as_bytes(), got.as_bytes())
    }

    #[test]
    fn a_missing_line_and_a_missing_newline_are_shown() {
        let end = |expected, got| difference(expected, got).expect("they differ").to_string();
        assert!(end("a\nb\n", "a\n").ends_with("got: (nothing: the output ends here)"));
        assert!(end("a\n", "a").ends_with("got: a␄"));
    }

    proptest! {
        #[test]
        fn there_is_one_exactly_where_the_texts_differ(one in "[ab\n]{0,12}", two in "[ab\n]{0,12}") {
            let difference = difference(&one, &two);
            prop_assert_eq!(difference.is_none(), one == two);
            if let Some(difference) = difference {
                let (expected, got) = (difference.expected, difference.got);
                prop_assert_ne!(expected.line(), got.line());
                let before = |text: &str| text.split_inclusive('\n').take(difference.line() - 1).collect::<String>();
                prop_assert_eq!(before(&one), before(&two));
                prop_assert_eq!(expected.before(), got.before());
                prop_assert_eq!(expected.before().len() + 1, difference.column());
                prop_assert!(expected.line().starts_with(expected.before()));
                prop_assert!(expected.rest().first() != got.rest().first());
            }
        }
    }
}
