//! The values of positions, with and without a search.

use rayon::prelude::*;
use reversi_engine::eval::Weights;
use reversi_engine::{Position, SearchLimits};

use crate::weights::engine;

/// Returns the scores of positions after a search, in discs.
pub(crate) fn values(
    weights: &Weights,
    positions: impl Iterator<Item = Position>,
    depth: u32,
) -> Vec<f64> {
    let positions: Vec<Position> = positions.collect();
    let limits = SearchLimits {
        depth: Some(depth),
        time: None,
    };
    positions
        .par_chunks(100)
        .map_init(
            || engine(weights, 1),
            |engine, positions| {
                let value = |&position: &Position| {
                    let hundredths = if depth == 0 {
                        weights.value(position)
                    } else {
                        engine.search(position, &limits, &mut |_| {}).score.0
                    };
                    f64::from(hundredths) / 100.0
                };
                positions.iter().map(value).collect::<Vec<f64>>()
            },
        )
        .flatten()
        .collect()
}

/// Returns the mean of numbers.
#[expect(
    clippy::cast_precision_loss,
    reason = "there are fewer than 2^52 numbers"
)]
pub(crate) fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}
