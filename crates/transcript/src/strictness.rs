//! Strictness: which differences between two texts count.

use std::fmt;

use crate::{Difference, Location};

/// The differences that count. Variants are ordered from the strictest, and each accepts
/// everything that an earlier one accepts, except [`Lines`](Self::Lines), which counts the last
/// newline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strictness {
    /// Every byte counts.
    #[default]
    Exact,
    /// One extra or missing newline at the end does not count.
    FinalNewline,
    /// White space at both ends of each line does not count. Empty lines at the end do, and so
    /// does a missing newline.
    Lines,
    /// White space at both ends of each line, including carriage returns, and empty lines at
    /// the end do not count.
    TrailingSpace,
    /// Only the words count, separated by any white space.
    Tokens,
}

impl Strictness {
    /// The variants that accept everything the one before accepts: all but
    /// [`Lines`](Self::Lines).
    pub const ALL: [Self; 4] = [
        Self::Exact,
        Self::FinalNewline,
        Self::TrailingSpace,
        Self::Tokens,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::FinalNewline => "final-newline",
            Self::Lines => "lines",
            Self::TrailingSpace => "trailing-space",
            Self::Tokens => "tokens",
        }
    }

    /// Returns the variant in [`ALL`](Self::ALL) with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|strictness| strictness.name() == name)
    }

    /// Returns the first difference that counts, if any.
    pub fn first_difference<'a>(self, expected: &'a [u8], got: &'a [u8]) -> Option<Difference<'a>> {
        let (at, got_at) = match self {
            Self::FinalNewline if is_one_newline_apart(expected, got) => return None,
            Self::Exact | Self::FinalNewline => {
                let same = common(expected, got);
                (expected.len() != same || got.len() != same).then_some((same, same))?
            }
            Self::TrailingSpace => mismatch((expected, lines(expected)), (got, lines(got)))?,
            Self::Lines => mismatch(
                (expected, lines_and_newlines(expected)),
                (got, lines_and_newlines(got)),
            )?,
            Self::Tokens => mismatch((expected, words(expected)), (got, words(got)))?,
        };
        Some(Difference {
            expected: Location::new(expected, at),
            got: Location::new(got, got_at),
        })
    }

    /// Returns the first difference that counts, if any. If `truncated`, anything after the
    /// expected output is ignored.
    pub fn difference<'a>(
        self,
        expected: &'a [u8],
        got: &'a [u8],
        truncated: bool,
    ) -> Option<Difference<'a>> {
        let difference = self.first_difference(expected, got)?;
        let rest = difference.expected.rest();
        let is_at_end = match self {
            Self::Exact | Self::FinalNewline => rest.is_empty(),
            Self::Lines | Self::TrailingSpace | Self::Tokens => {
                rest.iter().all(|&byte| is_space(byte))
            }
        };
        (!truncated || !is_at_end).then_some(difference)
    }
}

fn common(one: &[u8], two: &[u8]) -> usize {
    // Comparing blocks by `memcmp` is many times as fast.
    const BLOCK: usize = 1 << 10;
    let blocks = one.chunks(BLOCK).zip(two.chunks(BLOCK));
    let same = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let same = same.min(one.len()).min(two.len());
    let rest = one[same..].iter().zip(&two[same..]);
    same + rest.take_while(|(a, b)| a == b).count()
}

fn is_one_newline_apart(one: &[u8], two: &[u8]) -> bool {
    one.strip_suffix(b"\n") == Some(two) || two.strip_suffix(b"\n") == Some(one)
}

pub(crate) fn trim_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|&byte| !is_space(byte));
    &text[..last.map_or(0, |last| last + 1)]
}

fn mismatch<'a>(
    (expected, mut expected_words): (&[u8], impl Iterator<Item = (usize, &'a [u8])>),
    (got, mut got_words): (&[u8], impl Iterator<Item = (usize, &'a [u8])>),
) -> Option<(usize, usize)> {
    loop {
        let ((at, one), (got_at, two)) = match (expected_words.next(), got_words.next()) {
            (None, None) => return None,
            (one, two) => (
                one.unwrap_or((expected.len(), b"")),
                two.unwrap_or((got.len(), b"")),
            ),
        };
        if one != two {
            let same = common(one, two);
            return Some((at + same, got_at + same));
        }
    }
}

/// Returns `true` for ASCII white space, as C's `isspace` and Python's `split` define it.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    lines_and_newlines(trim_end(text)).filter(|(_, line)| *line != b"\n")
}

fn lines_and_newlines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut offset = 0;
    text.split_inclusive(|&byte| byte == b'\n')
        .flat_map(move |line| {
            let start = offset;
            offset += line.len();
            let first = line.iter().position(|&byte| !is_space(byte)).unwrap_or(0);
            let newline = line.ends_with(b"\n").then_some((offset - 1, &b"\n"[..]));
            [(start + first, trim_end(&line[first..]))]
                .into_iter()
                .chain(newline)
        })
}

fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut offset = 0;
    text.split(|&byte| is_space(byte))
        .map(move |word| {
            let start = offset;
            offset += word.len() + 1;
            (start, word)
        })
        .filter(|(_, word)| !word.is_empty())
}

