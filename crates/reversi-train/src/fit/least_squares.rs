//! Regularized least squares by conjugate gradients, on all processors.

use rayon::prelude::*;

/// The number of rows per task. Sums are made per task and added in the tasks'
/// order, so that the result does not depend on the number of threads.
const ROWS: usize = 1 << 16;

/// The number of steps without an improvement after which the fit stops.
const PATIENCE: u32 = 6;

/// A matrix, and for each row a target, the wanted product of the row and the weights.
/// Most columns have zeros and ones only, with the same number of ones in every row.
#[derive(Debug, Default)]
pub(crate) struct Problem {
    /// The columns of the ones, row by row.
    pub(crate) ones: Vec<u32>,
    pub(crate) ones_per_row: usize,
    /// The numbers in the last columns, row by row.
    pub(crate) values: Vec<f32>,
    pub(crate) values_per_row: usize,
    pub(crate) columns: usize,
    pub(crate) targets: Vec<f32>,
    /// The influence of each row.
    pub(crate) importance: Vec<f32>,
}

/// The limits of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FitLimits {
    /// The weight of the squared change of a weight, in rows.
    pub(crate) lambda: f32,
    /// The greatest number of steps.
    pub(crate) steps: u32,
}

impl Problem {
    pub(crate) fn rows(&self) -> usize {
        self.targets.len()
    }

    /// Returns the root of the mean square of each of the last columns; 1 if it is 0.
    pub(crate) fn root_mean_squares(&self) -> Vec<f32> {
        #[expect(clippy::cast_precision_loss, reason = "it is approximate")]
        let rows = self.rows().max(1) as f32;
        let mut squares = vec![0.0; self.values_per_row];
        for values in self.values.chunks_exact(self.values_per_row) {
            for (square, value) in squares.iter_mut().zip(values) {
                *square += value * value;
            }
        }
        let root = |square: f32| {
            if square > 0.0 {
                (square / rows).sqrt()
            } else {
                1.0
            }
        };
        squares.into_iter().map(root).collect()
    }

    /// Divides the last columns by these numbers.
    pub(crate) fn scale(&mut self, scales: &[f32]) {
        for values in self.values.chunks_exact_mut(self.values_per_row) {
            for (value, scale) in values.iter_mut().zip(scales) {
                *value /= scale;
            }
        }
    }

    /// Returns the columns of a row's ones, and its numbers in the last columns.
    fn row(&self, row: usize) -> (&[u32], &[f32]) {
        (
            &self.ones[row * self.ones_per_row..][..self.ones_per_row],
            &self.values[row * self.values_per_row..][..self.values_per_row],
        )
    }

    /// Returns the product of each row and the weights.
    pub(crate) fn sums(&self, weights: &[f32]) -> Vec<f32> {
        let last = &weights[self.columns - self.values_per_row..];
        let mut sums = vec![0.0; self.rows()];
        sums.par_chunks_mut(ROWS)
            .enumerate()
            .for_each(|(chunk, sums)| {
                for (row, sum) in (chunk * ROWS..).zip(sums) {
                    let (ones, values) = self.row(row);
                    *sum = ones.iter().map(|&one| weights[one as usize]).sum();
                    *sum += values.iter().zip(last).map(|(a, b)| a * b).sum::<f32>();
                }
            });
        sums
    }

    /// Returns the root of the weighted mean of the squared residuals.
    pub(crate) fn rmse(&self, weights: &[f32]) -> f64 {
        let sums = self.sums(weights);
        let (mut squares, mut total) = (0.0, 0.0);
        for ((sum, target), importance) in sums.iter().zip(&self.targets).zip(&self.importance) {
            squares += f64::from(importance * (target - sum) * (target - sum));
            total += f64::from(*importance);
        }
        if total > 0.0 {
            (squares / total).sqrt()
        } else {
            0.0
        }
    }

    /// Returns the transposed matrix times `factors`.
    fn transposed_product(&self, factors: &[f32]) -> Vec<f32> {
        self.by_columns(factors, |value| value)
    }

    /// Returns for each column the sum over all rows of the factor of the row times
    /// `of` the row's number in the column, where `of` does not change zero and one.
    fn by_columns(&self, factors: &[f32], of: impl Fn(f32) -> f32 + Sync) -> Vec<f32> {
        // A few large tasks: each has a vector of all columns.
        let rows = self.rows().div_ceil(TASKS).max(1);
        let parts: Vec<Vec<f32>> = factors
            .par_chunks(rows)
            .enumerate()
            .map(|(chunk, factors)| {
                let mut part = vec![0.0; self.columns];
                for (row, &factor) in (chunk * rows..).zip(factors) {
                    let (ones, values) = self.row(row);
                    for &one in ones {
                        part[one as usize] += factor;
                    }
                    let last = &mut part[self.columns - self.values_per_row..];
                    for (sum, &value) in last.iter_mut().zip(values) {
                        *sum += factor * of(value);
                    }
                }
                part
            })
            .collect();
        let mut sum = vec![0.0; self.columns];
        for part in parts {
            for (sum, part) in sum.iter_mut().zip(part) {
                *sum += part;
            }
        }
        sum
    }

