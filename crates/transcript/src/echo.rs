//! A run as a person at a terminal would have seen it.

use std::ops::Range;

use crate::{Location, encode, visible};

const MARK: &str = "▶";

/// A typed line, and the place at which the program read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedLine {
    /// The number of bytes that the program had printed by then.
    pub printed: usize,
    /// The bytes of the input, without the line end.
    pub typed: Range<usize>,
}

/// The lines that were typed during a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    pub input: Vec<u8>,
    pub lines: Vec<TypedLine>,
}

impl Typed {
    /// Adds `bytes`, which were sent when the program had printed `printed` bytes.
    pub fn push(&mut self, printed: usize, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let start = self.input.len();
            self.input.extend_from_slice(line);
            let end = self.input.len() - usize::from(line.ends_with(b"\n"));
            self.lines.push(TypedLine {
                printed,
                typed: start..end,
            });
        }
    }
}

/// Returns the session of a program with `input` that printed `got`: each typed line is where
/// it was read, as a terminal would have echoed it, and `▶` marks the first difference, at
/// offset `upto` in `got`. The session ends with the line of the mark. Typed lines are shown as
/// by [`visible_typed`], and output as by [`visible()`].
///
/// `lines` is sorted by `printed`; lines outside the texts are ignored.
///
/// ```
/// use transcript::{TypedLine, session};
///
/// let typed = [TypedLine { printed: 3, typed: 0..2 }, TypedLine { printed: 9, typed: 3..6 }];
/// let session = session(b"aa\nbb \n", b"a? ok\nb? no\nmore\n", &typed, 9);
/// assert_eq!(session, "a? aa\nok\nb? bb␠\n▶no\n");
/// ```
pub fn session(input: &[u8], got: &[u8], lines: &[TypedLine], upto: usize) -> String {
    let upto = upto.min(got.len());
    let at = Location::new(got, upto);
    let end = upto - at.before().len() + at.line().len();
    let mut text = String::new();
    let mut shown = 0;
    for TypedLine { printed, typed } in lines {
        let Some(typed) = input
            .get(typed.clone())
            .filter(|_| (shown..=upto).contains(printed))
        else {
            continue;
        };
        text.push_str(&visible(&got[shown..*printed]));
        text.push_str(&visible_typed(typed));
        text.push('\n');
        shown = *printed;
    }
    text.push_str(&visible(&got[shown..upto]));
    text.push_str(MARK);
    text.push_str(&visible(&got[upto..end]));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Returns a typed line with everything visible: spaces at its ends and runs of spaces as `␠`,
/// an empty line and line ends within it as `␊`, and the rest as by [`visible()`]. A single
/// space between two words stays a space.
pub fn visible_typed(line: &[u8]) -> String {
    if line.is_empty() {
        return "␊".to_owned();
    }
    let encoded = encode(line);
    // The encoding ends with the mark of a missing line end, or with a line end.
    let encoded = encoded.strip_suffix("␄\n").unwrap_or(&encoded);
    let characters: Vec<char> = encoded.replace("␊\n", "␊").chars().collect();
    let is_word = |index: Option<usize>| {
        let character = index.and_then(|index| characters.get(index));
        character.is_some_and(|&character| !matches!(character, ' ' | '␊' | '␍'))
    };
    let shown = characters.iter().enumerate().map(|(index, &character)| {
        let between = is_word(index.checked_sub(1)) && is_word(Some(index + 1));
        if character == ' ' && !between {
            '␠'
        } else {
            character
        }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_session_ends_with_the_line_of_the_mark() {
        for (got, printed, upto, shown) in [
            ("a\nb\nc\n", 6, 2, "a\n▶b\n"),
            // At the end, typed text precedes the mark.
            ("a? ", 3, 3, "a? x\n▶\n"),
            ("a\r\n\u{0}", 9, 4, "a␍\n␀▶\n"),
        ] {
            let line = TypedLine {
                printed,
                typed: 0..1,
            };
            assert_eq!(session(b"x\n", got.as_bytes(), &[line], upto), shown);
        }
    }

    #[test]
    fn what_was_typed_is_shown_with_its_spaces() {
        for (typed, shown) in [
            (&b""[..], "␊"),
            (b"cd", "cd"),
            (b" cd ", "␠cd␠"),
            (b"3 5", "3 5"),
            (b"3  5", "3␠␠5"),
            (b"  ", "␠␠"),
            (b"cd\r", "cd␍"),
            (b"cd \r", "cd␠␍"),
            (b"\ncd", "␊cd"),
            (b"a\tb\xff", "a␉b\\xff"),
            ("␠".as_bytes(), "\\u{2420}"),
        ] {
            assert_eq!(visible_typed(typed), shown);
        }
    }

    #[test]
    fn what_was_sent_at_once_is_shown_line_by_line() {
        let mut typed = Typed::default();
        typed.push(3, b"aa\nbb\n");
        typed.push(5, b"cc");
        let shown = session(&typed.input, b"a? b?", &typed.lines, 5);
        assert_eq!(shown, "a? aa\nbb\nb?cc\n▶\n");
    }

    proptest! {
        #[test]
        fn any_lines_and_any_place_will_do(
            input in "[a\n]{0,5}", got in "[b\n]{0,5}", upto in 0usize..9,
            lines in proptest::collection::vec((0usize..9, 0usize..9, 0usize..9), 0..4)
        ) {
            let lines: Vec<TypedLine> = lines
                .into_iter()
                .map(|(printed, from, to)| TypedLine { printed, typed: from..to })
                .collect();
            let session = session(input.as_bytes(), got.as_bytes(), &lines, upto);
            let (before, after) = session.split_once(MARK).expect("it has a mark");
            let printed = |text: &str| text.matches('b').count();
            prop_assert_eq!(printed(before), printed(&got[..upto.min(got.len())]));
            prop_assert!(after.lines().count() <= 1, "{:?}", after);
        }
    }
}
