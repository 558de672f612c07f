//! `JUnit` XML: well-formed, and read back by the tests with `quick-junit`.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

/// Checks that every element is closed, and that every character, spelt out or as a
/// reference, is one that XML has.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let mut reader = Reader::from_str(text);
    let mut open = 0_usize;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(start) => {
                open += 1;
                for attribute in start.attributes() {
                    let value = attribute.map_err(|error| error.to_string())?.value;
                    plain(&String::from_utf8_lossy(&value))?;
                }
            }
            Event::End(_) => open -= 1,
            Event::GeneralRef(reference) => {
                plain(&format!("&{};", String::from_utf8_lossy(&reference)))?;
            }
            Event::Eof if open == 0 => return plain_characters(text),
            Event::Eof => return Err("an element is not closed".to_owned()),
            _ => {}
        }
    }
}

fn plain(text: &str) -> Result<(), String> {
    plain_characters(&unescape(text).map_err(|error| error.to_string())?)
}

fn plain_characters(text: &str) -> Result<(), String> {
    let is_other = |c: char| {
        c < ' ' && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    match text.chars().find(|&c| is_other(c)) {
        Some(character) => Err(format!("XML does not have the character {character:?}")),
        None => Ok(()),
    }
}
