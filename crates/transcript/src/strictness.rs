//! How strictly two texts are held against each other.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Difference;

/// How strictly what a program printed is held against what it should have
/// printed, the strictest first. What one of them accepts, each later one
/// does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strictness {
    /// Every byte counts.
    #[default]
    Exact,
    /// One newline more or less at the end of the output does not count.
    FinalNewline,
    /// White space at both ends of each line does not count, a carriage return
    /// included, nor do empty lines at the end of the output.
    TrailingSpace,
    /// Only the words count, which white space of any kind separates.
    Tokens,
}

/// Where two texts part, as offsets in bytes. All before them is the same by
/// the strictness asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// Where in the text expected.
    pub expected: usize,
    /// Where in what the program printed.
    pub got: usize,
}

impl Strictness {
    /// All of them, the strictest first.
    pub const ALL: [Self; 4] = [
        Self::Exact,
        Self::FinalNewline,
        Self::TrailingSpace,
        Self::Tokens,
    ];

    /// The name on a command line: `final-newline`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::FinalNewline => "final-newline",
            Self::TrailingSpace => "trailing-space",
            Self::Tokens => "tokens",
        }
    }

    /// The first difference that counts, or `None` where there is none. Its
    /// line and column are those of the expected text, its lines those of the
    /// two texts as they are.
    pub fn difference(self, expected: &[u8], got: &[u8]) -> Option<Difference> {
        let parting = self.parting(expected, got)?;
        Some(Difference::at(expected, got, parting))
    }

    /// Where two texts part, or `None` where they do not.
    pub fn parting(self, expected: &[u8], got: &[u8]) -> Option<Parting> {
        match self {
            Self::Exact => common(expected, got),
            Self::FinalNewline => {
                let one_more = |longer: &[u8], shorter| longer.strip_suffix(b"\n") == Some(shorter);
                if one_more(expected, got) || one_more(got, expected) {
                    return None;
                }
                common(expected, got)
            }
            Self::TrailingSpace => pieces(lines(expected), lines(got), expected, got),
            Self::Tokens => pieces(words(expected), words(got), expected, got),
        }
    }
}

/// Where two texts part byte for byte.
fn common(expected: &[u8], got: &[u8]) -> Option<Parting> {
    let same = expected.iter().zip(got).take_while(|(a, b)| a == b).count();
    (expected.len() != same || got.len() != same).then_some(Parting {
        expected: same,
        got: same,
    })
}

/// Where two texts part that are read as `theirs` and `ours`: pieces of them,
/// each with its offset.
fn pieces<'a>(
    mut theirs: impl Iterator<Item = (usize, &'a [u8])>,
    mut ours: impl Iterator<Item = (usize, &'a [u8])>,
    expected: &[u8],
    got: &[u8],
) -> Option<Parting> {
    loop {
        let (a, b) = match (theirs.next(), ours.next()) {
            (None, None) => return None,
            (a, b) => (
                a.unwrap_or((expected.len(), b"")),
                b.unwrap_or((got.len(), b"")),
            ),
        };
        if a.1 != b.1 {
            let same = a.1.iter().zip(b.1).take_while(|(a, b)| a == b).count();
            return Some(Parting {
                expected: a.0 + same,
                got: b.0 + same,
            });
        }
    }
}

/// White space as C's `isspace` and Python's `split` see it in ASCII.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The lines without the white space at both ends, and without the empty ones
/// at the end of the text.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let end = text.iter().rposition(|&byte| !is_space(byte));
    let text = &text[..end.map_or(0, |last| last + 1)];
    let mut offset = 0;
    text.split_inclusive(|&byte| byte == b'\n')
        .map(move |line| {
            let start = offset;
            offset += line.len();
            let first = line.iter().position(|&byte| !is_space(byte));
            let last = line.iter().rposition(|&byte| !is_space(byte));
            match (first, last) {
                (Some(first), Some(last)) => (start + first, &line[first..=last]),
                _ => (start, &line[..0]),
            }
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

/// Its name.
impl fmt::Display for Strictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Strictness {
    type Err = UnknownStrictness;

    fn from_str(name: &str) -> Result<Self, UnknownStrictness> {
        Self::ALL
            .into_iter()
            .find(|strictness| strictness.name() == name)
            .ok_or_else(|| UnknownStrictness(name.to_owned()))
    }
}

/// A name that no [`Strictness`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStrictness(String);

impl fmt::Display for UnknownStrictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not one of exact, final-newline, trailing-space, tokens",
            self.0
        )
    }
}

impl Error for UnknownStrictness {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use Strictness::{Exact, FinalNewline, TrailingSpace};

