//! Regularized least squares by conjugate gradients, on all processors.

use rayon::prelude::*;

/// The number of rows per task. Sums are made per task and added in the tasks'
/// order, so that the result does not depend on the number of threads.
const ROWS: usize = 1 << 16;

/// The number of steps without an improvement after which the fit stops.
const PATIENCE: u32 = 6;

/// A matrix of zeros and ones, with the same number of ones in every row, and for each row
/// a target, the wanted product of the row and the weights.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The columns of the ones, row by row.
    pub(crate) ones: Vec<u32>,
    pub(crate) ones_per_row: usize,
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

    /// Returns the columns of a row's ones.
    fn row(&self, row: usize) -> &[u32] {
        &self.ones[row * self.ones_per_row..][..self.ones_per_row]
    }

    /// Returns the product of each row and the weights.
    pub(crate) fn sums(&self, weights: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0; self.rows()];
        sums.par_chunks_mut(ROWS)
            .enumerate()
            .for_each(|(chunk, sums)| {
                for (row, sum) in (chunk * ROWS..).zip(sums) {
                    *sum = self.row(row).iter().map(|&one| weights[one as usize]).sum();
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
        // A few large tasks: each has a vector of all columns.
        let rows = self.rows().div_ceil(TASKS).max(1);
        let parts: Vec<Vec<f32>> = factors
            .par_chunks(rows)
            .enumerate()
            .map(|(chunk, factors)| {
                let mut part = vec![0.0; self.columns];
                for (row, &factor) in (chunk * rows..).zip(factors) {
                    for &one in self.row(row) {
                        part[one as usize] += factor;
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
            .transposed_product(&self.importance)
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
        };
        problem.targets = problem.sums(&wanted);
        let mut weights = [0.0; 5];
        problem.fit(&mut weights, FEW, &problem);
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
        };
        let mut weights = [1.0];
        problem.fit(&mut weights, FEW, &problem);
        assert!((weights[0] - 3.0).abs() < 1e-3, "{weights:?}");
    }
}
