//! Marks anyone's Reversi program, in any language.
#![forbid(unsafe_code)]

pub mod course;
pub mod hint;
mod items;
pub mod replay;
