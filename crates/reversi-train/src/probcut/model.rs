//! The model of the differences between shallow and deep searches, and its fit.

use crate::mean;

/// The largest number of empty squares of the model. Positions with more have the same deviation.
pub(super) const GREATEST_EMPTIES: u32 = 52;

/// The probe depth with half the effect of an infinite one.
const HALF_PROBE: f64 = 16.0;

/// The difference of depths with half the effect of an infinite one.
const HALF_DISTANCE: f64 = 4.0;

/// The number of steps of the fit, which converges in about ten.
const STEPS: usize = 50;

/// The smallest square of a difference in the fit: differences of half a disc count as zero.
const LEAST_SQUARE: f64 = 50.0 * 50.0;

/// The score of a shallow search of a position minus that of a deep one, in hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) empties: u32,
    pub(super) depth: u32,
    pub(super) probe: u32,
    pub(super) value: f64,
}

impl Difference {
    fn parity(&self) -> usize {
        (self.probe & 1) as usize
    }

    /// Returns the factors of the model's coefficients.
    fn terms(&self) -> [f64; 4] {
        let empties = f64::from(self.empties.min(GREATEST_EMPTIES));
        let [probe, distance] = [self.probe, self.depth - self.probe].map(f64::from);
        [
            1.0,
            empties,
            probe / (probe + HALF_PROBE),
            distance / (distance + HALF_DISTANCE),
        ]
    }
}

/// The mean and the standard deviation of a [`Difference`], as in
/// `reversi-engine/src/search/probcut.rs`, which explains the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FittedModel {
    /// `level`, `empties`, `probe` and `distance`.
    pub(super) coefficients: [f64; 4],
    /// By the parity of the probe depth.
    pub(super) mean: [f64; 2],
}

impl FittedModel {
    /// Returns the model with the greatest likelihood if the squares of differences have a gamma
    /// distribution, as those of normal differences have: a regression of the squares with a
    /// logarithmic link, by iterated least squares (Nelder and Wedderburn, "Generalized Linear
    /// Models", 1972). In contrast to deviations of groups, the squares of single differences have
    /// no bias where a group is small.
    pub(super) fn fit(differences: &[Difference]) -> Self {
        let mean = [0, 1].map(|parity| {
            let own = differences.iter().filter(|one| one.parity() == parity);
            mean(own.map(|one| one.value))
        });
        let square = |one: &Difference| (one.value - mean[one.parity()]).powi(2);
        let squares = differences.iter().map(|one| (one.terms(), square(one)));
        let squares: Vec<([f64; 4], f64)> = squares.collect();
        // The logarithm of a deviation is half that of a variance.
        let coefficients = regression(&squares).map(|coefficient| coefficient / 2.0);
        Self { coefficients, mean }
    }

    /// In hundredths of a disc.
    pub(super) fn deviation(&self, of: &Difference) -> f64 {
        dot(&self.coefficients, &of.terms()).exp()
    }
}

fn dot(left: &[f64; 4], right: &[f64; 4]) -> f64 {
    (0..4).map(|term| left[term] * right[term]).sum()
}

/// Returns the coefficients of the terms for the logarithm of the squares.
fn regression(squares: &[([f64; 4], f64)]) -> [f64; 4] {
    let level = mean(squares.iter().map(|(_, square)| *square)).ln();
    let mut coefficients = [level, 0.0, 0.0, 0.0];
    for _ in 0..STEPS {
        let mut matrix = [[0.0; 5]; 4];
        for (terms, square) in squares {
            let square = square.max(LEAST_SQUARE);
            let logarithm = dot(terms, &coefficients);
            let target = logarithm + square / logarithm.exp() - 1.0;
            for (row, term) in matrix.iter_mut().zip(terms) {
                for (cell, other) in row.iter_mut().zip(terms.iter().chain([&target])) {
                    *cell += term * other;
                }
            }
        }
        for (term, row) in matrix.iter_mut().enumerate() {
            // Decides where the data do not.
            row[term] += 1e-6;
        }
        coefficients = solve(matrix);
    }
    coefficients
}

/// Solves four linear equations with a positive definite matrix by elimination.
fn solve(mut matrix: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        let pivot_row = matrix[pivot].map(|cell| cell / matrix[pivot][pivot]);
        for row in &mut matrix {
            let factor = row[pivot];
            for (cell, other) in row.iter_mut().zip(pivot_row) {
                *cell -= factor * other;
            }
        }
        matrix[pivot] = pivot_row;
    }
    matrix.map(|row| row[4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_engine::Random;

    #[test]
    fn the_model_of_simulated_differences_is_found() {
        let model = FittedModel {
            coefficients: [6.0, -0.02, -2.0, 1.2],
            mean: [-60.0, 0.0],
        };
        let mut random = Random::new(1);
        // The sum of twelve uniform numbers is almost normal.
        let mut normal = || -> f64 {
            let uniform = |_| f64::from(random.below(1 << 30)) / f64::from(1 << 30) - 0.5;
            (0..12).map(uniform).sum()
        };
        let mut differences = Vec::new();
        for number in 0..60_000 {
            let probe = number % 6;
            let mut one = Difference {
                empties: 12 + number % 41,
                depth: probe + 2 + number % 5,
                probe,
                value: 0.0,
            };
            one.value = model.mean[one.parity()] + model.deviation(&one) * normal();
            differences.push(one);
        }
        let found = FittedModel::fit(&differences);
        let numbers = found.coefficients.iter().chain(&found.mean);
        let expected = model.coefficients.iter().chain(&model.mean);
        let tolerances = [0.05, 0.001, 0.15, 0.1, 6.0, 6.0];
        for ((found, expected), tolerance) in numbers.zip(expected).zip(tolerances) {
            assert!((found - expected).abs() < tolerance, "{found} {expected}");
        }
    }
}
