//! How positions and games are written as text.

pub mod ggf;
pub mod moves;
pub mod obf;
pub mod sgf;
