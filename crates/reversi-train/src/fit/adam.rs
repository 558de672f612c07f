//! Stochastic gradient descent with the step size of each number adapted to it (Kingma and
//! Ba, "Adam: a method for stochastic optimization", ICLR 2015).

use reversi_engine::eval::FACTORS;

/// A weight and its factors.
pub(super) const LANES: usize = FACTORS + 1;

pub(super) type Vector = [f32; LANES];

#[inline]
pub(super) fn add(sum: &mut Vector, row: &Vector) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += number;
    }
}

/// The largest change of a number per step.
const RATE: f32 = 0.004;

/// The step size grows to that during this many steps.
const FIRST_STEPS: f32 = 200.0;

/// The decay rates of the mean gradient and of the mean squared gradient.
const KEPT: f32 = 0.9;
const KEPT_SQUARE: f32 = 0.999;

pub(super) struct Adam {
    /// The gradient of the error; a step sets it to 0.
    pub(super) gradients: Vec<Vector>,
    means: Vec<Vector>,
    squares: Vec<Vector>,
    /// The derivative of the penalty for a number, divided by the number.
    decay: f32,
    step: usize,
    steps: usize,
    /// The products of all [`KEPT`] and [`KEPT_SQUARE`] so far.
    kept: [f32; 2],
}

impl Adam {
    /// Starts a descent of `count` vectors in `steps` steps. `penalty` times the square of every
    /// number is added to the error.
    pub(super) fn new(count: usize, steps: usize, penalty: f32) -> Self {
        let zeros = || vec![Vector::default(); count];
        Self {
            gradients: zeros(),
            means: zeros(),
            squares: zeros(),
            decay: 2.0 * penalty,
            step: 0,
            steps,
            kept: [1.0; 2],
        }
    }

    pub(super) fn step(&mut self, vectors: &mut [Vector]) {
        self.step += 1;
        self.kept = [self.kept[0] * KEPT, self.kept[1] * KEPT_SQUARE];
        let rate = rate(self.step, self.steps) / (1.0 - self.kept[0]);
        let scale = 1.0 / (1.0 - self.kept[1]);
        let all = vectors.iter_mut().zip(&mut self.gradients);
        let all = all.zip(self.means.iter_mut().zip(&mut self.squares));
        for ((vector, gradient), (mean, square)) in all {
            for lane in 0..LANES {
                let slope = gradient[lane] + self.decay * vector[lane];
                gradient[lane] = 0.0;
                mean[lane] = KEPT * mean[lane] + (1.0 - KEPT) * slope;
                square[lane] = KEPT_SQUARE * square[lane] + (1.0 - KEPT_SQUARE) * slope * slope;
                vector[lane] -= rate * mean[lane] / ((scale * square[lane]).sqrt() + 1e-8);
            }
        }
    }
}

/// Returns the largest change of a number in a step: it grows in the first steps, and falls
/// smoothly to 0.
#[expect(clippy::cast_precision_loss, reason = "it is approximate")]
fn rate(step: usize, steps: usize) -> f32 {
    let (step, steps) = (step as f32, steps as f32);
    let done = step / steps;
    RATE * (step / FIRST_STEPS).min(1.0) * (1.0 - done * done * (3.0 - 2.0 * done))
}
