//! The front ends: protocols and commands. Each reads a `BufRead`, writes to a
//! `Write` and flushes every line.

#[cfg(feature = "cli")]
pub mod analyze;
#[cfg(feature = "cli")]
pub mod batch;
pub mod bench;
#[cfg(feature = "cli")]
pub mod book;
mod clock;
pub mod gtp;
pub mod hint;
pub mod level;
pub mod nboard;
pub mod perft;
pub mod play;
#[cfg(feature = "cli")]
pub mod solve;
pub(crate) mod text;
mod thinker;

pub use clock::Clock;

use std::sync::Arc;
use std::time::Duration;

use crate::book::Book;
use crate::{Options, SearchLimits};

/// The settings of a front end.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The options of the engine.
    pub options: Options,
    /// The limits of each move. Limits of the protocol apply too.
    pub limits: SearchLimits,
    /// The opening book of the protocols and of `play`.
    pub book: Option<Arc<Book>>,
}

/// The depth of a search without other limits.
pub const DEFAULT_DEPTH: u32 = 16;

const NAME: &str = "reversi-engine";

impl Settings {
    /// Returns the stricter of these limits and those of a protocol: its depth, and the share of
    /// its clock for the move. Without any limit, the depth is [`DEFAULT_DEPTH`].
    fn limits_with(&self, depth: Option<u32>, share: Option<Duration>) -> SearchLimits {
        let mut limits = SearchLimits {
            depth: self.limits.depth.into_iter().chain(depth).min(),
            time: self.limits.time.into_iter().chain(share).min(),
        };
        if limits == SearchLimits::default() {
            limits.depth = Some(DEFAULT_DEPTH);
        }
        limits
    }

    /// Returns the limits of a move, with [`DEFAULT_DEPTH`] if there are none.
    pub fn move_limits(&self) -> SearchLimits {
        self.limits_with(None, None)
    }
}
