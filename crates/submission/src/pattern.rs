//! This crate's regular expressions.

use regex_lite::Regex;

pub(crate) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well formed")
}
