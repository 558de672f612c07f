//! ProbCut: predicts the score of a deep search from a shallow one, as on 8×8
//! (`search/probcut.rs`).
//!
//! `reversi-train wide-probcut` measures the errors with the engine's own games and
//! prints the models. They belong to the built-in weights.

use super::bitboard::Bitboard;
use super::control::Stopped;
use super::position::Position;
use super::score::GREATEST_ESTIMATE;
use super::search::{SearchThread, Window};
use crate::search::probcut::Model;

/// The least depth at which ProbCut is tried.
const LEAST_DEPTH: u32 = 3;

/// The greatest number of ProbCut searches nested in each other.
const MAX_LEVEL: u32 = 2;

/// The number of standard deviations by which a shallow score must be outside of the
/// window.
const DEVIATIONS: f64 = 1.3;

/// The greatest depth whose errors are known; greater ones have those of this depth.
const DEEPEST: usize = 24;

/// The number of points of a game: sixtieths of the empty squares of the first position,
/// which take the place of the number of empty squares in the model of 8×8.
const POINTS: usize = 61;

/// The models of 4×4 and 6×6, to 10×10, to 16×16, and above.
const MODELS: [Model; 4] = [
    // Measured on 6×6.
    Model {
        level: 6.828,
        empties: -0.0224,
        probe: -2.049,
        distance: 1.225,
        mean: [-125.0, -53.0],
    },
    // Measured on 10×10.
    Model {
        level: 6.141,
        empties: -0.0250,
        probe: -3.323,
        distance: 1.066,
        mean: [0.0, 0.0],
    },
    // Measured on 14×14.
    Model {
        level: 6.208,
        empties: -0.0113,
        probe: -3.222,
        distance: 0.764,
        mean: [0.0, 0.0],
    },
    // Measured on 20×20.
    Model {
        level: 7.628,
        empties: -0.0559,
        probe: -3.595,
        distance: 0.597,
        mean: [0.0, 0.0],
    },
];

/// The error of predictions of a search to some depth, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default)]
struct Error {
    /// The mean of the shallow score minus the deep one.
    mean: i32,
    /// The distance of a shallow score from the window that is enough for a cut.
    probe: i32,
    /// The same for the evaluation.
    value: i32,
}

/// The errors of predictions on boards of one size.
#[derive(Clone, Debug)]
pub(super) struct Errors {
    side: u8,
    /// By point of the game and depth.
    errors: Vec<[Error; DEEPEST + 1]>,
}

impl Errors {
    /// Returns the errors on boards of `side` rows.
    pub(super) fn new(side: u8) -> Self {
        let model = &MODELS[match side {
            ..=6 => 0,
            7..=10 => 1,
            11..=16 => 2,
            _ => 3,
        }];
        let error = |point, depth| {
            let probe = probe_depth(depth as u32) as usize;
            let enough = |probe| (DEVIATIONS * model.deviation(point, depth, probe)) as i32;
            Error {
                mean: model.mean[probe & 1] as i32,
                probe: enough(probe),
                value: enough(0),
            }
        };
        let at_point = |point| {
            let mut errors = [Error::default(); DEEPEST + 1];
            for (depth, entry) in errors.iter_mut().enumerate().skip(LEAST_DEPTH as usize) {
                *entry = error(point, depth);
            }
            errors
        };
        Self {
            side,
            errors: (0..POINTS).map(at_point).collect(),
        }
    }

    fn at(&self, empties: u32, depth: u32) -> Error {
        let first = u32::from(self.side) * u32::from(self.side) - 4;
        let point = (empties as usize * (POINTS - 1) / first as usize).min(POINTS - 1);
        self.errors[point][(depth as usize).min(DEEPEST)]
    }
}

/// Returns the depth of the shallow search: the greatest of the same parity that is
/// not above half the depth.
fn probe_depth(depth: u32) -> u32 {
    let half = depth / 2;
    half - ((half ^ depth) & 1)
}

impl<B: Bitboard> SearchThread<'_, B> {
    /// Returns a bound on one side of `alpha` if the score of a search to `depth` is
    /// probably on that side.
    pub(super) fn probcut(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(errors) = self.errors else {
            return Ok(None);
        };
        if depth < LEAST_DEPTH || self.probcut_level >= MAX_LEVEL {
            return Ok(None);
        }
        let Error { mean, probe, value } = errors.at(empties, depth);
        let beta = alpha + 1;
        if beta + probe > GREATEST_ESTIMATE || alpha - probe < -GREATEST_ESTIMATE {
            // Only finished games have such scores.
            return Ok(None);
        }
        let estimate = self.leaf(position, empties);
        // If the evaluation is far on the other side, a search is not worth it.
        let slack = i32::midpoint(value, probe);
        let shallow = probe_depth(depth);
        let (low, high) = (alpha - probe + mean, beta + probe + mean);
        self.probcut_level += 1;
        let mut found = None;
        if estimate >= beta - slack {
            let window = Window {
                alpha: high - 1,
                beta: high,
            };
            if self.search(position, empties, shallow, window)? >= high {
                found = Some(beta);
            }
        }
        if found.is_none() && estimate <= alpha + slack {
            let window = Window {
                alpha: low,
                beta: low + 1,
            };
            if self.search(position, empties, shallow, window)? <= low {
                found = Some(alpha);
            }
        }
        self.probcut_level -= 1;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_increase_with_the_depth_and_are_plausible() {
        for side in (4..=26).step_by(2) {
            let errors = Errors::new(side);
            let area = u32::from(side) * u32::from(side);
            for empties in 0..=area {
                for depth in LEAST_DEPTH..40 {
                    let here = errors.at(empties, depth);
                    assert!(here.probe > 30 && here.value < 20_000, "{side} {here:?}");
                    assert!(here.probe <= here.value);
                    assert!(here.value <= errors.at(empties, depth + 1).value);
                }
            }
        }
    }
}
