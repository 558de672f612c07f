#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod analysis;
pub mod level;
pub mod players;
pub mod question;
pub mod wasm;
