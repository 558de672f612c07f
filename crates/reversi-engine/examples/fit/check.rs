//! Compares an evaluation with solved positions.

use reversi_engine::eval::{Evaluator, Weights};

use crate::games::{self, Player};
use crate::rng::Rng;
use crate::solve::solve;

pub(crate) fn run(weights: &Weights, seed: u64, count: u32, empties: u32) {
    let mut rng = Rng::new(seed);
    let (mut squares, mut sum, mut found) = (0.0, [0.0; 5], 0);
    let player = games::ByMobility;
    while found < count {
        let plies = 6 + rng.below(15);
        let mut position = games::random_moves(reversi_engine::Position::START, plies, &mut rng);
        while position.empties() > empties && !position.is_over() {
            position = if position.moves() == 0 {
                position.pass()
            } else if rng.once_in(10) {
                games::random_moves(position, 1, &mut rng)
            } else {
                position
                    .play(player.choose(position))
                    .expect("it is a move")
            };
        }
        if position.empties() != empties || position.moves() == 0 {
            continue;
        }
        found += 1;
        let score = f64::from(solve(position, -64, 64));
        let state = weights.of(position.player(), position.opponent());
        let value = f64::from(Evaluator::evaluate(weights, &state, empties)) / 100.0;
        squares += (score - value).powi(2);
        let terms = [score, value, score * score, value * value, score * value];
        for (sum, term) in sum.iter_mut().zip(terms) {
            *sum += term;
        }
    }
    let count = f64::from(count);
    let [score, value, score_squared, value_squared, product] = sum.map(|sum| sum / count);
    let covariance = product - score * value;
    let deviations = ((score_squared - score * score) * (value_squared - value * value)).sqrt();
    println!(
        "{empties} empties, {count} positions: RMSE {:.2}, correlation {:.4}, mean error {:+.2}",
        (squares / count).sqrt(),
        covariance / deviations,
        value - score,
    );
}
