//! Compares an evaluation with solved positions.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use reversi_engine::eval::{Features, STAGES, Weights};
use reversi_engine::{Position, Random, Solver};

use crate::{games, records, search};

/// One move in this many is random.
const RANDOM: u32 = 20;

/// The greatest absolute evaluation, in discs, of a position that counts as even.
const EVEN: f64 = 15.0;

/// Plays games to `empties` empty squares and writes the positions with their exact
/// scores.
pub(crate) fn solve(
    file: &str,
    seed: u64,
    count: u32,
    empties: u32,
    weights: &Weights,
    depth: u32,
) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(file)?);
    let mut solver = Solver::new();
    let mut random = Random::new(seed);
    let mut found = 0;
    while found < count {
        let mut position = games::random_moves(Position::START, 8, &mut random);
        while position.empties() > empties && !position.is_over() {
            position = if position.moves() == 0 {
                position.pass()
            } else if random.below(RANDOM) == 0 {
                games::random_moves(position, 1, &mut random)
            } else {
                let (square, _) = search::best(weights, position, depth);
                position.play(square).expect("it is a move")
            };
        }
        if position.empties() == empties && position.moves() != 0 {
            let (_, guess) = search::best(weights, position, depth);
            let score = solver.score(position, guess / 100);
            records::write(&mut out, position, score)?;
            found += 1;
        }
    }
    Ok(())
}

/// Prints the errors of the weights for the scores of a file.
pub(crate) fn run(weights: &Weights, file: &str) -> Result<(), Box<dyn Error>> {
    let mut by_empties = vec![Vec::new(); STAGES];
    for record in records::read(file)? {
        let position = record.position;
        let features = Features::of(position.player(), position.opponent());
        let value = weights.evaluate(&features, position.empties());
        by_empties[position.empties() as usize]
            .push((f64::from(record.score), f64::from(value) / 100.0));
    }
    for (empties, pairs) in by_empties.iter().enumerate() {
        if pairs.is_empty() {
            continue;
        }
        let mean = |of: &dyn Fn(f64, f64) -> f64| {
            pairs
                .iter()
                .map(|&(score, value)| of(score, value))
                .sum::<f64>()
                / pairs.len() as f64
        };
        let even: Vec<f64> = pairs
            .iter()
            .filter(|(_, value)| value.abs() <= EVEN)
            .map(|(score, value)| (score - value).powi(2))
            .collect();
        let (score, value) = (mean(&|score, _| score), mean(&|_, value| value));
        let covariance = mean(&|s, v| (s - score) * (v - value));
        let spread = mean(&|s, _| (s - score).powi(2)).sqrt();
        println!(
            "{empties:2} empties, {:5} positions: RMSE {:.2}, correlation {:.4}, mean error {:+.2}, scores {score:+.1} ± {spread:.1}, RMSE {:.2} of {} even ones",
            pairs.len(),
            mean(&|s, v| (s - v).powi(2)).sqrt(),
            covariance / (spread * mean(&|_, v| (v - value).powi(2)).sqrt()),
            value - score,
            (even.iter().sum::<f64>() / even.len() as f64).sqrt(),
            even.len(),
        );
    }
    Ok(())
}
