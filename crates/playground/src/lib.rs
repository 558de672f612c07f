#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

#[cfg(feature = "cases")]
pub mod cases;
#[cfg(feature = "engine")]
pub mod engine;
pub mod json;
pub mod position;
#[cfg(feature = "programs")]
pub mod programs;
pub mod squares;
