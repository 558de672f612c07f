#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

extern crate alloc;

mod board;
mod disc;
mod game;
pub mod ggf;
mod perft;
mod record;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod size;
mod square;
mod symmetry;

pub use board::{Board, BoardError};
pub use disc::{ByDisc, Disc};
pub use game::{Flips, Game, IllegalMove, Outcome, PassError, Turn};
pub use perft::perft;
pub use record::{GameRecord, IllegalPly, Ply, TranscriptError};
pub use rules::{Area, Blocked, Discs, Opening, Placement, Rules, RulesError, Winner};
pub use size::{Size, SizeError};
pub use square::{Direction, Square, SquareError};
pub use symmetry::Symmetry;
