#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

mod board;
mod disc;
mod game;
mod perft;
mod rules;
mod size;
mod square;
mod symmetry;

pub use board::{Board, PictureError};
pub use disc::{ByDisc, Disc};
pub use game::{Flips, Game, IllegalMove, Outcome, PassError, Turn};
pub use perft::perft;
pub use rules::{Area, Blocked, Discs, Opening, Placement, Rules, RulesError, Winner};
pub use size::{Size, SizeError};
pub use square::{Direction, Square, SquareError};
pub use symmetry::Symmetry;
