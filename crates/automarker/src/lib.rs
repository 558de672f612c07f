#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod builtin;
mod cli;
pub mod command;
pub mod isolation;
mod limits;
pub mod mark;
pub mod workers;
