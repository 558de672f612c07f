#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod diagnose;
pub mod judge;
mod read;
pub mod report;
