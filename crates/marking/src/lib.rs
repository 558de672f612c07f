#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod diagnose;
pub mod judge;
mod read;
pub mod report;
