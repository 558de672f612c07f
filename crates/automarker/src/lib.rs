#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod build;
pub mod builtin;
mod by_rules;
mod by_text;
pub mod cli;
pub mod course;
pub mod find;
pub mod hint;
mod items;
mod java;
pub mod judge;
pub mod mark;
pub mod marked;
pub mod replay;
pub mod report;
mod session;
pub mod workers;
