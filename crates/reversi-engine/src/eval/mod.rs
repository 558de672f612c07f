#![doc = include_str!("README.md")]

mod features;
mod file;
mod fold;
mod mobility;
mod patterns;
mod weights;

pub use features::Features;
pub use file::WeightsError;
pub use fold::Fold;
pub use mobility::Mobility;
pub use weights::{MAX_SCORE, STAGES, Weights};

/// What values a position without looking ahead.
///
/// A search keeps a `State` beside every position that it visits and derives
/// it from the one before, which is cheaper than to look at the board anew.
pub trait Evaluator: Sync {
    /// What is known of a position, seen by the side to move.
    type State: Copy;

    /// The state of the position with these discs.
    fn of(&self, player: u64, opponent: u64) -> Self::State;

    /// The state after the side to move has put a disc on `square` and turned
    /// `flips`, seen by the other side.
    fn after(&self, state: &Self::State, square: u32, flips: u64) -> Self::State;

    /// The state of the same discs, seen by the other side.
    fn after_pass(&self, state: &Self::State) -> Self::State;

    /// The expected disc difference at the end for the side to move, in
    /// hundredths of a disc, no further from zero than [`MAX_SCORE`].
    fn evaluate(&self, state: &Self::State, empties: u32) -> i32;
}

#[cfg(test)]
mod tests;
