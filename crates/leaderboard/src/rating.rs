//! Ratings as Ordo computes them: the strengths under which the results are most
//! likely, and for the finalists the interval of each.
//!
//! A player of rating `a` is expected to score `1 / (1 + 10^((b - a) / 400))`
//! against one of rating `b`; a tie is half a win. The ratings maximize the
//! likelihood of all results together with a weak prior, a normal distribution
//! around the average. Without the prior, a player that won or lost all games
//! would be infinitely far from the others. The average of all ratings is
//! [`AVERAGE`].
//!
//! An interval contains a finalist's difference to the average of the finalists
//! with a probability of 95 %. It comes from the profile of the likelihood (Venzon
//! and Moolgavkar, *A Method for Computing Profile-Likelihood-Based Confidence
//! Intervals*, 1988), along the direction in which the other strengths follow. The
//! games of two players with both colours from one opening are one observation, as
//! in [fishtest](https://github.com/official-stockfish/fishtest)'s pentanomial
//! statistics: deterministic players may play the same game twice. How much the
//! observations vary, more or less than games that know nothing of each other, is
//! estimated from all of them (Wedderburn, *Quasi-Likelihood Functions, Generalized
//! Linear Models, and the Gauss–Newton Method*, 1974), so the quantile is that of
//! Student's t.
//!
//! There is no interval where simulations show that it would not be true: for players
//! with fewer than [`LEAST`] observations in the finals or that have won or lost
//! everything, and for all others than finalists, since few games against two
//! opponents say too little. Callers ask for none in other finals than round robins:
//! in simulations of Swiss tournaments 83 to 99 % contained the truth, and of gauntlets 94
//! to 98 %. The computation is deterministic.

/// The least number of observations in the finals for an interval.
pub const LEAST: usize = 3;

/// The range of the estimated dispersion. Two games of a pair that are always the same
/// have 2; a small field may show nearly 0 by chance.
const DISPERSION: (f64, f64) = (0.25, 2.0);

/// The quantile of the normal distribution for 95 %.
const NORMAL: f64 = 1.959_964;

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

/// The results of two players with both colours from one opening, or of one of these
/// games while the other is missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// The number of the first player.
    pub one: usize,
    /// The number of the second player.
    pub two: usize,
    /// The number of games.
    pub games: f64,
    /// The score of `one` in these games.
    pub score: f64,
    /// If set, they belong to the finals.
    pub is_final: bool,
}

/// The strength of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// The rating in points.
    pub points: f64,
    /// The ends of the 95 % interval, in points, if there is one.
    pub interval: Option<(f64, f64)>,
}

/// Returns the ratings of that many players by their games, with the intervals of
/// `finalists`.
pub fn rate(players: usize, games: &[Observation], finalists: &[usize]) -> Vec<Rating> {
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
    let average = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let points = |strength: f64| AVERAGE + SCALE * (strength - average);
    let profile = Profile::of(&strengths, games, finalists, weight);
    (0..players)
        .map(|player| Rating {
            points: points(strengths[player]),
            interval: profile.as_ref().and_then(|profile| {
                let (low, high) = profile.interval(player)?;
                Some((points(low), points(high)))
            }),
        })
        .collect()
}

/// The likelihood around its maximum.
struct Profile<'a> {
    strengths: &'a [f64],
    games: &'a [Observation],
    finalists: &'a [usize],
    weight: f64,
    /// The covariance of the strengths, if each game knew nothing of the others.
    covariance: Vec<Vec<f64>>,
    /// The rows of it, averaged over the finalists.
    means: Vec<f64>,
    /// The loss of the likelihood, twice, at the ends of an interval.
    drop: f64,
}

