//! The syntax of [GGF](https://www.skatgame.net/mburo/ggsa/ggf), the Generic Game Format of GGS
//! and NBoard. The meaning of its properties depends on the game.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// A property of a game, such as `PB[name]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The byte offset of the value.
    pub byte: usize,
    /// The name, in upper case.
    pub name: String,
    /// The value, without escapes.
    pub value: String,
}

/// Returns the properties of the game that is `text`. GGS writes the number of games before it.
///
/// ```
/// use reversi_core::ggf;
///
/// let properties = ggf::properties("(;GM[Othello]B[f5//1.2]W[d6];)")?;
/// assert_eq!((&*properties[1].name, &*properties[1].value), ("B", "f5//1.2"));
/// # Ok::<(), ggf::GgfError>(())
/// ```
pub fn properties(text: &str) -> Result<Vec<Property>, GgfError> {
    let begin = text.find("(;").unwrap_or(0);
    let is_before = |glyph: char| glyph.is_ascii_digit() || glyph.is_whitespace();
    if !text[begin..].starts_with("(;") || !text[..begin].chars().all(is_before) {
        return Err(GgfError::new(0, "missing \"(;\" of a game"));
    }
    let mut at = begin + 2;
    let mut properties = Vec::new();
    while let Some(property) = read_property(text, &mut at)? {
        properties.push(property);
    }
    let after = text[at..].trim_start();
    if !after.is_empty() {
        let reason = "expected one game, found more text after it";
        return Err(GgfError::new(text.len() - after.len(), reason));
    }
    Ok(properties)
}

/// Reads the property at byte `at` or after it and moves `at` to its end; `None` after the last.
fn read_property(text: &str, at: &mut usize) -> Result<Option<Property>, GgfError> {
    let rest = text[*at..].trim_start();
    let begin = text.len() - rest.len();
    if rest.starts_with(";)") {
        *at = begin + 2;
        return Ok(None);
    }
    let unended = || GgfError::new(begin, "missing \"]\" or \";)\" after this");
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = rest.split_at(length);
    let Some(rest) = rest.strip_prefix('[').filter(|_| length > 0) else {
        if rest.is_empty() {
            return Err(unended());
        }
        let reason = "expected a property such as PB[name], or \";)\"";
        return Err(GgfError::new(begin, reason));
    };
    let inner = begin + length + 1;
    let mut value = String::new();
    let mut glyphs = rest.char_indices().peekable();
    while let Some((index, glyph)) = glyphs.next() {
        match (glyph, glyphs.peek()) {
            (']', _) => {
                *at = inner + index + 1;
                let name = name.to_ascii_uppercase();
                let byte = inner;
                return Ok(Some(Property { byte, name, value }));
            }
            // Otherwise a lost bracket would hide the next property.
            ('[', _) => return Err(unended()),
            ('\\', Some(&(_, escaped @ (']' | '\\')))) => {
                value.push(escaped);
                glyphs.next();
            }
            _ => value.push(glyph),
        }
    }
    Err(unended())
}

/// The error for a text that is not a game in GGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GgfError {
    byte: usize,
    reason: &'static str,
}

impl GgfError {
    const fn new(byte: usize, reason: &'static str) -> Self {
        Self { byte, reason }
    }

    /// The byte offset of the error.
    pub fn byte(&self) -> usize {
        self.byte
    }
}

impl fmt::Display for GgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl Error for GgfError {}