    /// The strictest that accepts `got`.
    fn strictest(expected: &str, got: &str) -> Option<Strictness> {
        Strictness::ALL.into_iter().find(|strictness| {
            strictness
                .parting(expected.as_bytes(), got.as_bytes())
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
            assert_eq!(strictest(expected, got), accepted, "{expected:?} {got:?}");
        }
    }

    #[test]
    fn line_and_column_are_those_of_the_expected_text_as_it_is() {
        let difference = |strictness: Strictness| {
            let difference = strictness.difference(b"a\n\n  bcd e\n", b"a\n\n bxd e\r\n");
            difference.expect("they differ")
        };
        let words = Strictness::Tokens.difference(b"a\n\n  bcd e\n", b"a bcd f\n");
        assert_eq!(
            words.expect("they differ").to_string(),
            "line 3, column 7\n  expected:   bcd e␊\n       got: a bcd f␊"
        );
        assert_eq!(
            difference(TrailingSpace).to_string(),
            "line 3, column 4\n  expected:   bcd e␊\n       got:  bxd e␍␊"
        );
        assert_eq!(difference(FinalNewline).column, 2);
    }

    #[test]
    fn an_output_that_stops_early_or_goes_on_is_shown_so() {
        for strictness in Strictness::ALL {
            let early = strictness.difference(b"a\nb\n", b"a\n").expect("it stops");
            assert_eq!((early.line, early.got.as_slice()), (2, b"".as_slice()));
            let late = strictness
                .difference(b"a\n", b"a\nb\n")
                .expect("it goes on");
            assert_eq!((late.line, late.got.as_slice()), (2, b"b\n".as_slice()));
        }
    }

    #[test]
    fn the_names_are_read_as_they_are_written() {
        for strictness in Strictness::ALL {
            assert_eq!(strictness.to_string().parse(), Ok(strictness));
        }
        let error = "lax".parse::<Strictness>().expect_err("there is none");
        assert!(error.to_string().starts_with("\"lax\" is not one of exact"));
    }

    proptest! {
        #[test]
        fn each_accepts_what_a_stricter_one_does(one in "[ab \r\n\t]{0,8}", two in "[ab \r\n\t]{0,8}") {
            let accepts = |strictness: Strictness| strictness.parting(one.as_bytes(), two.as_bytes()).is_none();
            prop_assert_eq!(accepts(Exact), one == two);
            for pair in Strictness::ALL.windows(2) {
                prop_assert!(!accepts(pair[0]) || accepts(pair[1]), "{} but not {}", pair[0], pair[1]);
            }
        }

        #[test]
        fn they_are_symmetric(one in "[ab \r\n]{0,8}", two in "[ab \r\n]{0,8}") {
            for strictness in Strictness::ALL {
                let there = strictness.parting(one.as_bytes(), two.as_bytes());
                let back = strictness.parting(two.as_bytes(), one.as_bytes());
                let turned = back.map(|at| Parting { expected: at.got, got: at.expected });
                prop_assert_eq!(there, turned);
            }
        }

        #[test]
        fn all_before_the_parting_is_the_same_and_what_follows_is_not(
            one in "[ab \r\n]{0,8}", two in "[ab \r\n]{0,8}"
        ) {
            for strictness in Strictness::ALL {
                if let Some(at) = strictness.parting(one.as_bytes(), two.as_bytes()) {
                    let (a, b) = (&one.as_bytes()[..at.expected], &two.as_bytes()[..at.got]);
                    prop_assert_eq!(strictness.parting(a, b), None);
                    let next = |text: &str, at| text.as_bytes().get(at).copied();
                    let (a, b) = (next(&one, at.expected), next(&two, at.got));
                    prop_assert!(a != b || a.is_none_or(is_space) && strictness > FinalNewline);
                }
            }
        }

        #[test]
        fn tokens_are_what_split_says(one in "[ab \r\n\t]{0,8}", two in "[ab \r\n\t]{0,8}") {
            let same = one.split_whitespace().eq(two.split_whitespace());
            let parting = Strictness::Tokens.parting(one.as_bytes(), two.as_bytes());
            prop_assert_eq!(parting.is_none(), same);
        }

        #[test]
        fn trailing_space_is_what_trim_says(one in "[ab \r\n\t]{0,8}", two in "[ab \r\n\t]{0,8}") {
            let trimmed = |text: &str| {
                let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
                lines.join("\n").trim_end().to_owned()
            };
            let parting = TrailingSpace.parting(one.as_bytes(), two.as_bytes());
            prop_assert_eq!(parting.is_none(), trimmed(&one) == trimmed(&two));
        }
    }
}
