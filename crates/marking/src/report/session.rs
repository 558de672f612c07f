//! A run as it would have looked on a terminal.

use std::fmt::Write;

use bstr::ByteSlice;
use transcript::{TypedLine, visible_typed};

use super::text::{counted, cut};

/// A reader wants the moves that lead to a mistake: the last ones.
const LAST_TYPED: usize = 3;

/// The most lines of the last moves and of the whole session.
const LAST_LINES: usize = 60;
const MOST_LINES: usize = 2000;

/// In characters.
const LONGEST_LINE: usize = 400;

/// The most bytes of an output before the mark.
const KEPT: usize = 64 << 10;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SessionText {
    pub(super) last: String,
    /// All of it; of a very long session, the end.
    pub(super) whole: String,
}

impl SessionText {
    /// Shows what was typed and printed up to the byte `upto`.
    pub(super) fn new(input: &[u8], typed: &[TypedLine], output: &[u8], upto: usize) -> Self {
        if output.is_empty() && typed.is_empty() {
            return Self::default();
        }
        let from = |start: usize| {
            let shift = |line: &TypedLine| TypedLine {
                printed: line.printed - start,
                typed: line.typed.clone(),
            };
            // The line at the start itself belongs to what comes before.
            let is_later = |line: &&TypedLine| start == 0 || line.printed > start;
            let lines: Vec<TypedLine> = typed.iter().filter(is_later).map(shift).collect();
            transcript::session(input, &output[start..], &lines, upto - start)
        };
        let first = kept_from(output, upto);
        let whole = from(first);
        let read = typed.partition_point(|line| line.printed <= upto);
        let last = match read.checked_sub(LAST_TYPED + 1) {
            Some(before) => from(typed[before].printed.max(first)),
            None => whole.clone(),
        };
        let lines = whole.lines().count() + lines_before(output, first);
        Self {
            last: end(&last, LAST_LINES, lines),
            whole: end(&whole, MOST_LINES, lines),
        }
    }

    /// Shows the `typed` lines apart, since it is unknown where they were read.
    pub(super) fn apart<'a>(
        typed: impl Iterator<Item = &'a [u8]>,
        output: &[u8],
        upto: usize,
    ) -> Self {
        if output.is_empty() {
            return Self::default();
        }
        let typed: Vec<String> = typed.map(visible_typed).collect();
        let printed = Self::new(b"", &[], output, upto);
        let with = |printed: &str, most: usize| {
            let mut text = format!("{printed}\n(typed, at places that are not known:)");
            for line in typed.iter().take(most) {
                text.push('\n');
                text.push_str(&cut(line, LONGEST_LINE));
            }
            if let Some(more) = typed.len().checked_sub(most).filter(|&more| more > 0) {
                write!(text, "\n(and {more} lines more)").expect("a String takes it all");
            }
            text
        };
        Self {
            last: with(&printed.last, LAST_LINES),
            whole: with(&printed.whole, MOST_LINES),
        }
    }
}

/// Returns the start of a line about [`KEPT`] bytes before `upto`.
fn kept_from(output: &[u8], upto: usize) -> usize {
    let from = upto.saturating_sub(KEPT);
    if from == 0 {
        return 0;
    }
    let newline = output[from..upto].iter().position(|&byte| byte == b'\n');
    newline.map_or(from, |newline| from + newline + 1)
}

fn lines_before(output: &[u8], upto: usize) -> usize {
    output[..upto].find_iter("\n").count()
}

/// Cuts a text to its last lines, and says how many of `all` were before. Long lines are cut.
fn end(text: &str, most: usize, all: usize) -> String {
    let lines: Vec<_> = text.lines().map(|line| cut(line, LONGEST_LINE)).collect();
    let shown = &lines[lines.len().saturating_sub(most)..];
    match all.saturating_sub(shown.len()) {
        0 => shown.join("\n"),
        before => format!("({} before)\n{}", counted(before, "line"), shown.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A program that asks `?`, and prints the number of the line and one below.
    fn run(lines: usize) -> (Vec<u8>, Vec<TypedLine>, Vec<u8>) {
        let (mut input, mut typed, mut output) = (Vec::new(), Vec::new(), b"?".to_vec());
        for number in 1..=lines {
            let start = input.len();
            input.extend(format!("t{number}\n").bytes());
            typed.push(TypedLine {
                printed: output.len(),
                typed: start..input.len() - 1,
            });
            output.extend(format!("{number}\n?").bytes());
        }
        (input, typed, output)
    }

    #[test]
    fn the_last_moves_are_shown_and_the_whole_is_kept() {
        let (input, typed, output) = run(5);
        let session = SessionText::new(&input, &typed, &output, output.len());
        let last = "2\n?t3\n3\n?t4\n4\n?t5\n5\n?▶";
        assert_eq!(session.last, format!("(3 lines before)\n{last}"));
        assert_eq!(session.whole, format!("?t1\n1\n?t2\n{last}"));
    }

    #[test]
    fn a_short_session_is_shown_whole() {
        let (input, typed, output) = run(3);
        let session = SessionText::new(&input, &typed, &output, output.len());
        assert_eq!(session.last, session.whole);
        assert!(session.last.starts_with("?t1\n1\n"));
    }

    #[test]
    fn lines_without_a_place_stand_apart() {
        let typed = [&b"cd"[..], b" ce"].into_iter();
        let session = SessionText::apart(typed, b"a\nb\nc\n", 2);
        let shown = "a\n▶b\n(typed, at places that are not known:)\ncd\n␠ce";
        assert_eq!(session.last, shown);
    }

    #[test]
    fn a_long_session_is_cut() {
        let shown = end(&"x\n".repeat(100), LAST_LINES, 100);
        assert_eq!(shown.lines().count(), LAST_LINES + 1);
        assert!(shown.starts_with("(40 lines before)\nx"));
        let flood = b"y\n".repeat(1 << 20);
        let session = SessionText::new(b"", &[], &flood, flood.len());
        assert!(session.whole.len() < 64 << 10);
        assert!(session.last.starts_with("(1048517 lines before)\ny\n"));
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let shown = end(&"○".repeat(5000), LAST_LINES, 1);
        assert_eq!(shown.chars().count(), LONGEST_LINE);
    }

    proptest! {
        #[test]
        fn nothing_is_shown_that_did_not_happen(lines in 0..9_usize, upto in 0..40_usize) {
            let (input, typed, output) = run(lines);
            let session = SessionText::new(&input, &typed, &output, upto.min(output.len()));
            let last = session.last.split_once(" before)\n").map_or(&*session.last, |(_, last)| last);
            prop_assert!(session.whole.ends_with(last));
        }
    }
}
