#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod address;
pub mod catalogue;
pub mod json;
pub mod program;
pub mod state;
pub mod view;
#[cfg(feature = "exports")]
pub mod wasm;
