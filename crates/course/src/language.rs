//! The programming languages that courses teach.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A programming language that a course may prescribe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// C, compiled with gcc.
    C,
    /// Java.
    Java,
    /// Python 3.
    Python,
    /// Rust, compiled with Cargo.
    Rust,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::C, Self::Java, Self::Python, Self::Rust];

    /// Returns the name on a command line: `python`.
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
        f.pad(match self {
            Self::C => "C",
            Self::Java => "Java",
            Self::Python => "Python",
            Self::Rust => "Rust",
        })
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, UnknownLanguage> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| UnknownLanguage(name.to_owned()))
    }
}

/// A name that no [`Language`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage(String);

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown language {:?}", self.0)
    }
}

impl Error for UnknownLanguage {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_name() {
        for language in Language::ALL {
            assert_eq!(language.name().parse(), Ok(language));
        }
        let error = "C"
            .parse::<Language>()
            .expect_err("names are in lower case");
        assert_eq!(error.to_string(), "unknown language \"C\"");
    }
}