impl fmt::Display for Strictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use Strictness::{Exact, FinalNewline, Lines, TrailingSpace};

    fn strictest(expected: &str, got: &str) -> Option<Strictness> {
        Strictness::ALL.into_iter().find(|strictness| {
            strictness
                .first_difference(expected.as_bytes(), got.as_bytes())
                .is_none()
        })
    }

    #[test]
    fn each_forgives_what_its_name_says() {
        for (expected, got, accepted) in [
            ("a b\n", "a b\n", Some(Exact)),
            ("a\n", "a", Some(FinalNewline)),
            ("a", "a\n", Some(FinalNewline)),
            ("a\n", "a\n\n", Some(FinalNewline)),
            ("a\n", "a\n\n\n", Some(TrailingSpace)),
            ("a\nb\n", "a\r\nb\r\n", Some(TrailingSpace)),
            ("a: \n  b\n", " a:\nb\t\n", Some(TrailingSpace)),
            ("a \n\n b", "a\n \n b\n", Some(TrailingSpace)),
            ("", " \n\n", Some(TrailingSpace)),
            ("a b\n", "a  b\n", Some(Strictness::Tokens)),
            ("a\n\nb\n", "a\nb\n", Some(Strictness::Tokens)),
            ("a b", "\x0ba\nb\x0c", Some(Strictness::Tokens)),
            ("ab", "a b", None),
            ("a", "A", None),
            ("a", "a b", None),
            ("a", "", None),
        ] {
            let accepts = |strictness: Strictness| {
                strictness
                    .first_difference(expected.as_bytes(), got.as_bytes())
                    .is_none()
            };
            let newlines_at_end = |text: &str| text[text.trim_end().len()..].matches('\n').count();
            let ends = newlines_at_end(expected) == newlines_at_end(got);
            assert_eq!(
                accepts(Lines),
                accepts(TrailingSpace) && ends,
                "{expected:?} {got:?}"
            );
            assert_eq!(strictest(expected, got), accepted, "{expected:?} {got:?}");
        }
    }

    #[test]
    fn line_and_column_are_those_of_the_expected_text_as_it_is() {
        let difference = |strictness: Strictness| {
            let difference = strictness.first_difference(b"a\n\n  bcd e\n", b"a\n\n bxd e\r\n");
            difference.expect("they differ")
        };
        let words = Strictness::Tokens.first_difference(b"a\n\n  bcd e\n", b"a bcd f\n");
        assert_eq!(
            words.expect("they differ").to_string(),
            "line 3, column 7\n  expected:   bcd e␊\n       got: a bcd f␊"
        );
        assert_eq!(
            difference(TrailingSpace).to_string(),
            "line 3, column 4\n  expected:   bcd e␊\n       got:  bxd e␍␊"
        );
        assert_eq!(difference(FinalNewline).column(), 2);
    }

    proptest! {
        #[test]
        fn each_accepts_what_a_stricter_one_does(one in "[ab \r\n\t]{0,8}", two in "[ab \r\n\t]{0,8}") {
            let accepts = |strictness: Strictness| strictness.first_difference(one.as_bytes(), two.as_bytes()).is_none();
            prop_assert_eq!(accepts(Exact), one == two);
            for pair in Strictness::ALL.windows(2) {
                prop_assert!(!accepts(pair[0]) || accepts(pair[1]), "{} but not {}", pair[0], pair[1]);
            }
        }

        #[test]
        fn all_before_the_difference_is_the_same_and_what_follows_is_not(
            one in "[ab \r\n]{0,8}", two in "[ab \r\n]{0,8}"
        ) {
            for strictness in Strictness::ALL.into_iter().chain([Lines]) {
                if let Some(Difference { expected, got }) =
                    strictness.first_difference(one.as_bytes(), two.as_bytes())
                {
                    let (a, b) = (&one.as_bytes()[..expected.offset()], &two.as_bytes()[..got.offset()]);
                    prop_assert_eq!(strictness.first_difference(a, b), None);
                    let (a, b) = (expected.rest().first(), got.rest().first());
                    prop_assert!(a != b || a.is_none_or(|&a| is_space(a)) && strictness > FinalNewline);
                }
            }
        }

        #[test]
        fn tokens_are_what_split_says(one in "[ab \r\n\t]{0,8}", two in "[ab \r\n\t]{0,8}") {
            let same = one.split_whitespace().eq(two.split_whitespace());
            let difference = Strictness::Tokens.first_difference(one.as_bytes(), two.as_bytes());
            prop_assert_eq!(difference.is_none(), same);
        }

        #[test]
        fn trailing_space_is_what_trim_says(one in "[ab \r\n\t]{0,8}", two in "[ab \r\n\t]{0,8}") {
            let trimmed = |text: &str| {
                let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
                lines.join("\n").trim_end().to_owned()
            };
            let difference = TrailingSpace.first_difference(one.as_bytes(), two.as_bytes());
            prop_assert_eq!(difference.is_none(), trimmed(&one) == trimmed(&two));
        }
    }
}
