//! What is probably wrong, where the texts alone tell.

use std::cmp::Ordering;

use bstr::ByteSlice;

use crate::strictness::is_space;
use crate::{Difference, Location, Strictness};

/// What is probably wrong where the two texts first differ, in one or two
/// sentences; `None` if the texts alone do not show it. `input` is what the
/// program was given; at its end it had left the last `unread` bytes of it, or
/// more (0 where that is not known).
///
/// ```
/// use transcript::{Strictness, hint};
///
/// let exact = Strictness::Exact;
/// let difference = exact.first_difference(b"Enter a move: ", b"Enter a move: \n").unwrap();
/// assert!(hint(exact, difference, b"3 5\n", 0).unwrap().contains("newline"));
/// ```
pub fn hint(
    strictness: Strictness,
    difference: Difference<'_>,
    input: &[u8],
    unread: usize,
) -> Option<String> {
    let texts = Texts {
        strictness,
        difference,
    };
    texts
        .final_newline()
        .or_else(|| texts.carriage_return())
        .or_else(|| texts.echo(input))
        .or_else(|| texts.newline_after_prompt())
        .or_else(|| texts.blanks())
        .or_else(|| texts.colour())
        .or_else(|| texts.letter_case())
        .or_else(|| texts.stops(input, unread))
}

struct Texts<'a> {
    strictness: Strictness,
    difference: Difference<'a>,
}

