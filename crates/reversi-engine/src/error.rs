use std::error::Error;
use std::fmt;

use reversi_core::TranscriptError;
use reversi_core::ggf::GgfError;

/// The character that some editors write at the start of a file.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The error for a text or a file that is not in the expected format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The byte offset of the error.
    pub byte: usize,
    /// The reason, such as what was expected instead.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(byte: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { byte, message }
    }

    /// Shifts the error into a text that contains this error's text at byte `offset`.
    pub(crate) fn moved(self, offset: usize) -> Self {
        Self::new(self.byte + offset, self.message)
    }

    /// Returns the reason after the line, if there are several, and the column in `text`,
    /// in which the error is. A byte order mark is not counted.
    pub fn in_text(&self, text: &str) -> String {
        let before = text.get(..self.byte).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let column = 1 + line.chars().filter(|&it| it != BYTE_ORDER_MARK).count();
        let place = format!("column {column}: {}", self.message);
        match before.matches('\n').count() {
            0 if !text.trim().contains('\n') => place,
            lines => format!("line {}, {place}", lines + 1),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.byte, self.message)
    }
}

impl Error for ReadError {}

impl From<TranscriptError> for ReadError {
    fn from(error: TranscriptError) -> Self {
        Self::new(error.byte(), error.to_string())
    }
}

impl From<GgfError> for ReadError {
    fn from(error: GgfError) -> Self {
        Self::new(error.byte(), error.to_string())
    }
}
