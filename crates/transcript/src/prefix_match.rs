//! Comparing an output that is still incomplete.

use crate::Strictness;
use crate::strictness::{is_space, trim_end};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefixMatch {
    /// The rest of the output decides.
    Open,
    /// The output is right, whatever follows.
    Matches,
    /// The output is wrong, whatever follows.
    Differs,
}

impl Strictness {
    /// Compares the beginning `got` of an output with `expected`. If `truncated`, anything
    /// after the expected output is ignored.
    pub fn prefix_match(self, expected: &[u8], got: &[u8], truncated: bool) -> PrefixMatch {
        let Some(difference) = self.difference(expected, got, truncated) else {
            // A missing newline is accepted only at the end.
            let is_whole = self != Self::FinalNewline || got.len() >= expected.len();
            return if truncated && is_whole {
                PrefixMatch::Matches
            } else {
                PrefixMatch::Open
            };
        };
        if expected.starts_with(got) {
            return PrefixMatch::Open;
        }
        let blanks = |text: &[u8]| text.iter().take_while(|&&byte| is_space(byte)).count();
        let rest = difference.got.rest();
        if blanks(rest) < rest.len() {
            return PrefixMatch::Differs;
        }
        // The match is open if the rest of the expected output could follow from some place in
        // the white space around the difference.
        let at = difference.expected.offset();
        let mut starts = trim_end(&expected[..at]).len()..=at + blanks(&expected[at..]);
        let is_open = starts.any(|start| {
            let whole = [got, &expected[start..]].concat();
            self.difference(expected, &whole, truncated).is_none()
        });
        if is_open {
            PrefixMatch::Open
        } else {
            PrefixMatch::Differs
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use PrefixMatch::{Differs, Matches, Open};

    fn accepts(strictness: Strictness, expected: &[u8], got: &[u8], truncated: bool) -> bool {
        strictness.difference(expected, got, truncated).is_none()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn what_is_settled_stays_so_and_what_is_open_can_become_both(
            expected in "[ab \n\r]{0,8}", got in "[ab \n\r]{0,8}", more in "[ab \n\r]{0,6}", truncated: bool
        ) {
            for strictness in Strictness::ALL.into_iter().chain([Strictness::Lines]) {
                let accepts = |more: &str| {
                    let longer = [&got, more].concat();
                    accepts(strictness, expected.as_bytes(), longer.as_bytes(), truncated)
                };
                match strictness.prefix_match(expected.as_bytes(), got.as_bytes(), truncated) {
                    Matches => prop_assert!(accepts("") && accepts(&more), "{strictness}"),
                    Differs => prop_assert!(!accepts("") && !accepts(&more), "{strictness}"),
                    Open => {
                        let mut ends = expected.char_indices().map(|(at, _)| &expected[at..]).chain([""]);
                        prop_assert!(ends.any(accepts), "{strictness}: nothing heals it");
                        prop_assert!(["x", " x", "\nx"].into_iter().any(|more| !accepts(more)), "{strictness}: nothing spoils it");
                    }
                }
            }
        }

        #[test]
        fn the_beginning_of_what_is_accepted_does_not_differ(
            expected in "[ab \n\r]{0,8}", more in "[ab \n]{0,4}", cut in 0..12_usize
        ) {
            let longer = [&*expected, &more].concat();
            for strictness in Strictness::ALL.into_iter().chain([Strictness::Lines]) {
                for (all, truncated) in [(&expected, false), (&longer, true)] {
                    let begun = &all.as_bytes()[..cut.min(all.len())];
                    prop_assert_ne!(strictness.prefix_match(expected.as_bytes(), begun, truncated), Differs);
                }
            }
        }
    }
}
