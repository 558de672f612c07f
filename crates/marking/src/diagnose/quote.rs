//! Texts of a program, short enough for a sentence.

use transcript::visible;

/// In characters.
const LONGEST_QUOTE: usize = 60;

pub(crate) fn shortened(line: &[u8]) -> String {
    short(&visible(line))
}

/// Returns `text` itself if it is what `short` returned.
pub(super) fn short(text: &str) -> String {
    let line = text.strip_suffix('…').unwrap_or(text);
    if line.chars().count() <= LONGEST_QUOTE {
        return text.to_owned();
    }
    let start: String = line.chars().take(LONGEST_QUOTE).collect();
    format!("{start}…")
}
