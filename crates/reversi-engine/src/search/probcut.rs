//! Multi-ProbCut: predicts the result of a deep search from a shallow one.
//!
//! The score of a shallow search is the score of the deep one plus an error,
//! which is almost normally distributed with a known standard deviation. If the
//! shallow score is so far outside of the window that the deep one is outside
//! with the required confidence, the deep search is skipped (Buro, "Experiments
//! with Multi-ProbCut and a new high-quality evaluation function for Othello",
//! 1997). The deviations were measured with the built-in weights; with other
//! weights the actual confidence is unknown.

use std::sync::LazyLock;

use super::Worker;
use super::confidence::Confidence;
use crate::eval::Evaluator;
use crate::search::Trampoline;

/// The least depth at which ProbCut is tried.
const LEAST_DEPTH: u32 = 3;

/// The greatest number of ProbCut searches nested in each other.
const MAX_LEVEL: u32 = 2;

/// Returns the standard deviation, in hundredths of a disc, of the difference
/// between searches to `probe` and to `depth` plies with `squares` empty squares.
///
/// The logarithm is a least squares fit to the output of `examples/errors.rs`
/// (50 positions per number of empty squares, depths up to 9 plies, and to the
/// end with at most 20 empty squares). The fit is off by a factor of 1.16 on
/// average, and of 1.07 for searches to the end.
fn deviation(squares: usize, depth: usize, probe: usize) -> f64 {
    let [empties, deep, shallow] = [squares, depth, probe].map(|number| f64::from(number as u8));
    let logarithm = if depth >= squares {
        6.404 + 0.0193 * empties - 0.1039 * shallow + 0.001_64 * shallow * shallow
    } else {
        6.126 + 0.0050 * empties - 0.000_422 * empties * empties + 0.0706 * deep
            - 0.2384 * shallow
            - 0.002_95 * shallow * shallow
            + 0.009_31 * deep * shallow
    };
    exp(logarithm)
}

/// Returns e to the power of `x`, from -10 to 10, to twelve digits.
///
/// `f64::exp` calls the C library's libm, and programs in C that use the engine
/// may not be linked with it.
fn exp(x: f64) -> f64 {
    let small = x / 1024.0;
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..=8 {
        term *= small / f64::from(n);
        sum += term;
    }
    for _ in 0..10 {
        sum *= sum;
    }
    sum
}

/// The standard deviations by number of empty squares and depth.
pub(crate) struct Deviations {
    /// Of the shallow search for that depth.
    probe: [[f32; 61]; 61],
    /// Of the evaluation alone.
    value: [[f32; 61]; 61],
}

impl Deviations {
    pub(crate) fn shared() -> &'static Self {
        static SHARED: LazyLock<Box<Deviations>> = LazyLock::new(|| {
            let mut all = Box::new(Deviations {
                probe: [[0.0; 61]; 61],
                value: [[0.0; 61]; 61],
            });
            for empties in 0..61 {
                for depth in LEAST_DEPTH as usize..=empties {
                    let probe = probe_depth(depth as u32) as usize;
                    all.probe[empties][depth] = deviation(empties, depth, probe) as f32;
                    all.value[empties][depth] = deviation(empties, depth, 0) as f32;
                }
            }
            all
        });
        &SHARED
    }
}

/// Returns the depth of the shallow search. It has the same parity, since the
/// evaluation favours the side that has just moved.
#[inline(always)]
fn probe_depth(depth: u32) -> u32 {
    (depth / 4 * 2 + (depth & 1)).min(depth - 2)
}

/// Returns a bound on one side of `alpha` if the score is on that side with the
/// required confidence.
#[inline(always)]
pub(crate) fn cut<I: Trampoline, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    (player, opponent): (u64, u64),
    state: &E::State,
    depth: u32,
    alpha: i32,
) -> Option<i32> {
    if worker.confidence == Confidence::EXACT
        || depth < LEAST_DEPTH
        || worker.probcut_level >= MAX_LEVEL
    {
        return None;
    }
    let empties = (!(player | opponent)).count_ones();
    let deviations = worker.confidence.deviations();
    let probe = probe_depth(depth);
    let at = |table: &[[f32; 61]; 61]| table[(empties as usize).min(60)][(depth as usize).min(60)];
    let error = (deviations * at(&worker.deviations.probe)) as i32;
    let value = worker.evaluator.evaluate(state, empties);
    // If the evaluation is far on the other side, a search is not worth it.
    let doubt = (deviations * at(&worker.deviations.value)) as i32;
    let beta = alpha + 1;
    let slack = i32::midpoint(doubt, error);
    worker.probcut_level += 1;
    let mut found = None;
    if beta + error < 6400 && value >= beta - slack {
        let high = beta + error;
        if isa.null_window(worker, player, opponent, state, probe, high - 1) >= high {
            found = Some(beta);
        }
    }
    if found.is_none() && alpha - error > -6400 && value <= alpha + slack {
        let low = alpha - error;
        if isa.null_window(worker, player, opponent, state, probe, low) <= low {
            found = Some(alpha);
        }
    }
    worker.probcut_level -= 1;
    found.filter(|_| !worker.thread.stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_has_twelve_digits() {
        for thousandths in -10_000..=10_000 {
            let x = f64::from(thousandths) / 1000.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "{x}");
        }
    }
}
