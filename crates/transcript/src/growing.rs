//! Comparing an output that may still grow.

use crate::Strictness;
use crate::strictness::{common, is_space, lines, newlines_at_end, trim_end, words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growing {
    /// It depends on what follows.
    Open,
    /// It is accepted, whatever follows.
    Matches,
    /// It is not accepted, whatever follows.
    Differs,
}

impl Strictness {
    /// Compares the beginning `got` of an output with `expected`. If `truncated`,
    /// what follows the expected output does not count.
    pub fn growing(self, expected: &[u8], got: &[u8], truncated: bool) -> Growing {
        match self {
            Self::Exact | Self::FinalNewline => self.growing_text(expected, got, truncated),
            Self::Lines => {
                let growing = Self::TrailingSpace.growing(expected, got, truncated);
                let has_ended = Self::TrailingSpace
                    .first_difference(expected, got)
                    .is_none();
                let is_past = has_ended && newlines_at_end(got) > newlines_at_end(expected);
                match growing {
                    Growing::Open if is_past => Growing::Differs,
                    growing => growing,
                }
            }
            Self::TrailingSpace => {
                let (whole, last) = split_after_last(got, |byte| byte == b'\n');
                let whole = whole
                    .split_inclusive(|&byte| byte == b'\n')
                    .map(|line| Piece::Whole(trim_end(trim_start(line))));
                let expected = lines(expected).map(|(_, line)| line);
                growing_pieces(expected, whole, trim_start(last), truncated)
            }
            Self::Tokens => {
                let (whole, last) = split_after_last(got, is_space);
                let whole = words(whole).map(|(_, word)| Piece::Whole(word));
                let expected = words(expected).map(|(_, word)| word);
                growing_pieces(expected, whole, last, truncated)
            }
        }
    }

    fn growing_text(self, expected: &[u8], got: &[u8], truncated: bool) -> Growing {
        let same = common(expected, got);
        let more = &got[same..];
        if truncated && same == expected.len() {
            Growing::Matches
        } else if more.is_empty()
            || self == Self::FinalNewline && same == expected.len() && more == b"\n"
        {
            Growing::Open
        } else {
            Growing::Differs
        }
    }
}

enum Piece<'a> {
    Whole(&'a [u8]),
    /// The last one, of which more may come.
    Begun(&'a [u8]),
}

/// Compares the pieces `whole`, and then the piece that `last` begins unless it is
/// empty, with the pieces that are expected. After those come empty ones.
fn growing_pieces<'a>(
    expected: impl Iterator<Item = &'a [u8]>,
    whole: impl Iterator<Item = Piece<'a>>,
    last: &'a [u8],
    truncated: bool,
) -> Growing {
    let mut expected = expected.peekable();
    if truncated && expected.peek().is_none() {
        return Growing::Matches;
    }
    let last = (!last.is_empty()).then_some(Piece::Begun(last));
    for piece in whole.chain(last) {
        let wanted = expected.next().unwrap_or_default();
        let (Piece::Whole(text) | Piece::Begun(text)) = piece;
        if truncated && expected.peek().is_none() && text.starts_with(wanted) {
            return Growing::Matches;
        }
        let is_open = match piece {
            Piece::Whole(text) => text == wanted,
            Piece::Begun(text) => match text.strip_prefix(wanted) {
                Some(space) => space.iter().all(|&byte| is_space(byte)),
                None => wanted.starts_with(text),
            },
        };
        if !is_open {
            return Growing::Differs;
        }
    }
    Growing::Open
}

fn split_after_last(text: &[u8], ends: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let last = text.iter().rposition(|&byte| ends(byte));
    text.split_at(last.map_or(0, |last| last + 1))
}

fn trim_start(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|&byte| !is_space(byte));
    &text[first.unwrap_or(text.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use Growing::{Differs, Matches, Open};

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
                match strictness.growing(expected.as_bytes(), got.as_bytes(), truncated) {
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
                    prop_assert_ne!(strictness.growing(expected.as_bytes(), begun, truncated), Differs);
                }
            }
        }
    }
}
