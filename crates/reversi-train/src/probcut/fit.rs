//! Fitting the model to differences.

use super::model::{Model, Pair};

/// A difference of the scores of a shallow and a deep search of a position, in
/// hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    /// The position, for the number of independent observations.
    pub(super) position: usize,
    pub(super) pair: Pair,
    pub(super) value: f64,
}

/// The number of steps of the fit, which converges in about ten.
const STEPS: usize = 50;

/// A mean is used if it is this number of its standard errors from 0.
const SIGNIFICANT: f64 = 3.0;

/// The least square of a difference in the fit: differences of half a disc are as
/// good as none.
const LEAST_SQUARE: f64 = 50.0 * 50.0;

/// Returns the model with the greatest likelihood if the squares of differences have
/// a gamma distribution, as those of normal differences have: a regression of the
/// squares with a logarithmic link, by iterated least squares (Nelder and Wedderburn,
/// "Generalized Linear Models", 1972). In contrast to deviations of groups, the
/// squares of single differences have no bias where a group is small.
///
/// The effect of the probe depth is not above 0, and that of the difference of depths
/// not below 0.
pub(super) fn fit(differences: &[Difference]) -> Model {
    let mean = [0, 1].map(|parity| mean(differences, parity));
    let squares: Vec<([f64; 4], f64)> = differences
        .iter()
        .map(|difference| {
            let offset = mean[(difference.pair.probe & 1) as usize];
            let square = (difference.value - offset).powi(2);
            (difference.pair.terms(), square.max(LEAST_SQUARE))
        })
        .collect();
    let mut used = [true; 4];
    let mut coefficients = regression(&squares, used);
    for (term, wrong) in [(2, coefficients[2] > 0.0), (3, coefficients[3] < 0.0)] {
        if wrong {
            used[term] = false;
            coefficients = regression(&squares, used);
        }
    }
    // The logarithm of a deviation is half that of a variance.
    let [level, empties, probe, distance] = coefficients.map(|coefficient| coefficient / 2.0);
    Model {
        level,
        empties,
        probe,
        distance,
        mean,
    }
}

/// Returns the mean of the differences whose probe depth has this parity, or 0 if it
/// is not significant. Differences of one position are one observation.
fn mean(differences: &[Difference], parity: u32) -> f64 {
    let mut means: Vec<f64> = Vec::new();
    let with_parity: Vec<&Difference> = differences
        .iter()
        .filter(|difference| difference.pair.probe & 1 == parity)
        .collect();
    for group in with_parity.chunk_by(|a, b| a.position == b.position) {
        let sum: f64 = group.iter().map(|difference| difference.value).sum();
        means.push(sum / count(group.len()));
    }
    let number = count(means.len());
    if number < 2.0 {
        return 0.0;
    }
    let mean = means.iter().sum::<f64>() / number;
    let squares: f64 = means.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (number - 1.0) / number).sqrt();
    if mean.abs() > SIGNIFICANT * error {
        mean
    } else {
        0.0
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are not so many")]
fn count(number: usize) -> f64 {
    number as f64
}

/// Returns the coefficients of the terms for the logarithm of the squares; 0 for
/// those that are not used.
fn regression(squares: &[([f64; 4], f64)], used: [bool; 4]) -> [f64; 4] {
    let total: f64 = squares.iter().map(|(_, square)| square).sum();
    let mut coefficients = [0.0; 4];
    coefficients[0] = (total / count(squares.len())).ln();
    for _ in 0..STEPS {
        let mut matrix = [[0.0; 5]; 4];
        for (terms, square) in squares {
            let logarithm: f64 = terms.iter().zip(coefficients).map(|(a, b)| a * b).sum();
            let target = logarithm + square / logarithm.exp() - 1.0;
            for (row, term) in matrix.iter_mut().zip(terms) {
                for (cell, other) in row.iter_mut().zip(terms.iter().chain([&target])) {
                    *cell += term * other;
                }
            }
        }
        for (term, is_used) in used.into_iter().enumerate() {
            // A great number on the diagonal makes the coefficient 0; a small one
            // decides where the data do not.
            matrix[term][term] += if is_used { 1e-6 } else { 1e30 };
        }
        coefficients = solve(matrix);
    }
    coefficients
}

/// Solves four linear equations with a positive definite matrix by elimination.
fn solve(mut matrix: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            for (cell, other) in row.iter_mut().zip(pivot_row) {
                *cell -= factor * other;
            }
        }
    }
    let mut solution = [0.0; 4];
    for row in (0..4).rev() {
        let rest: f64 = (row + 1..4).map(|at| matrix[row][at] * solution[at]).sum();
        solution[row] = (matrix[row][4] - rest) / matrix[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_engine::Random;

    /// Returns normal differences with the model's deviation and mean, 30 pairs of
    /// each of 2000 positions.
    fn differences(model: &Model) -> Vec<Difference> {
        let mut random = Random::new(1);
        // The sum of twelve uniform numbers is almost normal.
        let mut normal = || -> f64 {
            let uniform = |_| f64::from(random.below(1 << 30)) / f64::from(1 << 30) - 0.5;
            (0..12).map(uniform).sum()
        };
        let mut differences = Vec::new();
        for position in 0..2000 {
            let empties = 12 + u32::try_from(position % 40).expect("it is small");
            for probe in 0..6 {
                for depth in (probe + 2..12).step_by(2) {
                    let pair = Pair {
                        empties,
                        depth,
                        probe,
                    };
                    let value = model.mean[(probe & 1) as usize] + model.deviation(pair) * normal();
                    differences.push(Difference {
                        position,
                        pair,
                        value,
                    });
                }
            }
        }
        differences
    }

    const MODEL: Model = Model {
        level: 6.0,
        empties: -0.02,
        probe: -2.0,
        distance: 1.2,
        mean: [-60.0, 0.0],
    };

    #[test]
    fn the_model_of_simulated_differences_is_found() {
        let found = fit(&differences(&MODEL));
        for (found, expected, tolerance) in [
            (found.level, MODEL.level, 0.05),
            (found.empties, MODEL.empties, 0.001),
            (found.probe, MODEL.probe, 0.15),
            (found.distance, MODEL.distance, 0.1),
            (found.mean[0], MODEL.mean[0], 6.0),
        ] {
            assert!((found - expected).abs() < tolerance, "{found} {expected}");
        }
        // A mean that is not significant is 0.
        assert!(found.mean[1] == 0.0, "{found:?}");
    }

    #[test]
    fn effects_with_the_wrong_sign_are_left_out() {
        let wrong = Model {
            probe: 1.0,
            distance: -0.5,
            ..MODEL
        };
        let found = fit(&differences(&wrong));
        assert!(
            found.probe.abs() < 1e-6 && found.distance.abs() < 1e-6,
            "{found:?}"
        );
        assert!((found.empties - wrong.empties).abs() < 0.001, "{found:?}");
    }
}