impl<'a> Texts<'a> {
    fn expected(&self) -> &'a [u8] {
        self.difference.expected.text()
    }

    fn got(&self) -> &'a [u8] {
        self.difference.got.text()
    }

    /// What should come next, and what does.
    fn rest(&self) -> (&'a [u8], &'a [u8]) {
        let Difference { expected, got } = self.difference;
        (expected.rest(), got.rest())
    }

    /// The line of the first difference, expected and got.
    fn lines(&self) -> (&'a [u8], &'a [u8]) {
        let Difference { expected, got } = self.difference;
        (expected.line(), got.line())
    }

    fn number(&self) -> usize {
        self.difference.got.line_number()
    }

    /// The line up to the first difference.
    fn before(&self) -> &'a [u8] {
        self.difference.expected.before()
    }

    /// " only" where nothing else differs: where `got` is `expected` but for
    /// what `without` takes out of both.
    fn only(&self, without: impl Fn(&[u8]) -> Vec<u8>) -> &'static str {
        let (expected, got) = (without(self.expected()), without(self.got()));
        match self.strictness.first_difference(&expected, &got) {
            None => " Nothing else differs.",
            Some(_) => "",
        }
    }

    fn final_newline(&self) -> Option<String> {
        Strictness::FinalNewline
            .first_difference(self.expected(), self.got())
            .is_none()
            .then(|| {
                if self.got().len() < self.expected().len() {
                    "Only the newline at the end of the output is missing."
                } else {
                    "There is one newline too many at the end of the output, and nothing else \
                     differs."
                }
                .to_owned()
            })
    }

    fn carriage_return(&self) -> Option<String> {
        let (expected, got) = self.rest();
        (expected.starts_with(b"\n") && got.starts_with(b"\r\n")).then(|| {
            let only = self.only(|text| {
                let mut text = text.to_vec();
                text.retain(|&byte| byte != b'\r');
                text
            });
            format!("Lines end in CRLF, as on Windows; they should end in LF.{only}")
        })
    }

    /// What was typed stands in the output, at the end of a prompt.
    fn echo(&self, input: &[u8]) -> Option<String> {
        let (expected, got) = self.rest();
        if !ends_as_prompt(self.before()) {
            return None;
        }
        let next = first_line(expected);
        input
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
            })
            .map(|typed| {
                format!(
                    "The program prints what it reads ({:?}) after the prompt; input is not to \
                     be echoed.",
                    String::from_utf8_lossy(typed)
                )
            })
    }

    fn newline_after_prompt(&self) -> Option<String> {
        let (expected, got) = self.rest();
        let blank = |text: &[u8]| text.iter().take_while(|&&byte| byte == b' ').count();
        let after = &got[blank(got)..];
        let after = after
            .strip_prefix(b"\r\n")
            .or_else(|| after.strip_prefix(b"\n"))?;
        // A board that should follow on the prompt's line may begin with
        // spaces of its own.
        let (owed, after) = (&expected[blank(expected)..], &after[blank(after)..]);
        let prompt = self.before().trim_ascii_end();
        let goes_on = !owed.starts_with(b"\n") && after.first() == owed.first();
        (goes_on && ends_as_prompt(prompt)).then(|| {
            format!(
                "The prompt {:?} is followed by a newline; what is typed belongs on its line.",
                String::from_utf8_lossy(prompt)
            )
        })
    }

    /// White space, where the words of the line are the same.
    fn blanks(&self) -> Option<String> {
        let (expected, got) = self.lines();
        let words = |line: &'a [u8]| {
            line.split(|&byte| is_space(byte))
                .filter(|word| !word.is_empty())
        };
        if expected == got || !words(expected).eq(words(got)) || words(got).next().is_none() {
            return None;
        }
        let number = self.number();
        let split = |line: &'a [u8]| line.split_at(line.trim_ascii_end().len());
        let ((text, blanks), (printed, found)) = (split(expected), split(got));
        Some(if text == printed {
            let trimmed = |text: &[u8]| {
                let lines = text.split(|&byte| byte == b'\n');
                lines
                    .map(<[u8]>::trim_ascii_end)
                    .collect::<Vec<_>>()
                    .join(&b'\n')
            };
            let only = self.only(trimmed);
            let what = match blanks.len().cmp(&found.len()) {
                Ordering::Greater => "is missing at",
                Ordering::Less => "is too much at",
                Ordering::Equal => "is not what it should be at",
            };
            format!("White space {what} the end of line {number}.{only}")
        } else {
            format!(
                "Line {number} has the right words, but other white space between or before them."
            )
        })
    }

    fn colour(&self) -> Option<String> {
        let american = |text: &[u8]| text.replace("colour", "color").replace("Colour", "Color");
        let (expected, got) = self.lines();
        let differ = american(expected) != expected || american(got) != got;
        // The lines part within the word: the same up to it and one letter on.
        let within = self.before().to_ascii_lowercase().ends_with(b"colo");
        (differ && within).then(|| {
            let (should, does) = if american(got) == got {
                ("colour", "color")
            } else {
                ("color", "colour")
            };
            let only = self.only(american);
            format!("The program spells \"{does}\" where \"{should}\" is expected.{only}")
        })
    }

    fn letter_case(&self) -> Option<String> {
        let (expected, got) = self.lines();
        let lower = |text: &[u8]| text.to_ascii_lowercase();
        (expected != got
            && self
                .strictness
                .first_difference(&lower(expected), &lower(got))
                .is_none())
        .then(|| {
            let only = self.only(lower);
            let number = self.number();
            format!("Line {number} differs in upper and lower case alone.{only}")
        })
    }

    fn stops(&self, input: &[u8], unread: usize) -> Option<String> {
        let left = left(input, unread);
        let (expected, got) = self.rest();
        let blank = |text: &[u8]| text.iter().all(|&byte| is_space(byte));
        match (blank(expected), blank(got)) {
            (false, true) if blank(self.got()) => Some(match left {
                Some(left) => format!("The program prints nothing. It ended with {left}."),
                None => "The program prints nothing.".to_owned(),
            }),
            (false, true) if left.is_some() => {
                let place = if ends_as_prompt(self.before()) {
                    "at a prompt"
                } else {
                    "early"
                };
                left.map(|left| format!("The output stops {place}: the program ended with {left}."))
            }
            (false, true) if ends_as_prompt(self.before()) => Some(
                "The output stops at a prompt: the program does not read on, or it waits for \
                 more than the input has."
                    .to_owned(),
            ),
            (false, true) => Some(
                "The output stops early, although the program should go on: it ended, or it \
                 waits for input without asking for it."
                    .to_owned(),
            ),
            (true, false) if ends_as_prompt(last_line(self.got())) => Some(
                "The program goes on where the output should end, and waits for more input."
                    .to_owned(),
            ),
            (true, false) => {
                Some("The program goes on printing where the output should end.".to_owned())
            }
            _ => None,
        }
    }
}

/// What is left of `input` where its last `unread` bytes are, if it is more
/// than white space. The end of a read that was not one of lines tells of a
/// buffer: then the program may have used less.
fn left(input: &[u8], unread: usize) -> Option<String> {
    let (read, rest) = input.split_at(input.len().saturating_sub(unread));
    let is_line = read.is_empty() || read.ends_with(b"\n");
    let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').count();
    let count = lines(rest.trim_ascii_end());
    let from = lines(read);
    if rest.trim_ascii().is_empty() {
        return None;
    }
    let more = if is_line { "" } else { "at least " };
    let of_lines = if count == 1 { "line" } else { "lines" };
    let first = String::from_utf8_lossy(first_line(Location::new(input, read.len()).line()));
    Some(format!(
        "{more}{count} {of_lines} of its input still unread, from line {from} ({:?}) on",
        first.trim_end()
    ))
}

/// Whether a line that ends like this asks for something.
fn ends_as_prompt(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end(), [.., b':' | b'?' | b'>'])
}

fn first_line(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| byte == b'\n');
    &text[..end.unwrap_or(text.len())]
}

