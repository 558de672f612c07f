#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod address;
pub mod catalogue;
pub mod program;
pub mod state;
pub mod view;
pub mod wasm;
