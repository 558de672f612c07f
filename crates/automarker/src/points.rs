//! Shares points between cases or criteria.

use marking::report::PARTS;

/// Scales `weights` so that their sum is `total`. Returns `false`, without a change, if all of
/// them are 0.
pub(crate) fn share(weights: Vec<&mut f64>, total: f64) -> bool {
    let before: f64 = weights.iter().map(|weight| **weight).sum();
    if before <= 0.0 {
        return false;
    }
    // Rounds the running total: the last weight gets the rest, so rounding errors do not add
    // up.
    let (mut sum, mut given) = (0.0, 0.0);
    for weight in weights {
        sum += *weight;
        let due = (sum / before * total * PARTS).round();
        *weight = (due - given) / PARTS;
        given = due;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use marking::report::{CaseResult, Report};
    use proptest::prelude::*;
    use transcript::Verdict;

    fn shared(weights: &[f64], total: f64) -> Option<Vec<f64>> {
        let mut weights = weights.to_vec();
        share(weights.iter_mut().collect(), total).then_some(weights)
    }

    #[test]
    fn points_are_shared_in_proportion() {
        assert_eq!(shared(&[1.0, 3.0], 20.0), Some(vec![5.0, 15.0]));
        assert_eq!(shared(&[0.5, 0.0, 1.5], 2.0), Some(vec![0.5, 0.0, 1.5]));
        assert_eq!(shared(&[0.0, 0.0], 10.0), None);
        assert_eq!(shared(&[], 10.0), None);
    }

    fn report(weights: &[f64], passes: impl Fn(usize) -> bool) -> Report {
        let verdict = |passes| {
            if passes {
                Verdict::Ok
            } else {
                Verdict::Timeout
            }
        };
        let case = |(index, &weight)| CaseResult {
            weight,
            verdict: verdict(passes(index)),
            ..CaseResult::default()
        };
        Report {
            cases: weights.iter().enumerate().map(case).collect(),
            ..Report::default()
        }
    }

    proptest! {
        #[test]
        fn all_cases_are_worth_the_total_and_some_of_them_their_share(
            cases in proptest::collection::vec((0..40_u16, any::<bool>()), 1..300),
            total in 1..200_000_u32,
        ) {
            let weights: Vec<_> = cases.iter().map(|it| f64::from(it.0) / 4.0).collect();
            let total = f64::from(total) / 1000.0;
            let Some(shared) = shared(&weights, total) else {
                return Ok(());
            };
            prop_assert!(shared.iter().all(|&it| it >= 0.0));
            let all = report(&shared, |_| true);
            prop_assert_eq!((all.points(), all.possible()), (total, total));
            let passes = |index: usize| cases[index].1;
            let (some, own) = (report(&shared, passes), report(&weights, passes));
            let due = total * own.points() / own.possible();
            // Nine of 24 equal cases are worth 7.5 of 20 points, not 7.501.
            let off = (some.points() - due).abs();
            prop_assert!(some.points() <= total && off < 0.000_8, "{off}");
        }
    }
}