fn last_line(text: &[u8]) -> &[u8] {
    Location::new(text, text.len()).line()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INPUT: &[u8] = b"cd\nce\n";
    const EXPECTED: &str = "Enter move for colour B: \n  ab\na .W \nEnter move: OK\nMove: Draw!\n";

    /// The hint for what `got` differs in.
    fn hinted(strictness: Strictness, unread: usize, got: &str) -> Option<String> {
        let difference = strictness.first_difference(EXPECTED.as_bytes(), got.as_bytes())?;
        hint(strictness, difference, INPUT, unread)
    }

    fn of(got: &str) -> String {
        hinted(Strictness::Exact, 0, got).unwrap_or_default()
    }

    #[test]
    fn input_that_was_left_is_told_where_the_output_stops() {
        let hint = |unread, got: &str| hinted(Strictness::Exact, unread, got).unwrap_or_default();
        for (unread, got, words) in [
            (
                3,
                EXPECTED.replace("Draw!\n", ""),
                "stops at a prompt: the program ended with 1 line of its input still unread, from \
                 line 2 (\"ce\") on.",
            ),
            (
                6,
                EXPECTED[..40].to_owned(),
                "stops early: the program ended with 2 lines of its input still unread, from \
                 line 1 (\"cd\") on.",
            ),
            (
                2,
                EXPECTED[..40].to_owned(),
                "with at least 1 line of its input still unread, from line 2 (\"ce\") on.",
            ),
            (6, String::new(), "prints nothing. It ended with 2 lines"),
            (1, EXPECTED[..40].to_owned(), "it ended, or it waits"),
        ] {
            let hint = hint(unread, &got);
            assert!(hint.contains(words), "{words}\n{hint}");
        }
        assert!(!hint(6, &EXPECTED.replace("Draw", "DRAW")).contains("unread"));
    }

    #[test]
    fn each_mistake_has_its_hint() {
        for (got, words) in [
            (
                EXPECTED.trim_end().to_owned(),
                "the newline at the end of the output is missing",
            ),
            (
                EXPECTED.to_owned() + "\n",
                "one newline too many at the end",
            ),
            (
                EXPECTED.replace('\n', "\r\n"),
                "CRLF, as on Windows; they should end in LF. Nothing else",
            ),
            (
                EXPECTED.replace(".W \n", ".W\n"),
                "is missing at the end of line 3. Nothing else differs",
            ),
            (
                EXPECTED.replace("Draw!", "Draw! "),
                "is too much at the end of line 5. Nothing else",
            ),
            (
                EXPECTED.replace("  ab", " ab"),
                "Line 2 has the right words",
            ),
            (
                EXPECTED.replace("colour", "color"),
                "\"color\" where \"colour\" is expected. Nothing else",
            ),
            (
                EXPECTED.replace("move: OK", "move: \nOK"),
                "\"Enter move:\" is followed by a newline",
            ),
            (
                EXPECTED.replace("move: OK", "move:\nOK"),
                "\"Enter move:\" is followed by a newline",
            ),
            (
                EXPECTED.replace("Draw", "DRAW"),
                "upper and lower case alone. Nothing else",
            ),
            (
                EXPECTED.replace("move: OK", "move: cd\nOK"),
                "prints what it reads (\"cd\")",
            ),
            (
                EXPECTED.replace("Move: Draw", "Move: ceDraw"),
                "prints what it reads (\"ce\")",
            ),
            (String::new(), "prints nothing"),
            (EXPECTED[..40].to_owned(), "stops early"),
            (EXPECTED.replace("Draw!\n", ""), "stops at a prompt"),
            (EXPECTED.to_owned() + "bye\n", "goes on printing"),
            (EXPECTED.to_owned() + "Enter move: ", "waits for more input"),
        ] {
            let hint = of(&got);
            assert!(hint.contains(words), "{got:?}\n{words}\n{hint}");
        }
    }

    #[test]
    fn a_second_mistake_is_not_denied() {
        let got = EXPECTED.replace('\n', "\r\n").replace("Draw", "Tie");
        assert!(!of(&got).contains("Nothing else"));
    }

    #[test]
    fn other_words_have_none() {
        assert_eq!(of(&EXPECTED.replace("Draw", "Tie")), "");
    }

    #[test]
    fn what_does_not_count_has_none() {
        let got = EXPECTED.replace(".W \n", ".W\r\n");
        for (strictness, some) in [
            (Strictness::Exact, true),
            (Strictness::TrailingSpace, false),
        ] {
            assert_eq!(hinted(strictness, 0, &got).is_some(), some);
        }
    }

    proptest! {
        #[test]
        fn any_input_and_any_output_will_do(
            input in "[ab\n]{0,6}", unread in 0..8_usize, expected in "[ab: \r\n]{0,12}", got in "[ab: \r\n]{0,12}"
        ) {
            for strictness in Strictness::ALL {
                if let Some(difference) = strictness.first_difference(expected.as_bytes(), got.as_bytes()) {
                    hint(strictness, difference, input.as_bytes(), unread);
                }
            }
        }
    }
}
