//! Mistakes that the texts alone show: white space, spelling, an output that
//! stops early.

use std::cmp::Ordering;

use bstr::ByteSlice;
use transcript::{Difference, Location, Strictness, is_space, visible};

use super::mistake::{Mistake, SpaceChange, Unread};
use super::quote::shortened;
use crate::read::lines::Lines;

pub(crate) fn wrong_text(
    strictness: Strictness,
    difference: Difference<'_>,
    input: &[u8],
) -> Option<Mistake> {
    let Difference { expected, got } = difference;
    let texts = Texts {
        strictness,
        expected,
        got,
    };
    texts
        .last_newline()
        .or_else(|| texts.carriage_returns())
        .or_else(|| texts.escape_sequences())
        .or_else(|| texts.other_character())
        .or_else(|| texts.echo(input))
        .or_else(|| texts.newline_after_prompt())
        .or_else(|| texts.empty_line())
        .or_else(|| texts.spacing())
        .or_else(|| texts.spelling())
        .or_else(|| texts.letter_case())
}

/// Finds a prompt with too few spaces behind it that is followed by what should follow.
pub(crate) fn wrong_prompt<'a>(difference: Difference<'a>) -> Option<Mistake> {
    let Difference { expected, got } = difference;
    let blanks = |text: &[u8]| text.iter().take_while(|&&byte| byte == b' ').count();
    let (wanted, found) = (blanks(expected.rest()), blanks(got.rest()));
    let next = first_line(&expected.rest()[wanted..]);
    // Another prompt of the line may lack its space as well.
    let words = |line: &[u8]| line.replace(" ", "");
    let follows = words(next) == words(first_line(&got.rest()[found..]));
    // A line with white space of its own shows it where no prompt is before it.
    let alone = |at: Location<'a>| {
        let mut lines = at.text().lines().map(<[u8]>::trim_ascii_end);
        lines.find(|line| line.trim_ascii() == next.trim_ascii())
    };
    let prompt = expected.before().trim_ascii_end();
    let blank = expected.before().len() - prompt.len() + wanted;
    let shown = alone(got);
    let is_right = shown == alone(expected) && (blank == 1 || shown.is_some());
    let is_prompts = ends_as_prompt(prompt) && found < wanted && follows && is_right;
    is_prompts.then(|| Mistake::PromptSpace {
        prompt: prompt.to_str_lossy().into_owned(),
    })
}

/// Finds an output that stops early or goes on. At least the last `unread` bytes were not read.
pub(crate) fn wrong_end(
    difference: Difference<'_>,
    input: &[u8],
    unread: usize,
) -> Option<Mistake> {
    let (expected, got) = (difference.expected.rest(), difference.got.rest());
    let printed = difference.got.text();
    let blank = |text: &[u8]| text.iter().all(|&byte| is_space(byte));
    let unread = Unread::new(input, unread);
    let last = expected.trim_ascii();
    let is_last_line = blank(difference.got.before())
        && blank(difference.expected.before())
        && !last.contains(&b'\n')
        && !ends_as_prompt(last);
    match (blank(expected), blank(got)) {
        (false, true) if blank(printed) => Some(Mistake::PrintsNothing { unread }),
        // The last line is there, but it is not whole.
        (false, true)
            if !blank(difference.got.before())
                && !ends_as_prompt(difference.got.before())
                && !expected.trim_ascii_end().contains(&b'\n') =>
        {
            None
        }
        (false, true) if is_last_line => Some(Mistake::LastLineMissing {
            expected: shortened(expected.trim_ascii()),
        }),
        (false, true) => Some(Mistake::OutputStops {
            at_prompt: ends_as_prompt(difference.expected.before()),
            unread,
        }),
        (true, false) => Some(Mistake::OutputGoesOn {
            at_prompt: ends_as_prompt(last_line(printed)),
        }),
        _ => None,
    }
}

