//! The score of a finished game.
//!
//! It is the difference of the discs on the board, as Lab 8 and the published results
//! for small boards count it (4×4 ends 3–11, 6×6 16–20). Squares that are empty at the
//! end belong to nobody. This differs from 8×8, where the winner gets them.
//!
//! Within a search, a finished game is farther from a draw than every estimate: a
//! certain loss by two discs is worse than a position that looks like a loss by forty.
//! Otherwise a player that is behind would choose to lose all of its few discs early.

use crate::Score;

/// The distance of the scores of finished games from those of estimates, in hundredths
/// of a disc.
const FINISHED: i32 = 500_000;

/// The greatest estimate.
pub(super) const GREATEST_ESTIMATE: i32 = FINISHED - 1;

/// A score above all possible scores: no board has more than 26 · 26 discs.
pub(super) const INFINITE: i32 = 1_000_000;

/// Returns the score within a search of a finished game with this disc difference.
pub(super) fn finished(margin: i32) -> i32 {
    100 * margin + margin.signum() * FINISHED
}

/// Returns the greatest disc difference whose score is at most `score`.
pub(super) fn margin_below(score: i32) -> i32 {
    match score {
        ..0 => -margin_above(-score),
        0..FINISHED => 0,
        _ => (score - FINISHED) / 100,
    }
}

/// Returns the least disc difference whose score is at least `score`.
pub(super) fn margin_above(score: i32) -> i32 {
    match score {
        1.. => ((score - FINISHED).max(1) + 99) / 100,
        _ => -margin_below(-score),
    }
}

/// Returns the score that a search reports: for a finished game, the disc difference.
pub(super) fn reported(score: i32) -> Score {
    Score(if score.abs() < FINISHED {
        score
    } else {
        score - score.signum() * FINISHED
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The greatest disc difference.
    const MOST: i32 = 26 * 26;

    proptest! {
        #[test]
        fn finished_games_are_ordered_by_their_discs_around_all_estimates(
            margin in -MOST..=MOST,
            estimate in -GREATEST_ESTIMATE..=GREATEST_ESTIMATE,
        ) {
            let score = finished(margin);
            prop_assert!(finished(margin - 1) < score && score < finished(margin + 1));
            prop_assert!((-INFINITE..INFINITE).contains(&score));
            prop_assert_eq!(score > estimate, margin > 0 || margin == 0 && estimate < 0);
            prop_assert_eq!(reported(score), Score(100 * margin));
            prop_assert_eq!(reported(estimate), Score(estimate));
            prop_assert_eq!(score, -finished(-margin));
        }

        #[test]
        fn bounds_are_the_nearest_disc_differences(score in -INFINITE..INFINITE) {
            let (below, above) = (margin_below(score), margin_above(score));
            prop_assert!(finished(below) <= score && score < finished(below + 1));
            prop_assert!(finished(above - 1) < score && score <= finished(above));
        }
    }
}
