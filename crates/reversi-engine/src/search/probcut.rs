//! Multi-ProbCut: predicts the result of a deep search from a shallow one.
//!
//! The score of a shallow search is the score of the deep one plus an error, which is almost
//! normally distributed with a known mean and standard deviation. If the shallow score is so far
//! outside of the window that the deep one is outside with the required confidence, the deep search
//! is skipped (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
//! Othello", 1997). The models were measured with the built-in weights; with other weights the
//! actual confidence is unknown.

use std::sync::LazyLock;

use super::Worker;
use super::confidence::Confidence;
use crate::eval::Features;
use crate::search::Trampoline;

pub(crate) const EVALUATION_DEPTH: u32 = 2;

/// The deepest nesting of ProbCut searches.
const MAX_LEVEL: u32 = 2;

/// The error, in hundredths of a disc, with which a search to `probe` plies predicts a deeper one.
///
/// The logarithm of its standard deviation is
///
/// ```text
/// level + empties · min(e, 52) + probe · p / (p + 16) + distance · d / (d + 4)
/// ```
///
/// with `e` empty squares, `p` the probe depth, and `d` the difference of the depths. Since `probe`
/// is not above 0 and `distance` not below 0, the deviation decreases with the probe depth and
/// increases with the depth. Both effects are bounded, so that it is plausible for depths that were
/// not measured too. The 16 and the 4 fit the measured deviations best among powers of two.
///
/// `reversi-train probcut` measures the errors, fits the constants and prints them as they are
/// here, with a table of measured and fitted deviations.
pub(crate) struct Model {
    pub(crate) level: f64,
    pub(crate) empties: f64,
    pub(crate) probe: f64,
    pub(crate) distance: f64,
    /// The mean by the parity of the probe depth.
    pub(crate) mean: [f64; 2],
}

/// Searches to fewer plies than there are empty squares.
const MIDGAME: Model = Model {
    level: 6.065,
    empties: -0.0319,
    probe: -1.734,
    distance: 1.458,
    mean: [-57.0, -33.0],
};

/// Searches to the end of the game. The measured means are -1.6 discs with 16 to 23 empty
/// squares and a probe of one or two plies, and closer to 0 with deeper ones and elsewhere.
const END: Model = Model {
    level: 6.212,
    empties: -0.0019,
    probe: -1.956,
    distance: 0.702,
    mean: [0.0, 0.0],
};

const GREATEST_EMPTIES: f64 = 52.0;

/// The probe depth with half the effect of an infinite one.
const HALF_PROBE: f64 = 16.0;

/// The difference of depths with half the effect of an infinite one.
const HALF_DISTANCE: f64 = 4.0;

impl Model {
    fn of(squares: usize, depth: usize) -> &'static Self {
        if depth >= squares { &END } else { &MIDGAME }
    }

    pub(crate) fn deviation(&self, squares: usize, depth: usize, probe: usize) -> f64 {
        let [empties, shallow, distance] =
            [squares, probe, depth - probe].map(|number| f64::from(number as u8));
        exp(self.level
            + self.empties * empties.min(GREATEST_EMPTIES)
            + self.probe * shallow / (shallow + HALF_PROBE)
            + self.distance * distance / (distance + HALF_DISTANCE))
    }
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

pub(crate) struct ErrorStatistics {
    /// The mean of the shallow search for that depth.
    mean: [[f32; 61]; 61],
    probe: [[f32; 61]; 61],
    /// The standard deviation of the evaluation alone.
    value: [[f32; 61]; 61],
}

impl ErrorStatistics {
    pub(crate) fn shared() -> &'static Self {
        static SHARED: LazyLock<Box<ErrorStatistics>> = LazyLock::new(|| {
            let mut all = Box::new(ErrorStatistics {
                mean: [[0.0; 61]; 61],
                probe: [[0.0; 61]; 61],
                value: [[0.0; 61]; 61],
            });
            for empties in 0..61 {
                for depth in EVALUATION_DEPTH as usize..=empties {
                    let model = Model::of(empties, depth);
                    let probe = probe_depth(depth as u32) as usize;
                    all.mean[empties][depth] = model.mean[probe & 1] as f32;
                    all.probe[empties][depth] = model.deviation(empties, depth, probe) as f32;
                    all.value[empties][depth] = model.deviation(empties, depth, 0) as f32;
                }
            }
            all
        });
        &SHARED
    }

    /// Returns the greatest error of the evaluation as a prediction of a search to `depth` plies,
    /// in hundredths of a disc, with a confidence other than [`Confidence::EXACT`].
    #[inline(always)]
    fn doubt(&self, empties: u32, depth: u32, confidence: Confidence) -> i32 {
        (confidence.deviations() * at(&self.value, empties, depth)) as i32
    }

    /// Returns a bound on one side of `alpha` if the evaluation is so far on that side that
    /// a search to `depth` plies is on it too with the required confidence.
    #[inline(always)]
    fn cut(
        &self,
        value: i32,
        (empties, depth): (u32, u32),
        confidence: Confidence,
        alpha: i32,
    ) -> Option<i32> {
        let doubt = self.doubt(empties, depth, confidence);
        if value > alpha + doubt {
            Some(alpha + 1)
        } else {
            (value <= alpha - doubt).then_some(alpha)
        }
    }
}

