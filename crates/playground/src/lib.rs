#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod address;
pub mod catalogue;
pub mod check;
mod packed;
pub mod program;
pub mod state;
pub mod suite;
pub mod upload;
pub mod view;
pub mod wasm;
