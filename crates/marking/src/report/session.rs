//! A run as it would have looked on a terminal.

use std::borrow::Cow;

use course::Course;

/// A reader wants the last turns, not the whole game.
const MOST_LINES: usize = 60;

/// In characters.
const LONGEST_LINE: usize = 400;

/// The output with what was typed where it was awaited, up to the byte `upto`
/// of `got`: what a terminal would have shown of the run. Only the end of a
/// long session is kept.
pub(super) fn session(course: &Course, input: &[u8], got: &[u8], upto: usize) -> String {
    let entries = course.typed_lines(input, got);
    shortened(&transcript::session(input, got, &entries, upto))
}

/// The end of a long text, and the beginnings of its long lines.
fn shortened(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(cut).collect();
    match lines.len().checked_sub(MOST_LINES) {
        None | Some(0) => lines.join("\n"),
        Some(before) => format!("({before} lines before)\n{}", lines[before..].join("\n")),
    }
}

fn cut(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => Cow::from(format!("{}…", &line[..end])),
        None => Cow::from(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_long_session_is_kept() {
        let shown = shortened(&"x\n".repeat(100));
        assert_eq!(shown.lines().count(), MOST_LINES + 1);
        assert!(shown.starts_with("(40 lines before)\nx"));
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let shown = shortened(&"○".repeat(5000));
        assert_eq!(shown.chars().count(), LONGEST_LINE + 1);
    }
}
