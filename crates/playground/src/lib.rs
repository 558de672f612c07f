#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only the page uses it, by its names and JSON: a sentence for each would say nothing"
)]

#[cfg(feature = "cases")]
pub mod cases;
#[cfg(feature = "engine")]
pub mod engine;
pub mod json;
pub mod position;
#[cfg(feature = "programs")]
pub mod programs;
