//! Ratings by the model of Bradley and Terry.
//!
//! A player of rating `a` is expected to score `1 / (1 + 10^((b - a) / 400))` against one of rating
//! `b`; a tie is half a win. The ratings maximize the likelihood of all results, with two games
//! against an average player added for each player, one won and one lost. Without them, a player
//! that won or lost all games would be infinitely far from the others. The ratings are found by
//! minorization and maximization (Hunter, *MM algorithms for generalized Bradley–Terry models*,
//! 2004).

pub(crate) const AVERAGE: f64 = 1500.0;

/// The iteration stops when no strength changes by more than this fraction.
const CLOSE: f64 = 1e-9;

/// The limit of iterations. A usual tournament needs less than a hundredth of it.
const STEPS: usize = 100_000;

/// Returns the ratings of `players` players by `games`: the numbers of both players, and the score
/// of the first, from 0 to 1. A player without a game has no rating, and does not count in the
/// average.
pub(crate) fn rate(players: usize, games: &[(usize, usize, f64)]) -> Vec<Option<f64>> {
    let mut has_played = vec![false; players];
    for &(one, two, _) in games {
        has_played[one] = true;
        has_played[two] = true;
    }
    let points = strengths(players, games).into_iter().zip(has_played);
    let points = points.map(|(own, has_played)| has_played.then_some(400.0 * own.log10()));
    let rated: Vec<f64> = points.clone().flatten().collect();
    let average = rated.iter().sum::<f64>() / rated.len().max(1) as f64;
    points.map(|own| Some(AVERAGE + own? - average)).collect()
}

fn strengths(players: usize, games: &[(usize, usize, f64)]) -> Vec<f64> {
    let mut strengths = vec![1.0_f64; players];
    let mut scores = vec![1.0; players];
    for &(one, two, score) in games {
        scores[one] += score;
        scores[two] += 1.0 - score;
    }
    for _ in 0..STEPS {
        // Only the added games determine the scale of all strengths, so the steps below would find
        // it slowly. It is right when as many of those games are won as are lost.
        let won: f64 = strengths.iter().map(|own| own / (own + 1.0)).sum();
        let scale = (players as f64 - won) / won;
        strengths = strengths.iter().map(|own| own * scale).collect();
        // The two games against a player of strength 1.
        let mut weights: Vec<f64> = strengths.iter().map(|own| 2.0 / (own + 1.0)).collect();
        for &(one, two, _) in games {
            let weight = 1.0 / (strengths[one] + strengths[two]);
            weights[one] += weight;
            weights[two] += weight;
        }
        let mut change = 0.0_f64;
        for ((strength, score), weight) in strengths.iter_mut().zip(&scores).zip(&weights) {
            let next = score / weight;
            change = change.max((next / *strength - 1.0).abs());
            *strength = next;
        }
        if change < CLOSE {
            break;
        }
    }
    strengths
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_player_that_wins_three_of_four_is_about_190_points_better() {
        let mut games = vec![(0, 1, 1.0); 3000];
        games.extend(vec![(0, 1, 0.0); 1000]);
        let ratings = rate(3, &games);
        assert_eq!(ratings[2], None, "it has not played");
        let ratings: Vec<f64> = ratings.into_iter().flatten().collect();
        let expected = 400.0 * 3.0_f64.log10();
        let error = ratings[0] - ratings[1] - expected;
        assert!(error.abs() < 0.5, "{ratings:?}");
        assert!((ratings[0] + ratings[1] - 2.0 * AVERAGE).abs() < 1e-6);
    }

    proptest! {
        /// At the maximum of the likelihood, every player has exactly its expected score.
        #[test]
        fn the_scores_are_the_expected_ones(
            games in prop::collection::vec((0..5_usize, 1..5_usize, 0..3_u8), 0..60),
        ) {
            let games: Vec<_> = games
                .into_iter()
                .map(|(one, more, score)| (one, (one + more) % 5, f64::from(score) / 2.0))
                .collect();
            let strengths = strengths(5, &games);
            let expected = |own: f64, other: f64| own / (own + other);
            let mut surplus: Vec<f64> =
                strengths.iter().map(|&own| 1.0 - 2.0 * expected(own, 1.0)).collect();
            for &(one, two, score) in &games {
                let more = score - expected(strengths[one], strengths[two]);
                surplus[one] += more;
                surplus[two] -= more;
            }
            prop_assert!(surplus.iter().all(|more| more.abs() < 1e-4), "{surplus:?}");
        }
    }
}
