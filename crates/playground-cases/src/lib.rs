#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod check;
mod packed;
pub mod suite;
pub mod upload;
pub mod wasm;
