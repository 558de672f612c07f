//! A run as a person at a terminal would have seen it.

use std::ops::Range;

use crate::{Location, encode};

/// Marks the first difference in a session.
const MARK: &str = "▶";

/// A typed line, and the place where the program read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedLine {
    /// The number of bytes that the program had printed by then.
    pub printed: usize,
    /// The bytes of the input, without the line end.
    pub typed: Range<usize>,
}

/// The session of a program that was given `input` and printed `got`: every typed
/// line stands where it was read, as a terminal would have echoed it, and `▶`
/// marks the offset `upto` in `got`, where it first differs. The session ends
/// with the line of the mark. Control characters and bytes that are not UTF-8
/// are shown as by [`encode`].
///
/// `typed` is in the order of `printed`; lines that lie outside the texts are
/// ignored.
///
/// ```
/// use transcript::{TypedLine, session};
///
/// let typed = [TypedLine { printed: 3, typed: 0..2 }, TypedLine { printed: 9, typed: 3..5 }];
/// let session = session(b"aa\nbb\n", b"a? ok\nb? no\nmore\n", &typed, 9);
/// assert_eq!(session, "a? aa\nok\nb? bb\n▶no\n");
/// ```
pub fn session(input: &[u8], got: &[u8], lines: &[TypedLine], upto: usize) -> String {
    let upto = upto.min(got.len());
    let at = Location::new(got, upto);
    let end = upto - at.before().len() + at.line().len();
    let mut text = Vec::new();
    let mut shown = 0;
    for TypedLine { printed, typed } in lines {
        let Some(typed) = input
            .get(typed.clone())
            .filter(|_| (shown..=upto).contains(printed))
        else {
            continue;
        };
        text.extend_from_slice(&got[shown..*printed]);
        text.extend_from_slice(typed);
        text.push(b'\n');
        shown = *printed;
    }
    text.extend_from_slice(&got[shown..upto]);
    text.extend_from_slice(MARK.as_bytes());
    text.extend_from_slice(&got[upto..end]);
    // encode escapes these marks where they are part of the text.
    encode(&text).replace(['␊', '␄'], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_after_the_difference_is_left_out() {
        let lines = [TypedLine {
            printed: 6,
            typed: 0..1,
        }];
        assert_eq!(session(b"x\n", b"a\nb\nc\n", &lines, 2), "a\n▶b\n");
    }

    #[test]
    fn a_mark_at_the_end_stands_after_what_was_typed() {
        let lines = [TypedLine {
            printed: 3,
            typed: 0..1,
        }];
        assert_eq!(session(b"x\n", b"a? ", &lines, 3), "a? x\n▶\n");
    }

    #[test]
    fn what_is_invisible_is_shown() {
        assert_eq!(session(b"", b"a\r\n\xff", &[], 4), "a␍\n\\xff▶\n");
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
