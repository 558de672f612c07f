//! Least squares by conjugate gradients.

/// The number of steps without an improvement after which the fit stops.
const PATIENCE: u32 = 3;

/// A matrix of zeros and ones with the same number of ones in every row, and a
/// target for each row: the wanted sum of the weights of its ones.
pub(crate) struct Problem {
    /// The columns of the ones, row by row.
    pub(crate) ones: Vec<u32>,
    pub(crate) ones_per_row: usize,
    pub(crate) columns: usize,
    pub(crate) targets: Vec<f32>,
}

impl Problem {
    fn rows(&self) -> impl Iterator<Item = (&[u32], f32)> {
        self.ones
            .chunks_exact(self.ones_per_row)
            .zip(self.targets.iter().copied())
    }

    /// Returns each row's target minus its sum.
    pub(crate) fn residuals(&self, weights: &[f32]) -> Vec<f32> {
        self.rows()
            .map(|(ones, target)| target - sum(ones, weights))
            .collect()
    }

    /// Returns the root of the mean squared residual.
    pub(crate) fn rmse(&self, weights: &[f32]) -> f64 {
        let squares: f64 = self
            .rows()
            .map(|(ones, target)| f64::from(target - sum(ones, weights)).powi(2))
            .sum();
        (squares / self.targets.len().max(1) as f64).sqrt()
    }

    /// Returns the transposed matrix times `values`, minus `lambda` times `weights`.
    fn gradient(&self, values: &[f32], weights: &[f32], lambda: f32) -> Vec<f32> {
        let mut gradient: Vec<f32> = weights.iter().map(|weight| -lambda * weight).collect();
        for (ones, &value) in self.ones.chunks_exact(self.ones_per_row).zip(values) {
            for &one in ones {
                gradient[one as usize] += value;
            }
        }
        gradient
    }

    /// Minimizes the sum of the squared residuals plus `lambda` times the squared
    /// changes of `weights`. Stops when the residuals of `unseen` have not improved
    /// for a few steps. Returns the number of steps to the best weights.
    ///
    /// A weight that occurs in few rows stays close to its initial value.
    pub(crate) fn fit(&self, weights: &mut [f32], lambda: f32, unseen: &Self, most: u32) -> u32 {
        let mut scale = vec![lambda; self.columns];
        for &one in &self.ones {
            scale[one as usize] += 1.0;
        }
        let mut changes = vec![0.0; self.columns];
        let mut residuals = self.residuals(weights);
        let mut gradient = self.gradient(&residuals, &changes, lambda);
        let mut direction: Vec<f32> = gradient.iter().zip(&scale).map(|(g, s)| g / s).collect();
        let mut size = dot(&gradient, &direction);
        let mut least = unseen.rmse(weights);
        let mut fitted = weights.to_vec();
        let (mut rounds, mut best) = (0, 0);
        while rounds < most.min(best + PATIENCE) && size > 0.0 {
            rounds += 1;
            let sums: Vec<f32> = self.rows().map(|(ones, _)| sum(ones, &direction)).collect();
            let curvature = dot(&sums, &sums) + f64::from(lambda) * dot(&direction, &direction);
            let step = (size / curvature) as f32;
            for (change, direction) in changes.iter_mut().zip(&direction) {
                *change += step * direction;
            }
            for (weight, direction) in fitted.iter_mut().zip(&direction) {
                *weight += step * direction;
            }
            let error = unseen.rmse(&fitted);
            if error < least {
                (least, best) = (error, rounds);
                weights.copy_from_slice(&fitted);
            }
            for (residual, sum) in residuals.iter_mut().zip(&sums) {
                *residual -= step * sum;
            }
            gradient = self.gradient(&residuals, &changes, lambda);
            let scaled: Vec<f32> = gradient.iter().zip(&scale).map(|(g, s)| g / s).collect();
            let next_size = dot(&gradient, &scaled);
            let ratio = (next_size / size) as f32;
            for (direction, scaled) in direction.iter_mut().zip(&scaled) {
                *direction = scaled + ratio * *direction;
            }
            size = next_size;
        }
        best
    }
}

fn sum(ones: &[u32], weights: &[f32]) -> f32 {
    ones.iter().map(|&one| weights[one as usize]).sum()
}

fn dot(left: &[f32], right: &[f32]) -> f64 {
    left.iter()
        .zip(right)
        .map(|(left, right)| f64::from(*left) * f64::from(*right))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        };
        problem.targets = problem.residuals(&wanted).iter().map(|sum| -sum).collect();
        let mut weights = [0.0; 5];
        problem.fit(&mut weights, 1e-6, &problem, 20);
        for (found, wanted) in weights.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-3, "{weights:?}");
        }
    }

    #[test]
    fn a_weight_without_rows_does_not_change() {
        let problem = Problem {
            ones: vec![0, 0, 0],
            ones_per_row: 1,
            columns: 2,
            targets: vec![3.0; 3],
        };
        let mut weights = [0.0, 7.0];
        problem.fit(&mut weights, 3.0, &problem, 20);
        assert!((weights[0] - 1.5).abs() < 1e-4, "{weights:?}");
        assert!((weights[1] - 7.0).abs() < 1e-6, "{weights:?}");
    }
}
