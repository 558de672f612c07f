#![doc = include_str!("../README.md")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares, scores and depths are small, and words of bits are cut on purpose"
)]
#![allow(
    clippy::inline_always,
    clippy::too_many_arguments,
    reason = "the search is compiled as a whole for each set of instructions, and what a \
              position consists of stays in registers"
)]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]

mod analysis;
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub mod book;
#[cfg(feature = "cli")]
#[doc(hidden)] // For the program, and for what installs it.
pub mod cli;
mod clock;
mod engine;
mod error;
pub mod eval;
pub mod format;
#[doc(hidden)] // For the program, and for the match runner of `reversi-train`.
pub mod frontend;
mod hash;
mod input;
#[allow(
    unsafe_code,
    reason = "vector instructions, where the processor was found to have them"
)]
mod isa;
mod notation;
mod nxn;
pub mod perft;
mod player;
mod position;
mod search;
#[cfg(test)]
mod testing;
mod time_manager;

pub use analysis::Analysis;
#[doc(hidden)]
// For the page, where std has no clock, and for players that are charged by another.
pub use clock::Stopwatch;
pub use engine::{Depth, Engine, Line, Options, Score, SearchLimits};
pub use error::ReadError;
#[doc(hidden)] // For the training, which must be repeatable.
pub use hash::Random;
pub use isa::Processor;
pub use player::{Player, PlayerError};
pub use position::{Position, index_of, square_at, squares_in};
