//! Multi-ProbCut: what a shallow search says of a deep one.
//!
//! The result of a shallow search is that of the deep one plus an error, which
//! is nearly normal with a deviation that was measured. Where the shallow
//! result lies so far outside of the window that the deep one lies outside
//! too, with the chance asked for, the deep search is left out (Buro,
//! "Experiments with Multi-ProbCut and a new high-quality evaluation function
//! for Othello", 1997).

use super::Worker;
use super::selectivity::Selectivity;
use crate::eval::Features;
use crate::isa::Isa;

/// A search that is shallower is done rather than guessed.
const LEAST_DEPTH: u32 = 3;

/// How many cuts may rest on each other.
const NESTED: u32 = 2;

/// The deviation of the error, in hundredths of a disc, of a search to `probe`
/// plies for one to `depth` plies, `empties` squares before the end.
#[inline(always)]
pub(crate) fn deviation(empties: u32, depth: u32, probe: u32) -> f32 {
    let [empties, depth, probe] = [empties, depth, probe].map(|number| f32::from(number as u8));
    let linear = -0.10 * empties + 0.30 * depth - 0.85 * probe;
    let sigma = 0.010 * linear * linear + 0.42 * linear + 7.2;
    (sigma * 100.0).clamp(60.0, 1600.0)
}

/// The depth of the shallow search: of the same parity, since an evaluation
/// favours whoever has just moved.
#[inline(always)]
fn probe_depth(depth: u32) -> u32 {
    (depth / 4 * 2 + (depth & 1)).min(depth - 2)
}

/// A bound on the right side of `alpha`, if it is likely enough.
#[inline(always)]
pub(crate) fn cut<I: Isa>(
    isa: I,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    features: &Features,
    depth: u32,
    alpha: i32,
) -> Option<i32> {
    if worker.selectivity == Selectivity::EXACT || depth < LEAST_DEPTH || worker.nested >= NESTED {
        return None;
    }
    let empties = (!(player | opponent)).count_ones();
    let deviations = worker.selectivity.deviations();
    let probe = probe_depth(depth);
    let error = (deviations * deviation(empties, depth, probe)) as i32;
    let value = worker.weights.evaluate(features, empties);
    // A value that is itself far on the other side is not worth a search.
    let doubt = (deviations * deviation(empties, depth, 0)) as i32;
    let beta = alpha + 1;
    let slack = i32::midpoint(doubt, error);
    worker.nested += 1;
    let mut found = None;
    if beta + error < 6400 && value >= beta - slack {
        let high = beta + error;
        if isa.nws(worker, player, opponent, features, probe, high - 1) >= high {
            found = Some(beta);
        }
    }
    if found.is_none() && alpha - error > -6400 && value <= alpha + slack {
        let low = alpha - error;
        if isa.nws(worker, player, opponent, features, probe, low) <= low {
            found = Some(alpha);
        }
    }
    worker.nested -= 1;
    found.filter(|_| !worker.stopped)
}