impl<'a> Profile<'a> {
    fn of(
        strengths: &'a [f64],
        games: &'a [Observation],
        finalists: &'a [usize],
        weight: f64,
    ) -> Option<Self> {
        if finalists.is_empty() {
            return None;
        }
        let (_, information) = slopes(strengths, games, weight);
        let factor = Cholesky::of(information)?;
        let covariance: Vec<Vec<f64>> = (0..strengths.len())
            .map(|index| {
                let mut unit = vec![0.0; strengths.len()];
                unit[index] = 1.0;
                factor.solve(&unit)
            })
            .collect();
        // The squared residuals sum to the dispersion times their expected sum, which
        // the fit has made smaller by the leverage of each.
        let (mut squares, mut expectation, mut spread) = (0.0, 0.0, 0.0);
        for game in games.iter().filter(|game| game.one != game.two) {
            let (one, two) = (game.one, game.two);
            let chance = expected(strengths[one], strengths[two]);
            let variance = game.games * chance * (1.0 - chance);
            let distance = covariance[one][one] + covariance[two][two] - 2.0 * covariance[one][two];
            let free = variance * (1.0 - variance * distance);
            squares += (game.score - game.games * chance).powi(2);
            expectation += free;
            spread += free * free;
        }
        if expectation <= 0.0 {
            return None;
        }
        let dispersion = (squares / expectation).clamp(DISPERSION.0, DISPERSION.1);
        // Satterthwaite's degrees of freedom of a weighted sum of squares.
        let quantile = student(expectation * expectation / spread);
        let means = covariance
            .iter()
            .map(|row| {
                finalists.iter().map(|&other| row[other]).sum::<f64>() / finalists.len() as f64
            })
            .collect();
        Some(Self {
            strengths,
            games,
            finalists,
            weight,
            covariance,
            means,
            drop: quantile * quantile * dispersion,
        })
    }