#[inline(always)]
fn at(table: &[[f32; 61]; 61], empties: u32, depth: u32) -> f32 {
    table[(empties as usize).min(60)][(depth as usize).min(60)]
}

/// Returns the depth of the shallow search: the greatest up to half the depth with the same parity.
/// The parity matters, since the evaluation favours the side that has just moved.
#[inline(always)]
fn probe_depth(depth: u32) -> u32 {
    let half = depth / 2;
    half - ((half ^ depth) & 1)
}

/// Returns a bound on one side of `alpha` if the evaluation alone shows with the required
/// confidence that the score of a search to [`EVALUATION_DEPTH`] is on that side.
///
/// Without it, `bench` takes a fifth more nodes. Before searches to more plies it loses games, and
/// at one ply it costs more than it saves.
#[inline(always)]
pub(crate) fn cut_by_evaluation<I: Trampoline>(
    isa: I,
    worker: &Worker<'_>,
    (player, opponent): (u64, u64),
    features: &Features,
    alpha: i32,
) -> Option<i32> {
    if worker.confidence == Confidence::EXACT {
        return None;
    }
    let empties = (!(player | opponent)).count_ones();
    let value = worker.value(isa, (player, opponent), features);
    let errors = worker.errors;
    errors.cut(value, (empties, EVALUATION_DEPTH), worker.confidence, alpha)
}

/// Returns a bound on one side of `alpha` if the score is there with the required confidence.
#[inline(always)]
pub(crate) fn cut<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    discs: (u64, u64),
    features: &Features,
    depth: u32,
    alpha: i32,
) -> Option<i32> {
    if worker.confidence == Confidence::EXACT || worker.probcut_level >= MAX_LEVEL {
        return None;
    }
    let empties = (!(discs.0 | discs.1)).count_ones();
    let deviations = worker.confidence.deviations();
    let probe = probe_depth(depth);
    let mean = at(&worker.errors.mean, empties, depth) as i32;
    let error = (deviations * at(&worker.errors.probe, empties, depth)) as i32;
    let value = worker.value(isa, discs, features);
    // If the evaluation is far on the other side, a search is not worth it.
    let doubt = worker.errors.doubt(empties, depth, worker.confidence);
    let beta = alpha + 1;
    let slack = i32::midpoint(doubt, error);
    worker.probcut_level += 1;
    let mut found = None;
    let (low, high) = (alpha - error + mean, beta + error + mean);
    if high < 6400
        && value >= beta - slack
        && isa.null_window(worker, discs, features, probe, high - 1) >= high
    {
        found = Some(beta);
    }
    if found.is_none()
        && low > -6400
        && value <= alpha + slack
        && isa.null_window(worker, discs, features, probe, low) <= low
    {
        found = Some(alpha);
    }
    worker.probcut_level -= 1;
    found.filter(|_| !worker.thread.stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_decrease_with_the_probe_and_increase_with_the_depth() {
        for squares in 8..=60 {
            for depth in 2..=squares {
                let model = Model::of(squares, depth);
                for probe in 1..depth {
                    let deviation = model.deviation(squares, depth, probe);
                    assert!((20.0..1500.0).contains(&deviation), "{deviation}");
                    assert!(deviation <= model.deviation(squares, depth, probe - 1));
                    if depth + 1 < squares {
                        assert!(deviation <= model.deviation(squares, depth + 1, probe));
                    }
                }
            }
        }
    }

    #[test]
    fn an_evaluation_cuts_only_beyond_its_doubt() {
        let errors = ErrorStatistics::shared();
        for (empties, level) in (4..=60).flat_map(|empties| (0..5).map(move |to| (empties, to))) {
            let confidence = Confidence::from_level(level);
            let doubt = errors.doubt(empties, 2, confidence);
            assert!((100..2500).contains(&doubt), "{empties} {level} {doubt}");
            assert!(doubt <= errors.doubt(empties, 3, confidence));
            let cut = |more| errors.cut(300 + more, (empties, 2), confidence, 300);
            let cuts = [-doubt, 1 - doubt, doubt, doubt + 1].map(cut);
            assert_eq!(cuts, [Some(300), None, None, Some(301)]);
        }
    }

    #[test]
    fn exp_has_twelve_digits() {
        for thousandths in -10_000..=10_000 {
            let x = f64::from(thousandths) / 1000.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "{x}");
        }
    }
}
