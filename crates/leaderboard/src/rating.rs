//! Ratings as Ordo computes them: the strengths under which the results are most
//! likely, each with its interval.
//!
//! A player of rating `a` is expected to score `1 / (1 + 10^((b - a) / 400))`
//! against one of rating `b`; a tie is half a win. The ratings maximize the
//! likelihood of all results together with a weak prior, a normal distribution
//! around the average. Without the prior, a player that won or lost all games
//! would be infinitely far from the others. The average of all ratings is
//! [`AVERAGE`]. The interval contains the rating's difference to the average
//! with a probability of 95 %; it comes from the curvature of the likelihood at
//! its maximum (Fisher information). The computation is deterministic.

/// The average of all ratings.
pub const AVERAGE: f64 = 1500.0;

/// The standard deviation of the prior, in points: the spread of the ratings
/// before any game is known. A course's best and worst players are well within
/// twice this distance.
pub const PRIOR: f64 = 600.0;

/// The rounding error of a likelihood. Close to the maximum, differences below
/// it mean nothing.
const ROUNDING: f64 = 1e-9;

/// Points per unit of the logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A result: `one` scored `score` (1, ½ or 0) against `two`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The number of the first player.
    pub one: usize,
    /// The number of the second player.
    pub two: usize,
    /// The score of `one`.
    pub score: f64,
}

/// The strength of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// The rating in points.
    pub points: f64,
    /// Half of the 95 % interval, in points.
    pub margin: f64,
}

/// Returns the ratings of that many players by their games.
pub fn rate(players: usize, games: &[RatedGame]) -> Vec<Rating> {
    let weight = (SCALE / PRIOR).powi(2);
    let mut strengths = vec![0.0; players];
    // Newton's method on a concave function. A step that is too long is halved.
    for _ in 0..100 {
        let (gradient, information) = slopes(&strengths, games, weight);
        let Some(factor) = Cholesky::of(information) else {
            break;
        };
        let step = factor.solve(&gradient);
        let before = likelihood(&strengths, games, weight);
        let mut length = 1.0;
        loop {
            let next: Vec<f64> = strengths
                .iter()
                .zip(&step)
                .map(|(strength, step)| strength + length * step)
                .collect();
            if likelihood(&next, games, weight) >= before - ROUNDING || length < 1e-9 {
                strengths = next;
                break;
            }
            length /= 2.0;
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let (_, information) = slopes(&strengths, games, weight);
    let average = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let margins = margins(information);
    strengths
        .iter()
        .zip(margins)
        .map(|(strength, margin)| Rating {
            points: AVERAGE + SCALE * (strength - average),
            margin: SCALE * margin,
        })
        .collect()
}

fn expected(one: f64, two: f64) -> f64 {
    1.0 / (1.0 + (two - one).exp())
}

fn likelihood(strengths: &[f64], games: &[RatedGame], weight: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let prior: f64 = strengths.iter().map(|strength| strength.powi(2)).sum();
    let games: f64 = games
        .iter()
        .filter(|game| game.one != game.two)
        .map(|game| {
            let difference = strengths[game.one] - strengths[game.two];
            game.score * difference - softplus(difference)
        })
        .sum();
    games - weight * prior / 2.0
}

/// Returns the first derivatives of the likelihood, and the negated second ones.
fn slopes(strengths: &[f64], games: &[RatedGame], weight: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let mut gradient: Vec<f64> = strengths.iter().map(|one| -weight * one).collect();
    let mut information = vec![vec![0.0; count]; count];
    for (index, row) in information.iter_mut().enumerate() {
        row[index] = weight;
    }
    for &RatedGame { one, two, score } in games.iter().filter(|game| game.one != game.two) {
        let chance = expected(strengths[one], strengths[two]);
        gradient[one] += score - chance;
        gradient[two] -= score - chance;
        let curve = chance * (1.0 - chance);
        information[one][one] += curve;
        information[two][two] += curve;
        information[one][two] -= curve;
        information[two][one] -= curve;
    }
    (gradient, information)
}

/// Returns 1.96 standard deviations of each strength's difference to the average.
fn margins(information: Vec<Vec<f64>>) -> Vec<f64> {
    let count = information.len();
    let Some(factor) = Cholesky::of(information) else {
        return vec![f64::INFINITY; count];
    };
    let size = count.max(1) as f64;
    let covariance: Vec<Vec<f64>> = (0..count)
        .map(|index| {
            let mut unit = vec![0.0; count];
            unit[index] = 1.0;
            factor.solve(&unit)
        })
        .collect();
    let means: Vec<f64> = covariance
        .iter()
        .map(|row| row.iter().sum::<f64>() / size)
        .collect();
    let mean = means.iter().sum::<f64>() / size;
    covariance
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let variance = row[index] - 2.0 * means[index] + mean;
            1.96 * variance.max(0.0).sqrt()
        })
        .collect()
}