/// Compares a line from its last prompt on. The prompts of each text end at `awaited`.
pub(crate) fn wrong_line(
    difference: Difference<'_>,
    awaited: impl Fn(&[u8]) -> Vec<usize>,
) -> Option<Mistake> {
    // Input is not echoed, so a line may have more behind a prompt.
    let Difference { expected, got } = difference;
    let after = |at: Location<'_>| {
        let places = awaited(at.line()).into_iter();
        places.filter(|&cut| cut > at.before().len()).min()
    };
    let line = expected.line();
    let behind = after(expected).map_or(&b""[..], |cut| &line[cut..]);
    let part = |at: Location<'_>| {
        let line = at.line();
        let line = line.strip_suffix(behind).unwrap_or(line);
        let places = awaited(line).into_iter();
        let cut = places.filter(|&cut| cut <= at.before().len()).max();
        shortened(line[cut.unwrap_or(0)..].trim_ascii())
    };
    let line = got.line_number();
    let is_empty = got.line().trim_ascii().is_empty();
    let (expected, printed) = (part(expected), part(got));
    let differs = expected != printed && !expected.is_empty() && printed.is_empty() == is_empty;
    differs.then_some(Mistake::LineWrong {
        line,
        expected,
        printed,
    })
}

struct Texts<'a> {
    strictness: Strictness,
    expected: Location<'a>,
    got: Location<'a>,
}

impl<'a> Texts<'a> {
    fn rest(&self) -> (&'a [u8], &'a [u8]) {
        (self.expected.rest(), self.got.rest())
    }

    fn lines(&self) -> (&'a [u8], &'a [u8]) {
        (self.expected.line(), self.got.line())
    }

    /// Returns `true` if only what `without` takes out of both texts differs.
    fn is_all(&self, without: impl Fn(&[u8]) -> Vec<u8>) -> bool {
        let (expected, got) = (without(self.expected.text()), without(self.got.text()));
        self.strictness.first_difference(&expected, &got).is_none()
    }

    fn last_newline(&self) -> Option<Mistake> {
        let (expected, got) = self.rest();
        let are_newlines = expected.iter().chain(got).all(|&byte| byte == b'\n');
        let mistake = if got.len() < expected.len() {
            Mistake::LastNewlineMissing
        } else {
            Mistake::LastNewlineExtra
        };
        are_newlines.then_some(mistake)
    }

    fn carriage_returns(&self) -> Option<Mistake> {
        let (expected, got) = self.rest();
        (expected.starts_with(b"\n") && got.starts_with(b"\r\n")).then(|| {
            Mistake::CarriageReturns {
                alone: self.is_all(|text| text.replace("\r", "")),
            }
        })
    }

    fn escape_sequences(&self) -> Option<Mistake> {
        let (expected, got) = self.lines();
        let seen = Lines::new(got).text(|_| true);
        let is_right =
            got.contains(&b'\x1b') && seen.trim_end().as_bytes() == expected.trim_ascii_end();
        is_right.then_some(Mistake::EscapeSequences)
    }

    /// Finds a line in which characters beyond ASCII stand for others: they may look alike.
    fn other_character(&self) -> Option<Mistake> {
        let (expected, got) = self.lines();
        let [expected, got] = [expected, got].map(|line| line.trim_ascii().to_str_lossy());
        let pairs = || expected.chars().zip(got.chars());
        let mut others = pairs().filter(|(expected, got)| expected != got);
        let (wanted, printed) = others.clone().next()?;
        let is_alike = expected.chars().count() == got.chars().count()
            && others.all(|(expected, got)| expected.is_ascii() && !got.is_ascii());
        let quoted = |it: char| match it {
            ' ' => "a space".to_owned(),
            _ => format!("`{}`", visible(it.to_string().as_bytes())),
        };
        is_alike.then(|| Mistake::OtherCharacter {
            line: self.got.line_number(),
            printed: format!("{} (U+{:04X})", quoted(printed), u32::from(printed)),
            expected: quoted(wanted),
        })
    }

    fn echo(&self, input: &[u8]) -> Option<Mistake> {
        let (expected, got) = self.rest();
        if !ends_as_prompt(self.expected.before()) {
            return None;
        }
        let next = first_line(expected);
        let typed = input
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .filter(|typed| !typed.is_empty())
            .find(|typed| {
                // It is an echo if without it the output is as expected.
                got.strip_prefix(*typed).is_some_and(|after| {
                    let after_newline = after.strip_prefix(b"\r").unwrap_or(after);
                    let after_newline = after_newline.strip_prefix(b"\n");
                    let goes_on = |after: &[u8]| {
                        after.starts_with(next) || next.is_empty() && after.is_empty()
                    };
                    goes_on(after) || after_newline.is_some_and(goes_on)
                })
            })?;
        Some(Mistake::Echo {
            typed: typed.to_str_lossy().into_owned(),
        })
    }

