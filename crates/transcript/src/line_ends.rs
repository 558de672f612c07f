//! CRLF, which C programs in text mode on Windows print for each newline.

use std::borrow::Cow;

/// Replaces CRLF with LF. A lone CR stays.
pub fn join_line_ends(text: &[u8]) -> Cow<'_, [u8]> {
    let is_first_half = |index: usize| text[index] == b'\r' && text.get(index + 1) == Some(&b'\n');
    if !(0..text.len()).any(is_first_half) {
        return Cow::Borrowed(text);
    }
    let kept = (0..text.len()).filter(|index| !is_first_half(*index));
    kept.map(|index| text[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pair_is_joined() {
        for (text, expected) in [
            ("", ""),
            ("a\r\nb\n", "a\nb\n"),
            ("\r\r\n\ra\r", "\r\n\ra\r"),
            ("\n\r", "\n\r"),
        ] {
            assert_eq!(
                join_line_ends(text.as_bytes()),
                expected.as_bytes(),
                "{text:?}"
            );
        }
    }
}
