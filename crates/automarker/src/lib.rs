#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod builtin;
mod by_rules;
mod by_text;
pub mod cli;
pub mod mark;
pub mod workers;
