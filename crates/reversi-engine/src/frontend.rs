//! The ways to talk to the engine. Each reads a `BufRead`, writes a `Write`
//! and flushes every line.

pub mod bench;
mod clock;
pub mod console;
pub mod gtp;
pub mod hint;
mod input;
pub mod nboard;
pub mod perft;
pub mod solve;
mod text;
mod thinker;

use crate::{Options, SearchLimits};

/// How a front end sets up its engine.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The engine's own options.
    pub options: Options,
    /// What limits each move; a protocol's own limits are met as well.
    pub limits: SearchLimits,
}

/// How deep is searched where nothing else limits a move.
pub const DEFAULT_DEPTH: u32 = 16;

impl Settings {
    /// The limits of a move, with [`DEFAULT_DEPTH`] if there were none.
    pub fn move_limits(&self) -> SearchLimits {
        let mut limits = self.limits;
        if limits == SearchLimits::default() {
            limits.depth = Some(DEFAULT_DEPTH);
        }
        limits
    }
}
