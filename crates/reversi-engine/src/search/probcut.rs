//! Multi-ProbCut: what a shallow search says of a deep one.
//!
//! The result of a shallow search is that of the deep one plus an error, which
//! is nearly normal with a deviation that was measured. Where the shallow
//! result lies so far outside of the window that the deep one lies outside
//! too, with the chance asked for, the deep search is left out (Buro,
//! "Experiments with Multi-ProbCut and a new high-quality evaluation function
//! for Othello", 1997). The deviations are those of the engine's own weights;
//! how likely a cut is with another evaluation is not known.

use std::sync::LazyLock;

use super::Worker;
use super::selectivity::Selectivity;
use crate::eval::Evaluator;
use crate::isa::Isa;

/// A search that is shallower is done rather than guessed.
const LEAST_DEPTH: u32 = 3;

/// How many cuts may rest on each other.
const NESTED: u32 = 2;

/// The deviation of the error, in hundredths of a disc, of a search to `probe`
/// plies for one to `depth` plies, `empties` squares before the end.
///
/// The logarithm is a fit by least squares to what `examples/errors.rs` prints
/// (50 positions for each number of empty squares, depths to 9 plies and to
/// the end from 20 empty squares on): the fit is off by a factor of 1.16 on
/// average, and 1.07 for searches to the end.
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

/// e to the power of `x`, which is no further from 0 than 10, to twelve digits.
///
/// The standard library takes its own from the C library's libm, which a
/// program in C is not linked with unless it asks for it.
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

/// The deviations for every number of empty squares and every depth.
pub(crate) struct Deviations {
    /// Of the shallow search that is made for that depth.
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

/// The depth of the shallow search: of the same parity, since an evaluation
/// favours whoever has just moved.
#[inline(always)]
fn probe_depth(depth: u32) -> u32 {
    (depth / 4 * 2 + (depth & 1)).min(depth - 2)
}

/// A bound on the right side of `alpha`, if it is likely enough.
#[inline(always)]
pub(crate) fn cut<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    (player, opponent): (u64, u64),
    state: &E::State,
    depth: u32,
    alpha: i32,
) -> Option<i32> {
    if worker.selectivity == Selectivity::EXACT || depth < LEAST_DEPTH || worker.nested >= NESTED {
        return None;
    }
    let empties = (!(player | opponent)).count_ones();
    let deviations = worker.selectivity.deviations();
    let probe = probe_depth(depth);
    let at = |table: &[[f32; 61]; 61]| table[(empties as usize).min(60)][(depth as usize).min(60)];
    let error = (deviations * at(&worker.deviations.probe)) as i32;
    let value = worker.evaluator.evaluate(state, empties);
    // A value that is itself far on the other side is not worth a search.
    let doubt = (deviations * at(&worker.deviations.value)) as i32;
    let beta = alpha + 1;
    let slack = i32::midpoint(doubt, error);
    worker.nested += 1;
    let mut found = None;
    if beta + error < 6400 && value >= beta - slack {
        let high = beta + error;
        if isa.nws(worker, player, opponent, state, probe, high - 1) >= high {
            found = Some(beta);
        }
    }
    if found.is_none() && alpha - error > -6400 && value <= alpha + slack {
        let low = alpha - error;
        if isa.nws(worker, player, opponent, state, probe, low) <= low {
            found = Some(alpha);
        }
    }
    worker.nested -= 1;
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
