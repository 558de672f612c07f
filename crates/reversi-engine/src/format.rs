//! Text formats of positions and games.

pub mod ggf;
pub mod moves;
pub mod obf;
