//! The programming languages that courses teach.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    C,
    Java,
    Python,
    Rust,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::C, Self::Java, Self::Python, Self::Rust];

    /// Returns the name for the command line: `python`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Java => "java",
            Self::Python => "python",
            Self::Rust => "rust",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
