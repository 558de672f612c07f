#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![expect(
    missing_docs,
    reason = "a comment says more than the name, or is not there"
)]

pub mod diagnose;
pub mod judge;
pub mod mistakes;
mod read;
pub mod report;
pub mod table;

pub use read::{begins_crash, crash, sanitizer};
