//! The error of reading texts and files.

use std::error::Error;
use std::fmt;

/// The error for a text or a file that is not in the expected format.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.byte, self.message)
    }
}

impl Error for ReadError {}
