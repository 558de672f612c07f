#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only this workspace uses it: a sentence stands where it says more than the name"
)]

mod compile;
mod computer;
mod error;
mod format;
mod picture;
mod program;
mod start;
mod template;
mod words;

pub use compile::{Loaded, read};
pub use error::Error;
pub use program::{Program, Seen};
pub use words::Event;
