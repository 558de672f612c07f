//! A run as a person would have seen it on a terminal.

use std::ops::Range;

use crate::{Location, encode};

/// Marks the first difference in a session.
const MARK: &str = "▶";

/// Where a program read something that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How many bytes of its output were printed by then.
    pub printed: usize,
    /// Which bytes of its input it read, without the line end.
    pub typed: Range<usize>,
}

/// The session of a program that was given `input` and printed `got`: what was
/// typed stands where it was read, as a terminal would have echoed it, and `▶`
/// marks the offset `upto` in `got`, where it first differs. The session ends
/// with the line of the mark. Control characters and bytes that are not UTF-8
/// are shown as by [`encode`].
///
/// `entries` are in the order of `printed`; what does not lie in the texts
/// does not count.
///
/// ```
/// use transcript::{Entry, session};
///
/// let entries = [Entry { printed: 3, typed: 0..2 }, Entry { printed: 9, typed: 3..5 }];
/// let told = session(b"aa\nbb\n", b"a? ok\nb? no\nmore\n", &entries, 9);
/// assert_eq!(told, "a? aa\nok\nb? bb\n▶no\n");
/// ```
pub fn session(input: &[u8], got: &[u8], entries: &[Entry], upto: usize) -> String {
    let upto = upto.min(got.len());
    let at = Location::new(got, upto);
    let end = upto - at.before().len() + at.line().len();
    let mut text = Vec::new();
    let mut told = 0;
    for Entry { printed, typed } in entries {
        let Some(typed) = input
            .get(typed.clone())
            .filter(|_| (told..=upto).contains(printed))
        else {
            continue;
        };
        text.extend_from_slice(&got[told..*printed]);
        text.extend_from_slice(typed);
        text.push(b'\n');
        told = *printed;
    }
    text.extend_from_slice(&got[told..upto]);
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
    fn an_entry_after_the_difference_is_not_told() {
        let entries = [Entry {
            printed: 6,
            typed: 0..1,
        }];
        assert_eq!(session(b"x\n", b"a\nb\nc\n", &entries, 2), "a\n▶b\n");
    }

    #[test]
    fn a_mark_at_the_end_stands_after_what_was_typed() {
        let entries = [Entry {
            printed: 3,
            typed: 0..1,
        }];
        assert_eq!(session(b"x\n", b"a? ", &entries, 3), "a? x\n▶\n");
    }

    #[test]
    fn what_is_invisible_is_shown() {
        assert_eq!(session(b"", b"a\r\n\xff", &[], 4), "a␍\n\\xff▶\n");
    }

    proptest! {
        #[test]
        fn any_entries_and_any_place_will_do(
            input in "[a\n]{0,5}", got in "[b\n]{0,5}", upto in 0usize..9,
            entries in proptest::collection::vec((0usize..9, 0usize..9, 0usize..9), 0..4)
        ) {
            let entries: Vec<Entry> = entries
                .into_iter()
                .map(|(printed, from, to)| Entry { printed, typed: from..to })
                .collect();
            let told = session(input.as_bytes(), got.as_bytes(), &entries, upto);
            let (before, after) = told.split_once(MARK).expect("it has a mark");
            let printed = |text: &str| text.matches('b').count();
            prop_assert_eq!(printed(before), printed(&got[..upto.min(got.len())]));
            prop_assert!(after.lines().count() <= 1, "{:?}", after);
        }
    }
}
