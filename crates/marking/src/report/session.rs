//! A run as it would have looked on a terminal.

use std::fmt::Write;

use bstr::ByteSlice;
use transcript::{TypedLine, visible_typed};

use super::text::{cut, last_lines};

/// A reader wants the moves that lead to a mistake: the last ones.
const LAST_TYPED: usize = 3;

/// The most lines of the last moves and of the whole session.
const LAST_LINES: usize = 60;
const MOST_LINES: usize = 2000;

/// In characters.
const LONGEST_LINE: usize = 400;

/// The most bytes of an output before the mark.
const KEPT: usize = 64 << 10;

/// Shows what was typed and printed up to the byte `upto`: the last moves, and all of it; of a very
/// long session, the end.
pub(super) fn session(
    input: &[u8],
    typed: &[TypedLine],
    output: &[u8],
    upto: usize,
) -> [String; 2] {
    if output.is_empty() && typed.is_empty() {
        return Default::default();
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
    [(last, LAST_LINES), (whole, MOST_LINES)]
        .map(|(text, most)| last_lines(&text, most, LONGEST_LINE, lines))
}

/// Shows the `typed` lines apart, since it is unknown where they were read.
pub(super) fn session_apart<'a>(
    typed: impl Iterator<Item = &'a [u8]>,
    output: &[u8],
    upto: usize,
) -> [String; 2] {
    if output.is_empty() {
        return Default::default();
    }
    let typed: Vec<String> = typed.map(visible_typed).collect();
    let [last, whole] = session(b"", &[], output, upto);
    [(last, LAST_LINES), (whole, MOST_LINES)].map(|(printed, most)| {
        let mut text = String::from("(typed, at unknown places:)\n");
        for line in typed.iter().take(most) {
            text.push_str(&cut(line, LONGEST_LINE));
            text.push('\n');
        }
        if let Some(more) = typed.len().checked_sub(most).filter(|&more| more > 0) {
            writeln!(text, "(and {more} lines more)").expect("a String takes it all");
        }
        // The mark is at the end, which is what a short report keeps.
        text + "(printed:)\n" + &printed
    })
}

/// Cuts very long lines.
pub fn cut_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|it| cut(it, LONGEST_LINE)).collect();
    lines.join("\n")
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use transcript::Typed;

    /// A program that asks `?`, and prints the number of the line and one below.
    fn run(lines: usize) -> (Typed, Vec<u8>) {
        let (mut typed, mut output) = (Typed::default(), b"?".to_vec());
        for number in 1..=lines {
            typed.push(output.len(), format!("t{number}\n").as_bytes());
            output.extend(format!("{number}\n?").bytes());
        }
        (typed, output)
    }

    fn sessions(lines: usize, upto: usize) -> [String; 2] {
        let (typed, output) = run(lines);
        session(&typed.input, &typed.lines, &output, upto.min(output.len()))
    }

    #[test]
    fn the_last_moves_are_shown_and_the_whole_is_kept() {
        let [last, whole] = sessions(5, usize::MAX);
        let end = "2\n?t3\n3\n?t4\n4\n?t5\n5\n?▶";
        assert_eq!(last, format!("(3 lines before)\n{end}"));
        assert_eq!(whole, format!("?t1\n1\n?t2\n{end}"));
    }

    #[test]
    fn a_short_session_is_shown_whole() {
        let [last, whole] = sessions(3, usize::MAX);
        assert_eq!(last, whole);
        assert!(last.starts_with("?t1\n1\n"));
    }

    #[test]
    fn lines_without_a_place_stand_apart() {
        let typed = [&b"cd"[..], b" ce"].into_iter();
        let [last, _] = session_apart(typed, b"a\nb\nc\n", 2);
        let shown = "(typed, at unknown places:)\ncd\n␠ce\n(printed:)\na\n▶b";
        assert_eq!(last, shown);
    }

    #[test]
    fn a_long_session_is_cut() {
        let shown = last_lines(&"x\n".repeat(100), LAST_LINES, LONGEST_LINE, 100);
        assert_eq!(shown.lines().count(), LAST_LINES + 1);
        assert!(shown.starts_with("(40 lines before)\nx"));
        let flood = b"y\n".repeat(1 << 20);
        let [last, whole] = session(b"", &[], &flood, flood.len());
        assert!(whole.len() < 64 << 10);
        assert!(last.starts_with("(1048517 lines before)\ny\n"));
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let shown = last_lines(&"○".repeat(5000), LAST_LINES, LONGEST_LINE, 1);
        assert_eq!(shown.chars().count(), LONGEST_LINE);
        let shown = cut_lines(&format!("a\n{}\n", "b".repeat(5000)));
        assert_eq!(shown.chars().count(), 2 + LONGEST_LINE + 1);
    }

    proptest! {
        #[test]
        fn nothing_is_shown_that_did_not_happen(lines in 0..9_usize, upto in 0..40_usize) {
            let [last, whole] = sessions(lines, upto);
            let last = last.split_once(" before)\n").map_or(&*last, |(_, last)| last);
            prop_assert!(whole.ends_with(last));
        }
    }
}
