#![doc = include_str!("../README.md")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares, scores and depths are small, and words of bits are cut on purpose"
)]

pub mod engine;
pub mod opponents;
mod position;
mod square;
pub mod wide;

pub use engine::{Depth, Engine, Limits, Line, Options, Score};
pub use position::{Position, PositionError};
pub use square::{Square, SquareError};