    /// Returns the least and the greatest strength of `player`, with the average of the
    /// finalists fixed.
    fn interval(&self, player: usize) -> Option<(f64, f64)> {
        let own = |game: &&Observation| {
            game.one != game.two && (game.one == player || game.two == player)
        };
        let finals = self
            .games
            .iter()
            .filter(own)
            .filter(|game| game.is_final)
            .count();
        let (mut points, mut games) = (0.0, 0.0);
        for game in self.games.iter().filter(own) {
            games += game.games;
            points += if game.one == player {
                game.score
            } else {
                game.games - game.score
            };
        }
        let is_one_sided = points <= 0.0 || points >= games;
        if !self.finalists.contains(&player) || finals < LEAST || is_one_sided {
            return None;
        }
        let count = self.finalists.len() as f64;
        let mean = self
            .finalists
            .iter()
            .map(|&other| self.means[other])
            .sum::<f64>()
            / count;
        let variance = self.covariance[player][player] - 2.0 * self.means[player] + mean;
        if variance <= 0.0 {
            return None;
        }
        // The direction in which the most likely strengths move with the difference.
        let direction: Vec<f64> = self
            .covariance
            .iter()
            .zip(&self.means)
            .map(|(row, mean)| (row[player] - mean) / variance)
            .collect();
        let best = likelihood(self.strengths, self.games, self.weight);
        let end = |sign: f64| {
            let lost = |step: f64| {
                let moved = self.strengths.iter().zip(&direction);
                let moved: Vec<f64> = moved
                    .map(|(strength, by)| strength + sign * step * by)
                    .collect();
                2.0 * (best - likelihood(&moved, self.games, self.weight))
            };
            // The likelihood is concave, so there is one end.
            let (mut near, mut far) = (0.0, (variance * self.drop).sqrt());
            while lost(far) < self.drop {
                (near, far) = (far, far * 1.5);
            }
            for _ in 0..24 {
                let middle = f64::midpoint(near, far);
                if lost(middle) < self.drop {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            self.strengths[player] + sign * far
        };
        Some((end(-1.0), end(1.0)))
    }
}

/// Returns the 97.5 % quantile of Student's t with that many degrees of freedom, by the
/// expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5).
fn student(freedom: f64) -> f64 {
    let (n, z) = (freedom.max(2.0), NORMAL);
    let one = (z.powi(3) + z) / 4.0;
    let two = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let three = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + one / n + two / n.powi(2) + three / n.powi(3)
}

fn expected(one: f64, two: f64) -> f64 {
    1.0 / (1.0 + (two - one).exp())
}

fn likelihood(strengths: &[f64], games: &[Observation], weight: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let prior: f64 = strengths.iter().map(|strength| strength.powi(2)).sum();
    let games: f64 = games
        .iter()
        .filter(|game| game.one != game.two)
        .map(|game| {
            let difference = strengths[game.one] - strengths[game.two];
            game.score * difference - game.games * softplus(difference)
        })
        .sum();
    games - weight * prior / 2.0
}

/// Returns the first derivatives of the likelihood, and the negated second ones.
fn slopes(strengths: &[f64], games: &[Observation], weight: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let mut gradient: Vec<f64> = strengths.iter().map(|one| -weight * one).collect();
    let mut information = vec![vec![0.0; count]; count];
    for (index, row) in information.iter_mut().enumerate() {
        row[index] = weight;
    }
    for game in games.iter().filter(|game| game.one != game.two) {
        let (one, two) = (game.one, game.two);
        let chance = expected(strengths[one], strengths[two]);
        let surplus = game.score - game.games * chance;
        gradient[one] += surplus;
        gradient[two] -= surplus;
        let curve = game.games * chance * (1.0 - chance);
        information[one][one] += curve;
        information[two][two] += curve;
        information[one][two] -= curve;
        information[two][one] -= curve;
    }
    (gradient, information)
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

    fn games(count: usize, one: usize, two: usize, score: f64) -> Vec<Observation> {
        let game = Observation {
            one,
            two,
            games: 1.0,
            score,
            is_final: true,
        };
        vec![game; count]
    }

    #[test]
    fn many_games_give_the_rating_difference_of_the_score() {
        // Three quarters of the points are 400 · log10(3) = 190.8 points.
        let all = [games(3000, 0, 1, 1.0), games(1000, 0, 1, 0.0)].concat();
        let ratings = rate(2, &all, &[0, 1]);
        let difference = ratings[0].points - ratings[1].points;
        assert!((difference - 190.85).abs() < 0.5, "{difference}");
        // The standard error of the difference is SCALE / sqrt(4000 · ¾ · ¼),
        // and each lies half of it from the average.
        let margin = 1.96 * SCALE / (4000.0_f64 * 0.1875).sqrt() / 2.0;
        let (low, high) = ratings[0].interval.expect("there are games enough");
        assert!(((high - low) / 2.0 - margin).abs() < 0.1);
    }

    #[test]
    fn the_quantile_is_that_of_the_tables() {
        for (freedom, quantile) in [(5.0, 2.571), (10.0, 2.228), (30.0, 2.042), (1e9, 1.960)] {
            assert!((student(freedom) - quantile).abs() < 0.01, "{freedom}");
        }
    }

    #[test]
    fn a_tie_is_half_a_win() {
        let draws = rate(2, &games(10, 0, 1, 0.5), &[]);
        let halves = rate(2, &[games(5, 0, 1, 1.0), games(5, 0, 1, 0.0)].concat(), &[]);
        assert!((draws[0].points - halves[0].points).abs() < 1e-6);
        assert!((draws[0].points - AVERAGE).abs() < 1e-6);
    }

    #[test]
    fn a_player_that_wins_or_loses_everything_has_a_finite_rating_and_no_interval() {
        let all = [games(4, 0, 1, 1.0), games(4, 1, 2, 1.0)].concat();
        let ratings = rate(3, &all, &[0, 1, 2]);
        assert!(ratings[0].points > ratings[1].points && ratings[1].points > ratings[2].points);
        assert!(ratings.iter().all(|rating| rating.points.abs() < 4000.0));
        let has_interval: Vec<bool> = ratings.iter().map(|one| one.interval.is_some()).collect();
        assert_eq!(has_interval, [false, true, false]);
    }

    #[test]
    fn only_finalists_with_games_enough_have_an_interval() {
        let all = [
            games(3, 0, 1, 0.5),
            games(2, 1, 2, 0.5),
            games(9, 2, 3, 0.5),
        ]
        .concat();
        let ratings = rate(4, &all, &[0, 1, 2]);
        let has_interval: Vec<bool> = ratings.iter().map(|one| one.interval.is_some()).collect();
        assert_eq!(has_interval, [true, true, true, false]);
        let fewer = rate(4, &all[1..], &[0, 1, 2]);
        assert!(fewer[0].interval.is_none());
        for rating in rate(3, &[], &[]) {
            assert!((rating.points - AVERAGE).abs() < 1e-9 && rating.interval.is_none());
        }
        assert_eq!(rate(0, &[], &[]), []);
    }

    fn any_games() -> impl Strategy<Value = Vec<Observation>> {
        let game = (0..6_usize, 0..6_usize, 0..5_u8).prop_map(|(one, two, halves)| Observation {
            one,
            two,
            games: 2.0,
            score: f64::from(halves) / 2.0,
            is_final: true,
        });
        prop::collection::vec(game, 0..60)
    }

    const ALL: [usize; 6] = [0, 1, 2, 3, 4, 5];

    proptest! {
        #[test]
        fn the_average_is_fixed_and_each_rating_is_in_its_interval(games in any_games()) {
            let ratings = rate(6, &games, &ALL);
            let sum: f64 = ratings.iter().map(|rating| rating.points).sum();
            prop_assert!((sum / 6.0 - AVERAGE).abs() < 1e-6);
            for rating in &ratings {
                prop_assert!(rating.points.is_finite());
                if let Some((low, high)) = rating.interval {
                    prop_assert!(low < rating.points && rating.points < high);
                    prop_assert!(low > -5000.0 && high < 8000.0, "{rating:?}");
                }
            }
        }

        #[test]
        fn the_order_of_games_and_players_does_not_matter(games in any_games()) {
            let turned: Vec<Observation> = games
                .iter()
                .rev()
                .map(|&game| Observation {
                    one: game.two,
                    two: game.one,
                    score: game.games - game.score,
                    ..game
                })
                .collect();
            for (one, two) in rate(6, &games, &ALL).iter().zip(rate(6, &turned, &ALL)) {
                prop_assert!((one.points - two.points).abs() < 1e-5);
                prop_assert_eq!(one.interval.is_some(), two.interval.is_some());
                if let (Some(one), Some(two)) = (one.interval, two.interval) {
                    prop_assert!((one.0 - two.0).abs() < 1e-2 && (one.1 - two.1).abs() < 1e-2);
                }
            }
        }

        #[test]
        fn one_more_win_raises_the_winner(games in any_games(), one in 0..6_usize, other in 1..6_usize) {
            let two = (one + other) % 6;
            let before = rate(6, &games, &[])[one].points;
            let win = Observation { one, two, games: 1.0, score: 1.0, is_final: true };
            let more = [games, vec![win]].concat();
            prop_assert!(rate(6, &more, &[])[one].points > before);
        }
    }

    /// `SplitMix64`, so that the simulations are the same everywhere.
    struct Random(u64);

    impl Random {
        fn uniform(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn normal(&mut self) -> f64 {
            let angle = 2.0 * std::f64::consts::PI * self.uniform();
            (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * angle.cos()
        }
    }

    /// A field whose coverage is simulated.
    struct Field {
        name: &'static str,
        players: usize,
        /// The standard deviation of the players' strengths, in points.
        spread: f64,
        /// The part of pairs whose second game repeats the result of the first.
        repeats: f64,
        /// The part of games between equal players that are tied.
        ties: f64,
        /// The number of openings of each pair of finalists.
        openings: usize,
        tournaments: usize,
    }

    /// Plays whole tournaments, qualification and finals, between players of known
    /// strengths, and returns the part of intervals that contain the true difference.
    fn coverage(field: &Field) -> f64 {
        let mut random = Random(1);
        let (mut contained, mut intervals) = (0.0, 0.0);
        let count = field.players;
        for _ in 0..field.tournaments {
            let strengths: Vec<f64> = (0..count + 2)
                .map(|player| {
                    if player < count {
                        field.spread * random.normal()
                    } else {
                        -150.0
                    }
                })
                .map(|points| points / SCALE)
                .collect();
            let mut observe = |one: usize, two: usize| {
                let chance = expected(strengths[one], strengths[two]);
                let tied = field.ties * 4.0 * chance * (1.0 - chance);
                let play = |random: &mut Random| match random.uniform() {
                    drawn if drawn < tied => 0.5,
                    drawn if drawn < tied / 2.0 + chance => 1.0,
                    _ => 0.0,
                };
                let first = play(&mut random);
                let repeats = random.uniform() < field.repeats;
                let second = if repeats { first } else { play(&mut random) };
                Observation {
                    one,
                    two,
                    games: 2.0,
                    score: first + second,
                    is_final: two < count,
                }
            };
            let mut games = Vec::new();
            let mut finalists = Vec::new();
            for player in 0..count {
                let qualification = [observe(player, count), observe(player, count + 1)];
                games.extend(qualification);
                if qualification[0].score + qualification[1].score >= 3.0 {
                    for &other in &finalists {
                        games.extend((0..field.openings).map(|_| observe(player, other)));
                    }
                    finalists.push(player);
                }
            }
            let mean = |of: &dyn Fn(usize) -> f64| {
                finalists.iter().map(|&player| of(player)).sum::<f64>() / finalists.len() as f64
            };
            let ratings = rate(count + 2, &games, &finalists);
            let truth = mean(&|player| strengths[player] * SCALE);
            let rated = mean(&|player| ratings[player].points);
            for &player in &finalists {
                if let Some((low, high)) = ratings[player].interval {
                    let difference = strengths[player] * SCALE - truth;
                    intervals += 1.0;
                    contained += f64::from((low - rated..=high - rated).contains(&difference));
                }
            }
        }
        assert!(
            intervals >= 400.0,
            "{}: only {intervals} intervals",
            field.name
        );
        contained / intervals
    }

    #[test]
    fn the_intervals_contain_the_truth_with_the_probability_they_claim() {
        let field = |name, players, spread, repeats, ties, tournaments| Field {
            name,
            players,
            spread,
            repeats,
            ties,
            openings: 1,
            tournaments,
        };
        let with_openings = |openings, field| Field { openings, ..field };
        for field in [
            field("close", 16, 0.0, 0.0, 0.0, 200),
            field("close, deterministic", 16, 0.0, 1.0, 0.0, 200),
            field("close, with ties", 16, 0.0, 0.0, 0.3, 200),
            field("spread", 24, 400.0, 0.0, 0.0, 150),
            field("spread, deterministic", 24, 400.0, 1.0, 0.0, 150),
            field("spread, half deterministic", 24, 400.0, 0.5, 0.1, 150),
            field("small", 8, 300.0, 0.0, 0.0, 500),
            field("small, deterministic", 8, 300.0, 1.0, 0.0, 500),
            field("small, with ties", 8, 300.0, 0.0, 0.3, 500),
            field("large", 60, 250.0, 0.0, 0.0, 20),
            field("large, deterministic", 60, 250.0, 1.0, 0.0, 25),
            field("large, with ties", 60, 250.0, 0.3, 0.2, 20),
            with_openings(4, field("close, openings", 16, 0.0, 0.3, 0.1, 200)),
            with_openings(4, field("spread, openings", 24, 400.0, 0.5, 0.1, 150)),
            with_openings(10, field("small, openings", 8, 300.0, 0.3, 0.2, 500)),
        ] {
            let part = coverage(&field);
            assert!((0.93..=0.97).contains(&part), "{}: {part:.3}", field.name);
        }
    }
}
