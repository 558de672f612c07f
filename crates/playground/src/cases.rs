//! The cases of the courses, cases made by playing, and the marker's check of an output: a file
//! that the page loads after its first board.

pub mod alike;
pub mod check;
mod packed;
pub mod session;
pub mod suite;
pub mod upload;
pub mod wasm;
mod zip;
