//! The regular expressions of this crate, which are its own.

use regex_lite::Regex;

pub(crate) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well formed")
}
