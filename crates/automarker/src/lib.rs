#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod boundary;
pub mod build;
pub mod cli;
pub mod mark;
pub mod marked;
pub mod report;
pub mod session;
