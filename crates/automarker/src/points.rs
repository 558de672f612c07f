//! Sharing a number of points between the cases.

use transcript::Case;

/// The parts of a point that a share is made of.
const PARTS: f64 = 1000.0;

/// Gives `cases` weights in proportion to their own, in thousandths of a point, so
/// that together they are worth `total` points. Returns `false`, and changes nothing,
/// if all of them are worth nothing.
pub(crate) fn share(cases: &mut [Case], total: f64) -> bool {
    let before: f64 = cases.iter().map(|case| case.weight).sum();
    if before <= 0.0 {
        return false;
    }
    // The parts that cases up to here are worth together, rounded: the last one is
    // worth what is left, and no rounding adds up.
    let (mut weights, mut given) = (0.0, 0.0);
    for case in cases {
        weights += case.weight;
        let due = (weights / before * total * PARTS).round();
        case.weight = (due - given) / PARTS;
        given = due;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(weights: &[f64], total: f64) -> Option<Vec<f64>> {
        let case = courses::cases::for_students(&courses::ALL[0]).expect("there are cases");
        let mut cases: Vec<Case> = weights
            .iter()
            .map(|&weight| Case {
                weight,
                ..case[0].clone()
            })
            .collect();
        share(&mut cases, total).then(|| cases.iter().map(|case| case.weight).collect())
    }

    #[test]
    fn points_are_shared_in_proportion_and_add_up() {
        assert_eq!(shared(&[1.0, 3.0], 20.0), Some(vec![5.0, 15.0]));
        assert_eq!(
            shared(&[1.0, 1.0, 1.0], 10.0),
            Some(vec![3.333, 3.334, 3.333])
        );
        assert_eq!(shared(&[0.5, 0.0, 1.5], 2.0), Some(vec![0.5, 0.0, 1.5]));
        let parts = shared(&[1.0; 130], 5.0).expect("they are worth something");
        let thousandths: f64 = parts.iter().map(|part| (part * PARTS).round()).sum();
        assert!((thousandths - 5000.0).abs() < 1e-9);
    }

    #[test]
    fn nothing_cannot_be_shared() {
        assert_eq!(shared(&[0.0, 0.0], 10.0), None);
        assert_eq!(shared(&[], 10.0), None);
    }
}