    /// Minimizes the weighted sum of the squared residuals plus `lambda` times the
    /// squared changes of `weights`. Stops when the residuals of `held_out` have not
    /// improved for a few steps. Returns the number of steps to the best weights.
    ///
    /// A weight that occurs in few rows stays close to its initial value.
    pub(crate) fn fit(&self, weights: &mut [f32], limits: FitLimits, held_out: &Self) -> u32 {
        let FitLimits { lambda, steps } = limits;
        let scale: Vec<f32> = self
            .by_columns(&self.importance, |value| value * value)
            .into_iter()
            .map(|count| count + lambda)
            .collect();
        let weighted = |values: &[f32]| -> Vec<f32> {
            let pairs = values.iter().zip(&self.importance);
            pairs
                .map(|(value, importance)| value * importance)
                .collect()
        };
        let mut changes = vec![0.0; self.columns];
        let mut residuals: Vec<f32> = self
            .sums(weights)
            .iter()
            .zip(&self.targets)
            .map(|(sum, target)| target - sum)
            .collect();
        let mut gradient = self.transposed_product(&weighted(&residuals));
        let mut direction: Vec<f32> = gradient.iter().zip(&scale).map(|(g, s)| g / s).collect();
        let mut size = dot(&gradient, &direction);
        let mut least = held_out.rmse(weights);
        let mut fitted = weights.to_vec();
        let (mut step, mut best) = (0, 0);
        while step < steps.min(best + PATIENCE) && size > 0.0 {
            step += 1;
            let sums = self.sums(&direction);
            let curvature =
                dot(&sums, &weighted(&sums)) + f64::from(lambda) * dot(&direction, &direction);
            #[expect(clippy::cast_possible_truncation, reason = "it is near 1")]
            let length = (size / curvature) as f32;
            for (change, direction) in changes.iter_mut().zip(&direction) {
                *change += length * direction;
            }
            for (weight, direction) in fitted.iter_mut().zip(&direction) {
                *weight += length * direction;
            }
            let error = held_out.rmse(&fitted);
            if error < least {
                (least, best) = (error, step);
                weights.copy_from_slice(&fitted);
            }
            for (residual, sum) in residuals.iter_mut().zip(&sums) {
                *residual -= length * sum;
            }
            gradient = self.transposed_product(&weighted(&residuals));
            for (gradient, change) in gradient.iter_mut().zip(&changes) {
                *gradient -= lambda * change;
            }
            let scaled: Vec<f32> = gradient.iter().zip(&scale).map(|(g, s)| g / s).collect();
            let next_size = dot(&gradient, &scaled);
            #[expect(clippy::cast_possible_truncation, reason = "it is near 1")]
            let ratio = (next_size / size) as f32;
            for (direction, scaled) in direction.iter_mut().zip(&scaled) {
                *direction = scaled + ratio * *direction;
            }
            size = next_size;
        }
        best
    }
}

/// The number of tasks of a transposed product, fixed so that the result does not
/// depend on the number of threads.
const TASKS: usize = 8;

fn dot(left: &[f32], right: &[f32]) -> f64 {
    left.iter()
        .zip(right)
        .map(|(left, right)| f64::from(*left) * f64::from(*right))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEW: FitLimits = FitLimits {
        lambda: 1e-6,
        steps: 20,
    };

    #[test]
    fn weights_that_match_the_targets_are_found() {
        let wanted = [1.0, -2.0, 5.0, 0.5, 3.0];
        let ones: Vec<u32> = (0..5)
            .flat_map(|a| (0..5).flat_map(move |b| [a, b]))
            .collect();
        let mut problem = Problem {
            ones,
            ones_per_row: 2,
            columns: 5,
            targets: vec![0.0; 25],
            importance: vec![1.0; 25],
            ..Problem::default()
        };
        problem.targets = problem.sums(&wanted);
        let mut weights = [0.0; 5];
        problem.fit(&mut weights, FEW, &problem);
        for (found, wanted) in weights.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-3, "{weights:?}");
        }
    }

    #[test]
    fn the_weights_of_columns_of_numbers_are_found_too() {
        let wanted = [1.0, -2.0, 0.5, 3.0];
        let mut problem = Problem {
            ones: vec![0, 1, 0, 1, 0, 1],
            ones_per_row: 1,
            values: vec![3.0, 0.0, -2.0, 4.0, 7.0, 1.0, 0.0, 2.0, 1.0, -5.0, 0.5, 6.0],
            values_per_row: 2,
            columns: 4,
            targets: vec![0.0; 6],
            importance: vec![1.0; 6],
        };
        problem.targets = problem.sums(&wanted);
        assert!((problem.targets[0] - (1.0 + 0.5 * 3.0)).abs() < 1e-6);
        assert!((problem.targets[1] - (-2.0 - 0.5 * 2.0 + 3.0 * 4.0)).abs() < 1e-6);
        let scales = problem.root_mean_squares();
        problem.scale(&scales);
        let mut weights = [0.0; 4];
        problem.fit(&mut weights, FEW, &problem);
        weights[2] /= scales[0];
        weights[3] /= scales[1];
        for (found, wanted) in weights.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-3, "{weights:?}");
        }
    }

    #[test]
    fn a_weight_without_rows_does_not_change_and_one_with_few_rows_changes_less() {
        let problem = Problem {
            ones: vec![0, 0, 0],
            ones_per_row: 1,
            columns: 2,
            targets: vec![3.0; 3],
            importance: vec![1.0; 3],
            ..Problem::default()
        };
        let mut weights = [0.0, 7.0];
        let limits = FitLimits {
            lambda: 3.0,
            steps: 20,
        };
        problem.fit(&mut weights, limits, &problem);
        assert!((weights[0] - 1.5).abs() < 1e-4, "{weights:?}");
        assert!((weights[1] - 7.0).abs() < 1e-6, "{weights:?}");
    }

    #[test]
    fn importance_is_the_number_of_equal_rows() {
        let problem = Problem {
            ones: vec![0, 0],
            ones_per_row: 1,
            columns: 1,
            targets: vec![0.0, 4.0],
            importance: vec![1.0, 3.0],
            ..Problem::default()
        };
        let mut weights = [1.0];
        problem.fit(&mut weights, FEW, &problem);
        assert!((weights[0] - 3.0).abs() < 1e-3, "{weights:?}");
    }
}