/// A symmetric, positive definite matrix as the product of a lower triangular
/// one and its transpose.
struct Cholesky {
    lower: Vec<Vec<f64>>,
}

impl Cholesky {
    fn of(mut matrix: Vec<Vec<f64>>) -> Option<Self> {
        for row in 0..matrix.len() {
            for col in 0..=row {
                let dot: f64 = (0..col).map(|k| matrix[row][k] * matrix[col][k]).sum();
                let left = matrix[row][col] - dot;
                matrix[row][col] = if row == col {
                    if left <= 0.0 {
                        return None;
                    }
                    left.sqrt()
                } else {
                    left / matrix[col][col]
                };
            }
        }
        Some(Self { lower: matrix })
    }

    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.lower;
        let mut solution = right.to_vec();
        for row in 0..solution.len() {
            let dot: f64 = (0..row).map(|k| lower[row][k] * solution[k]).sum();
            solution[row] = (solution[row] - dot) / lower[row][row];
        }
        for row in (0..solution.len()).rev() {
            let dot: f64 = (row + 1..solution.len())
                .map(|k| lower[k][row] * solution[k])
                .sum();
            solution[row] = (solution[row] - dot) / lower[row][row];
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn games(count: usize, one: usize, two: usize, score: f64) -> Vec<RatedGame> {
        vec![RatedGame { one, two, score }; count]
    }

    #[test]
    fn many_games_give_the_rating_difference_of_the_score() {
        // Three quarters of the points are 400 · log10(3) = 190.8 points.
        let all = [games(3000, 0, 1, 1.0), games(1000, 0, 1, 0.0)].concat();
        let ratings = rate(2, &all);
        let difference = ratings[0].points - ratings[1].points;
        assert!((difference - 190.85).abs() < 0.5, "{difference}");
        // The standard error of the difference is SCALE / sqrt(4000 · ¾ · ¼),
        // and each lies half of it from the average.
        let margin = 1.96 * SCALE / (4000.0_f64 * 0.1875).sqrt() / 2.0;
        assert!((ratings[0].margin - margin).abs() < 0.1);
    }

    #[test]
    fn a_tie_is_half_a_win() {
        let draws = rate(2, &games(10, 0, 1, 0.5));
        let halves = rate(2, &[games(5, 0, 1, 1.0), games(5, 0, 1, 0.0)].concat());
        assert!((draws[0].points - halves[0].points).abs() < 1e-6);
        assert!((draws[0].points - AVERAGE).abs() < 1e-6);
    }

    #[test]
    fn a_player_that_wins_or_loses_everything_has_a_finite_rating() {
        let ratings = rate(3, &[games(4, 0, 1, 1.0), games(4, 1, 2, 1.0)].concat());
        assert!(ratings[0].points > ratings[1].points && ratings[1].points > ratings[2].points);
        for rating in ratings {
            assert!(
                rating.points.abs() < 4000.0 && rating.margin < 1200.0,
                "{rating:?}"
            );
        }
    }

    #[test]
    fn without_games_all_are_average() {
        for rating in rate(3, &[]) {
            assert!((rating.points - AVERAGE).abs() < 1e-9 && rating.margin > 900.0);
        }
        assert_eq!(rate(0, &[]), []);
    }

    fn any_games() -> impl Strategy<Value = Vec<RatedGame>> {
        let game = (0..6_usize, 0..6_usize, 0..3_u8).prop_map(|(one, two, halves)| RatedGame {
            one,
            two,
            score: f64::from(halves) / 2.0,
        });
        prop::collection::vec(game, 0..60)
    }

    proptest! {
        #[test]
        fn the_average_is_fixed_and_all_ratings_are_finite(games in any_games()) {
            let ratings = rate(6, &games);
            let sum: f64 = ratings.iter().map(|rating| rating.points).sum();
            prop_assert!((sum / 6.0 - AVERAGE).abs() < 1e-6);
            for rating in &ratings {
                prop_assert!(rating.points.is_finite() && rating.margin.is_finite());
                prop_assert!(rating.margin > 0.0);
            }
        }

        #[test]
        fn the_order_of_games_and_players_does_not_matter(games in any_games()) {
            let turned: Vec<RatedGame> = games
                .iter()
                .rev()
                .map(|game| RatedGame { one: game.two, two: game.one, score: 1.0 - game.score })
                .collect();
            for (one, two) in rate(6, &games).iter().zip(rate(6, &turned)) {
                prop_assert!((one.points - two.points).abs() < 1e-6);
                prop_assert!((one.margin - two.margin).abs() < 1e-6);
            }
        }

        #[test]
        fn one_more_win_raises_the_winner(games in any_games(), one in 0..6_usize, other in 1..6_usize) {
            let two = (one + other) % 6;
            let before = rate(6, &games)[one].points;
            let more = [games, vec![RatedGame { one, two, score: 1.0 }]].concat();
            prop_assert!(rate(6, &more)[one].points > before);
        }
    }
}
