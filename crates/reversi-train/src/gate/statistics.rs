//! The results of a match as numbers: points, Elo, and the sequential test.
//!
//! The observations are not games, but pairs of games with both colours from one opening: the
//! results of a pair depend on each other, since the opening may favour one side. Pairs are counted
//! by the points of the new player (a pentanomial distribution), as fishtest does ("Fishtest
//! mathematics",
//! <https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html>).

/// 95 % of a normal distribution is within this many standard deviations.
const NORMAL_95: f64 = 1.959_964;

/// The number of pairs for each result of the new player: 0, ½, 1, 1½, 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs(pub(super) [u32; 5]);

impl Pairs {
    /// Counts the pairs of a match by the disc differences of its games.
    pub(super) fn of(discs: &[i32]) -> Self {
        let mut pairs = Self::default();
        for [one, other] in discs.as_chunks().0 {
            let half_points = 2 + one.signum() + other.signum();
            pairs.0[half_points.cast_unsigned() as usize] += 1;
        }
        pairs
    }

    /// Returns the points per game, from 0 to 1, and both ends of their 95 % interval, from a
    /// normal distribution with the variance of the pairs and [one more](Self::with_another).
    pub(super) fn points(self) -> [f64; 3] {
        let count: u32 = self.0.iter().sum();
        let (mean, _) = moments(self.0.map(f64::from));
        let (_, variance) = moments(self.with_another());
        let half = NORMAL_95 * (variance / f64::from(count)).sqrt();
        [mean, (mean - half).max(0.0), (mean + half).min(1.0)]
    }

    /// Adds another pair, half of it lost 0:2 and half of it won 2:0. Without it, the variance of
    /// the first pairs is often almost 0, and they would prove anything.
    fn with_another(self) -> [f64; 5] {
        let mut counts = self.0.map(f64::from);
        counts[0] += 0.5;
        counts[4] += 0.5;
        counts
    }
}

/// Returns the mean and the variance of the points per game of pairs.
fn moments(counts: [f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
        let points = [0.0, 0.25, 0.5, 0.75, 1.0];
        let terms = counts.iter().zip(points);
        terms.map(|(count, points)| count * value(points)).sum()
    };
    let mean = sum(&|points| points) / total;
    (mean, sum(&|points| (points - mean).powi(2)) / total)
}

/// Returns the expected points per game of a player that is this much stronger.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Infinite for 0 and 1.
pub(super) fn elo_of(points: f64) -> f64 {
    400.0 * (points / (1.0 - points)).log10()
}

/// A sequential test that decides if the difference in Elo is `elo0` or `elo1`, with an error
/// probability of 5 % in either case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends: ln 19 for errors of 5 %. The lower bound is
    /// its negative.
    pub(super) const BOUND: f64 = 2.944_439;

    /// Returns the log-likelihood ratio of the pairs and
    /// [one more](Pairs::with_another).
    pub(super) fn ratio(self, pairs: Pairs) -> f64 {
        log_likelihood_ratio(pairs.with_another(), self)
    }

    /// Returns `true` if the difference is `elo1` and `false` if it is `elo0`; `None` if more
    /// pairs are needed.
    pub(super) fn accepts_elo1(self, pairs: Pairs) -> Option<bool> {
        let ratio = self.ratio(pairs);
        (ratio.abs() >= Self::BOUND).then_some(ratio > 0.0)
    }
}

/// Returns the logarithm of the likelihood of `elo1` divided by that of `elo0`.
///
/// This is the normal approximation of the generalized sequential probability ratio test (Van den
/// Bergh, "The GSPRT approximation", <http://hardy.uhasselt.be/Toga/GSPRT_approximation.pdf>,
/// called `alt2` in fishtest's raw statistics).
fn log_likelihood_ratio(counts: [f64; 5], Sprt { elo0, elo1 }: Sprt) -> f64 {
    let (mean, variance) = moments(counts);
    let [expected0, expected1] = [expected(elo0), expected(elo1)];
    counts.iter().sum::<f64>() * (expected1 - expected0) * (2.0 * mean - expected0 - expected1)
        / (2.0 * variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let discs = [-4, -64, 0, -2, 8, -2, 0, 2, 64, 2, 2];
        assert_eq!(Pairs::of(&discs), Pairs([1; 5]));
    }

    /// The raw statistics of a test of another engine, at
    /// <https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712>.
    #[test]
    fn the_numbers_are_those_of_fishtest() {
        let pairs = Pairs([13, 37, 50, 25, 3]);
        let [points, low, high] = pairs.points();
        assert_close(points, 0.4375, 1e-12);
        assert_close(elo_of(points), -43.6578, 1e-4);
        // Fishtest's interval has one pair less, and is that of the end of a test.
        assert_close(elo_of(low), -75.5244, 3.0);
        assert_close(elo_of(high), -15.4045, 3.0);
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 2.716,
        };
        let ratio = log_likelihood_ratio(pairs.0.map(f64::from), sprt);
        assert_close(ratio, -0.559_61, 1e-4);
    }

    #[test]
    fn few_pairs_have_a_wide_interval_and_decide_nothing() {
        let [_, low, high] = Pairs([0, 0, 0, 0, 1]).points();
        assert!(low < 0.5, "{low}");
        assert_close(high, 1.0, 1e-12);
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 10.0,
        };
        for undecided in [[0; 5], [0, 0, 0, 0, 5], [0, 0, 10, 0, 0], [5, 0, 0, 0, 0]] {
            assert_eq!(sprt.accepts_elo1(Pairs(undecided)), None, "{undecided:?}");
        }
        assert_eq!(sprt.accepts_elo1(Pairs([0, 0, 0, 0, 20])), Some(true));
        assert_eq!(sprt.accepts_elo1(Pairs([20, 0, 0, 0, 0])), Some(false));
        assert_eq!(sprt.accepts_elo1(Pairs([0, 0, 200, 0, 0])), Some(false));
    }
}
