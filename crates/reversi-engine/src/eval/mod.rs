#![doc = include_str!("README.md")]

mod factors;
mod features;
pub(crate) mod file;
mod fold;
mod mobility;
mod patterns;
mod regions;
mod terms;
mod view;
mod weights;

use crate::Position;

pub use factors::{FACTORS, Head, Row};
pub use features::Features;
pub use file::WeightsError;
pub use fold::Fold;
pub use mobility::Mobility;
pub use regions::{BESIDE_CORNER, REGIONS, REST, regions_of_weights};
pub use view::View;
pub use weights::{MAX_SCORE, STAGES, Weights};

/// A function that evaluates positions.
///
/// A search keeps a `State` with every position and derives it from the previous
/// one, which is cheaper than computing it from the board.
pub trait Evaluator: Sync {
    /// The state of a position, seen by the side to move.
    type State: Copy;

    /// Returns the state of the position with these discs.
    fn of(&self, player: u64, opponent: u64) -> Self::State;

    /// Returns the state after a move on `square` that flips `flips`, seen by the
    /// other side.
    fn after(&self, state: &Self::State, square: u32, flips: u64) -> Self::State;

    /// Returns the state of the same discs, seen by the other side.
    fn after_pass(&self, state: &Self::State) -> Self::State;

    /// Returns the expected final disc difference for the side to move, in
    /// hundredths of a disc, from `-MAX_SCORE` to [`MAX_SCORE`]. The state and the
    /// view are those of the same position.
    fn evaluate(&self, state: &Self::State, view: &View) -> i32;

    /// Returns the evaluation of a position whose state is not known.
    fn value(&self, position: Position) -> i32 {
        let state = self.of(position.player(), position.opponent());
        self.evaluate(&state, &View::of(position))
    }
}

#[cfg(test)]
mod tests;
