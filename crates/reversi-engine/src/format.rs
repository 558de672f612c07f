//! Text formats of games.

pub mod ggf;
