#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod difference;
mod outcome;
pub mod process;
mod suite;
mod verdict;
mod visible;

pub use difference::{Difference, first_difference};
pub use outcome::{Outcome, ReportError};
pub use suite::{Case, Suite, SuiteError};
pub use verdict::Verdict;
pub use visible::{decode, encode};
