//! Bytes as text without invisible characters, and back.

use std::fmt::Write;

/// Encodes `bytes` as lines of text, each with a visible end, so that no reader, editor or
/// trimming comparison misses a space, line end or control character.
///
/// A newline becomes `␊` and a newline; a missing newline at the end becomes `␄`. Control
/// characters become their pictures (`␍`, `␉`, `␀`), other white space than the space and
/// format characters `\u{..}`, and bytes that are not UTF-8 `\x..`. Text that looks like any of
/// these, or like a rule of a report (`─`), is escaped too, so that [`decode`] restores the
/// same bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            encode_character(&mut text, character);
        }
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02x}").expect("a String takes it all");
        }
    }
    if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        text.push_str("␄\n");
    }
    text
}

fn encode_character(text: &mut String, character: char) {
    match character {
        '\n' => text.push_str("␊\n"),
        '\u{7f}' => text.push('␡'),
        '\0'..'\u{20}' => {
            let picture = 0x2400 + u32::from(character);
            text.push(char::from_u32(picture).expect("the pictures follow each other"));
        }
        '\\' => text.push_str("\\\\"),
        ' '..='~' => text.push(character),
        _ if needs_escape(character) => text.extend(character.escape_unicode()),
        _ => text.push(character),
    }
}

/// Returns `true` for invisible characters beyond ASCII, and for those that the encoding uses.
fn needs_escape(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character,
            '\u{2400}'..='\u{2426}' | '─'
            | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Returns the bytes that [`encode`] encodes as `text`, if any.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '␊' => {
                bytes.push(b'\n');
                (characters.next()? == '\n').then_some(())?;
            }
            '␄' if characters.as_str() == "\n" => break,
            '␡' => bytes.push(0x7f),
            '\u{2400}'..='\u{241f}' => {
                bytes.push(u8::try_from(u32::from(character) - 0x2400).ok()?);
            }
            '\\' => match characters.next()? {
                '\\' => bytes.push(b'\\'),
                'x' => {
                    let digits = characters.as_str().get(..2)?;
                    bytes.push(u8::from_str_radix(digits, 16).ok()?);
                    characters.nth(1)?;
                }
                'u' => {
                    let rest = characters.as_str().strip_prefix('{')?;
                    let (digits, rest) = rest.split_once('}')?;
                    let code = u32::from_str_radix(digits, 16).ok()?;
                    let mut buffer = [0; 4];
                    let character = char::from_u32(code)?.encode_utf8(&mut buffer);
                    bytes.extend_from_slice(character.as_bytes());
                    characters = rest.chars();
                }
                _ => return None,
            },
            _ => {
                let mut buffer = [0; 4];
                bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }
    // Only output of `encode` is accepted: bytes have one spelling.
    (encode(&bytes) == text).then_some(bytes)
}

/// Shows invisible characters in `bytes`, except line ends.
pub fn visible(bytes: &[u8]) -> String {
    let shown = encode(bytes).replace("␊\n", "\n");
    shown
        .strip_suffix("␄\n")
        .map_or(shown.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_line_has_a_visible_end() {
        assert_eq!(encode(b"a \r\nb\t\n"), "a ␍␊\nb␉␊\n");
        assert_eq!(encode(b"Enter a move: "), "Enter a move: ␄\n");
        assert_eq!(encode(b""), "");
        assert_eq!(encode(b"\n"), "␊\n");
    }

    #[test]
    fn nothing_is_mistaken_for_something_else() {
        assert_eq!(
            encode("␊─\\\u{a0}".as_bytes()),
            "\\u{240a}\\u{2500}\\\\\\u{a0}␄\n"
        );
        assert_eq!(encode(b"\xff\x1b[0m"), "\\xff␛[0m␄\n");
        assert_eq!(encode("○●".as_bytes()), "○●␄\n");
    }

    #[test]
    fn a_text_that_encode_never_writes_is_refused() {
        for text in [
            "a",
            "a\n",
            "a␊",
            "␄",
            "\\q␄\n",
            "\\x4",
            "\\x41␄\n",
            "\\u{61}␄\n",
        ] {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_invisible_is_shown_but_for_line_ends() {
        assert_eq!(visible(b"a\r\nb\x1b"), "a␍\nb␛");
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn text_comes_back_and_its_lines_end_visibly(text in "[a \\\\\r\n\t␊␄─\u{a0}○]{0,40}") {
            let encoded = encode(text.as_bytes());
            prop_assert_eq!(encoded.trim_end(), encoded.trim_end_matches('\n'));
            prop_assert_eq!(decode(&encoded), Some(text.into_bytes()));
        }

        #[test]
        fn no_text_makes_decode_panic(text: String) {
            let _ = decode(&text);
        }
    }
}
