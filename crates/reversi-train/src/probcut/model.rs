//! The model of the differences between shallow and deep searches.

/// The greatest number of empty squares of the model. Positions with more have its
/// deviation.
pub(super) const GREATEST_EMPTIES: u32 = 52;

/// The mean and the standard deviation of the score of a shallow search minus that of
/// a deep search, as in `reversi-engine/src/search/probcut.rs`, which explains the
/// formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) level: f64,
    pub(super) empties: f64,
    pub(super) probe: f64,
    pub(super) distance: f64,
    /// By the parity of the probe depth.
    pub(super) mean: [f64; 2],
}

/// The probe depth with half the effect of an infinite one.
pub(super) const HALF_PROBE: f64 = 16.0;

/// The difference of depths with half the effect of an infinite one.
pub(super) const HALF_DISTANCE: f64 = 4.0;

/// The arguments of the deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) empties: u32,
    pub(super) depth: u32,
    pub(super) probe: u32,
}

impl Pair {
    /// Returns the factors of the model's coefficients.
    pub(super) fn terms(self) -> [f64; 4] {
        let [empties, probe, distance] = [
            self.empties.min(GREATEST_EMPTIES),
            self.probe,
            self.depth - self.probe,
        ]
        .map(f64::from);
        [
            1.0,
            empties,
            probe / (probe + HALF_PROBE),
            distance / (distance + HALF_DISTANCE),
        ]
    }
}

impl Model {
    /// Returns the standard deviation in hundredths of a disc.
    pub(super) fn deviation(&self, pair: Pair) -> f64 {
        let coefficients = [self.level, self.empties, self.probe, self.distance];
        let logarithm: f64 = coefficients
            .iter()
            .zip(pair.terms())
            .map(|(coefficient, term)| coefficient * term)
            .sum();
        logarithm.exp()
    }
}
