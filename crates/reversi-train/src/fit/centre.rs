//! Biases with which odd and even depths agree.
//!
//! The best move after one ply is often one that the evaluation finds too good, so
//! a search of one ply finds higher scores than the evaluation itself. Added to the
//! evaluation of all positions, half of the mean difference makes them equal.

use reversi_engine::eval::{STAGES, Weights};
use reversi_engine::{Position, Random};

use crate::games::opening::random_moves;
use crate::samples::Sample;
use crate::values::{mean, values};

/// The greatest number of positions per number of empty squares.
const POSITIONS: usize = 4000;

/// The number of positions of each of the first plies, of which there are no samples.
const FIRST: usize = 200;

/// The number of steps of the relaxation, far more than it needs.
const STEPS: u32 = 500;

/// Returns what to add to the bias for each number of empty squares, in discs.
pub(super) fn corrections(weights: &Weights, samples: &[Sample]) -> [f64; STAGES] {
    let mut groups = vec![Vec::new(); STAGES];
    for sample in samples.iter().filter(|sample| !sample.held_out) {
        let position = sample.position;
        let group = &mut groups[position.empties() as usize];
        if group.len() < POSITIONS && position.moves() != 0 {
            group.push(position);
        }
    }
    let mut random = Random::new(0);
    for (plies, group) in (0..).zip(groups.iter_mut().rev()) {
        if !group.is_empty() || plies == STAGES - 1 {
            break;
        }
        for _ in 0..FIRST {
            #[expect(clippy::cast_possible_truncation, reason = "a game has 60 plies")]
            let position = random_moves(Position::START, plies as u32, &mut random);
            if position.moves() != 0 {
                group.push(position);
            }
        }
    }
    let differences: Vec<f64> = groups
        .iter()
        .map(|group| {
            let of = |depth| values(weights, group.iter().copied(), depth);
            let (still, after) = (of(0), of(1));
            if group.is_empty() {
                0.0
            } else {
                mean(still.iter().zip(&after).map(|(still, after)| still - after))
            }
        })
        .collect();
    relaxed(&differences)
}

/// Returns smooth corrections such that the sum of each and the one before it is the
/// negative difference: a position and those after it have both corrections, with
/// opposite signs for the side to move.
fn relaxed(differences: &[f64]) -> [f64; STAGES] {
    let mut corrections = [0.0; STAGES];
    let rest = |corrections: &[f64; STAGES], empties: usize| {
        if empties == 0 || empties >= STAGES {
            0.0
        } else {
            differences[empties] + corrections[empties] + corrections[empties - 1]
        }
    };
    for _ in 0..STEPS {
        let before = corrections;
        for (empties, correction) in corrections.iter_mut().enumerate() {
            *correction -= (rest(&before, empties) + rest(&before, empties + 1)) / 4.0;
        }
    }
    corrections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relaxed_corrections_cancel_smooth_differences() {
        let differences: Vec<f64> = (0..61).map(|e| (f64::from(e) / 9.0).sin() - 1.5).collect();
        let corrections = relaxed(&differences);
        for empties in 1..STAGES {
            let rest = differences[empties] + corrections[empties] + corrections[empties - 1];
            assert!(rest.abs() < 0.05, "{empties}: {rest}");
        }
        for pair in corrections.windows(2) {
            assert!((pair[0] - pair[1]).abs() < 0.3, "{corrections:?}");
        }
    }
}
