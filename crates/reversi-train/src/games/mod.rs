//! Games of the engine against itself: playing, writing and reading them.

mod file;
mod generate;
pub(crate) mod opening;
mod play;

pub use file::{Game, Ply, read};
pub use generate::{Generate, generate};

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::play::tests::random_game;
}