    fn newline_after_prompt(&self) -> Option<Mistake> {
        let (expected, got) = self.rest();
        let blank = |text: &[u8]| text.iter().take_while(|&&byte| byte == b' ').count();
        let after = &got[blank(got)..];
        let after = after
            .strip_prefix(b"\r\n")
            .or_else(|| after.strip_prefix(b"\n"))?;
        // A board that should follow on the prompt's line may begin with
        // spaces of its own.
        let (owed, after) = (&expected[blank(expected)..], &after[blank(after)..]);
        let prompt = self.expected.before().trim_ascii_end();
        let goes_on = !owed.starts_with(b"\n") && after.first() == owed.first();
        (goes_on && ends_as_prompt(prompt)).then(|| Mistake::NewlineAfterPrompt {
            prompt: prompt.to_str_lossy().into_owned(),
        })
    }

    fn empty_line(&self) -> Option<Mistake> {
        let from_line = |at: Location<'a>| &at.text()[at.offset() - at.before().len()..];
        let (expected, got) = (from_line(self.expected), from_line(self.got));
        let next = |text: &'a [u8]| first_line(text.trim_ascii_start()).trim_ascii_end();
        let is_empty = |text| first_line(text).trim_ascii().is_empty();
        let line = self.got.line_number();
        match (is_empty(expected), is_empty(got)) {
            _ if next(expected) != next(got) || next(got).is_empty() => None,
            (false, true) => Some(Mistake::ExtraLine {
                line,
                printed: String::new(),
                before_board: false,
            }),
            (true, false) => Some(Mistake::MissingLine {
                line,
                expected: String::new(),
            }),
            _ => None,
        }
    }

    fn spacing(&self) -> Option<Mistake> {
        let (expected, got) = self.lines();
        let words = |line: &'a [u8]| {
            line.split(|&byte| is_space(byte))
                .filter(|word| !word.is_empty())
        };
        if expected == got || !words(expected).eq(words(got)) || words(got).next().is_none() {
            return None;
        }
        let line = self.got.line_number();
        let split = |line: &'a [u8]| line.split_at(line.trim_ascii_end().len());
        let ((text, blanks), (printed, found)) = (split(expected), split(got));
        if text != printed {
            return spaced(expected, got, line);
        }
        let trimmed = |text: &[u8]| {
            let lines = text.split(|&byte| byte == b'\n');
            lines
                .map(<[u8]>::trim_ascii_end)
                .collect::<Vec<_>>()
                .join(&b'\n')
        };
        Some(Mistake::TrailingSpace {
            line,
            change: match blanks.len().cmp(&found.len()) {
                Ordering::Greater => SpaceChange::Missing,
                Ordering::Less => SpaceChange::Extra,
                Ordering::Equal => SpaceChange::Wrong,
            },
            alone: self.is_all(trimmed),
        })
    }

    fn spelling(&self) -> Option<Mistake> {
        let american = |text: &[u8]| text.replace("colour", "color").replace("Colour", "Color");
        let (expected, got) = self.lines();
        let differ = american(expected) != expected || american(got) != got;
        // The lines part within the word: the same up to it and one letter on.
        let before = self.expected.before().to_ascii_lowercase();
        let within = before.ends_with(b"colo");
        (differ && within).then(|| {
            let (printed, expected) = if american(got) == got {
                ("color", "colour")
            } else {
                ("colour", "color")
            };
            Mistake::Spelling {
                printed,
                expected,
                alone: self.is_all(american),
            }
        })
    }

    fn letter_case(&self) -> Option<Mistake> {
        let (expected, got) = self.lines();
        let (expected, got) = (expected.trim_ascii(), got.trim_ascii());
        let differs = expected != got && expected.eq_ignore_ascii_case(got);
        differs.then(|| Mistake::LetterCase {
            line: self.got.line_number(),
            alone: self.is_all(<[u8]>::to_ascii_lowercase),
        })
    }
}

