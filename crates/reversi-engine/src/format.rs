//! Text formats of games and positions.

pub mod ggf;
pub mod obf;
#[cfg(feature = "cli")]
pub(crate) mod wthor;
