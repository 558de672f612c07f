//! The errors of predictions: how far the score of a shallow search is from that of a
//! deep one.
//!
//! `reversi-train wide-probcut` measures them with the engine's own games and prints the
//! models. They belong to the built-in weights.

use super::eval::{POINTS, point};
use super::size_class::{CLASSES, class};
use crate::search::probcut::Model;

/// The least depth that is predicted.
pub(super) const LEAST_DEPTH: u32 = 3;

/// The number of standard deviations by which a shallow score must be outside of the
/// window.
const DEVIATIONS: f64 = 1.3;

/// The greatest depth whose errors are known; greater ones have those of this depth.
const DEEPEST: usize = 24;

/// The models of each class of sizes. Points of the game take the place of the number of
/// empty squares in the model of 8×8.
const MODELS: [Model; CLASSES] = [
    // Measured on 6×6.
    Model {
        level: 6.344,
        empties: -0.0303,
        probe: -1.326,
        distance: 1.594,
        mean: [0.0, -60.0],
    },
    // Measured on 10×10.
    Model {
        level: 6.128,
        empties: -0.0334,
        probe: -2.177,
        distance: 1.351,
        mean: [0.0, -50.0],
    },
    // Measured on 14×14.
    Model {
        level: 5.899,
        empties: -0.0402,
        probe: -2.204,
        distance: 1.382,
        mean: [-26.0, -36.0],
    },
    // Measured on 20×20.
    Model {
        level: 6.023,
        empties: -0.0338,
        probe: -3.429,
        distance: 1.068,
        mean: [-97.0, -46.0],
    },
];

/// The error of predictions of a search to some depth, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Error {
    /// The mean of the shallow score minus the deep one.
    pub(super) mean: i32,
    /// The distance of a shallow score from the window that is enough for a cut.
    pub(super) probe: i32,
    /// The same for the evaluation.
    pub(super) value: i32,
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
        let model = &MODELS[class(side)];
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

    pub(super) fn at(&self, empties: u32, depth: u32) -> Error {
        self.errors[point(self.side, empties)][(depth as usize).min(DEEPEST)]
    }
}

/// Returns the depth of the shallow search: the greatest of the same parity that is
/// not above half the depth.
pub(super) fn probe_depth(depth: u32) -> u32 {
    let half = depth / 2;
    half - ((half ^ depth) & 1)
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