impl Unread {
    /// Returns `None` if only white space is left. A read that ended within a line filled a
    /// buffer, of which the program may have used less.
    fn new(input: &[u8], unread: usize) -> Option<Self> {
        let (read, rest) = input.split_at(input.len().saturating_sub(unread));
        // `scanf` leaves the newline after what it reads.
        let newline = [&b"\r\n"[..], b"\n"]
            .into_iter()
            .find(|it| rest.starts_with(it));
        let left = newline.filter(|_| !read.is_empty() && !read.ends_with(b"\n"));
        let (read, rest) = input.split_at(read.len() + left.map_or(0, <[u8]>::len));
        if rest.trim_ascii().is_empty() {
            return None;
        }
        let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').count();
        let first = first_line(Location::new(input, read.len()).line());
        Some(Self {
            lines: lines(rest.trim_ascii_end()),
            at_least: !read.is_empty() && !read.ends_with(b"\n"),
            from: lines(read),
            first: first.trim_ascii().to_str_lossy().into_owned(),
        })
    }
}

/// Finds the first white space that differs, before equal words.
fn spaced(expected: &[u8], got: &[u8], line: usize) -> Option<Mistake> {
    let gaps = |line: &[u8]| -> Vec<(String, String)> {
        let line = String::from_utf8_lossy(line);
        let mut gaps = Vec::new();
        let mut rest = line.trim_ascii_end();
        while !rest.is_empty() {
            let word = rest.trim_ascii_start();
            let end = word.find(|c: char| c.is_ascii_whitespace());
            let (word, after) = word.split_at(end.unwrap_or(word.len()));
            let blank = &rest[..rest.len() - word.len() - after.len()];
            gaps.push((blank_words(blank), shortened(word.as_bytes())));
            rest = after;
        }
        gaps
    };
    let mut both = gaps(expected).into_iter().zip(gaps(got));
    let ((expected, before), (printed, _)) = both.find(|(expected, got)| expected.0 != got.0)?;
    Some(Mistake::Spacing {
        line,
        before,
        expected,
        printed,
    })
}

fn blank_words(blank: &str) -> String {
    let all = |character| blank.chars().all(|other| other == character);
    match blank.len() {
        0 => "no white space".to_owned(),
        1 if all(' ') => "1 space".to_owned(),
        number if all(' ') => format!("{number} spaces"),
        1 if all('\t') => "a tab".to_owned(),
        _ => format!("`{}`", visible(blank.as_bytes())),
    }
}

pub(crate) fn ends_as_prompt(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end(), [.., b':' | b'?' | b'>'])
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn last_line(text: &[u8]) -> &[u8] {
    Location::new(text, text.len()).line()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CaseNames, sentence};
    use proptest::prelude::*;

    const INPUT: &[u8] = b"cd\nce\n";
    const EXPECTED: &[u8] = b"Enter move for colour B: \n  ab\na .W \nMove: OK\nMove: Draw!\n";

    #[test]
    fn unread_input_is_found_where_the_output_stops() {
        for (unread, printed, hint) in [
            (
                3,
                EXPECTED.len() - 6,
                "at a prompt … with 1 line … 2 (`ce`)",
            ),
            (6, 40, "early … with 2 lines … 1 (`cd`)"),
            (2, 40, "early … with at least 1 line … 2 (`ce`)"),
            (4, 40, "early … with 1 line … 2 (`ce`)"),
            (1, 40, "early … is waiting for input without asking"),
            (6, 0, "prints nothing … with 2 lines … 1 (`cd`)"),
        ] {
            let exact = Strictness::Exact;
            let difference = exact.first_difference(EXPECTED, &EXPECTED[..printed]);
            let mistake = wrong_end(difference.expect("they differ"), INPUT, unread);
            let names = CaseNames::new(&courses::ALL[0], INPUT);
            let said = sentence(&mistake.expect("it is known"), &names);
            assert!(hint.split(" … ").all(|part| said.contains(part)), "{said}");
        }
    }

    proptest! {
        #[test]
        fn any_input_and_any_output_will_do(
            input in "[ab\n]{0,6}", unread in 0..8_usize, expected in "[ab: \r\n]{0,12}", got in "[ab: \r\n]{0,12}"
        ) {
            for strictness in Strictness::ALL {
                if let Some(difference) = strictness.first_difference(expected.as_bytes(), got.as_bytes()) {
                    wrong_text(strictness, difference, input.as_bytes());
                    wrong_end(difference, input.as_bytes(), unread);
                    wrong_line(difference, |_| Vec::new());
                }
            }
        }
    }
}
