#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![expect(
    missing_docs,
    reason = "a comment says more than the name, or is not there"
)]

mod csv;
mod difference;
mod echo;
mod line_ends;
mod outcome;
mod prefix_match;
mod strictness;
#[cfg(feature = "suite")]
mod suite;
mod utf16;
#[cfg(feature = "suite")]
mod verdict;
mod visible;

pub use csv::csv_cell;
pub use difference::{Difference, Location};
pub use echo::{Typed, TypedLine, session, visible_typed};
pub use line_ends::join_line_ends;
pub use outcome::{Outcome, ReportError};
pub use prefix_match::PrefixMatch;
pub use strictness::{Strictness, is_space};
#[cfg(feature = "suite")]
pub use suite::{
    Case, CaseLayout, Expected, Overrides, Spelling, Suite, SuiteError, files, is_case_name,
    natural_order,
};
pub use utf16::Utf16;
#[cfg(feature = "suite")]
pub use verdict::Verdict;
pub use visible::{decode, encode, visible};
