//! Text formats of games and positions.

mod board;
pub mod ggf;
pub mod obf;
#[cfg(feature = "cli")]
pub(crate) mod wthor;
