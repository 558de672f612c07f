//! Biases that make odd and even depths agree.
//!
//! The evaluation often overrates the best move after one ply, so a search of one ply finds higher
//! scores than the evaluation itself. Adding half of the mean difference to the evaluation of all
//! positions makes them equal.

use rayon::prelude::*;
use reversi_engine::eval::{STAGES, Weights};
use reversi_engine::{Engine, Position, Random};

use crate::engine::{engine, search};
use crate::mean;
use crate::positions::random_moves;
use crate::samples::Sample;

/// The largest number of positions per number of empty squares.
const POSITIONS: usize = 4000;

/// The number of positions for each of the first plies, for which there are no samples.
const FIRST: usize = 200;

/// The number of steps of the relaxation, far more than it needs.
const STEPS: u32 = 500;

/// Returns the corrections of the biases by number of empty squares, in discs.
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
    for (plies, group) in (0..).zip(groups.iter_mut().skip(1).rev()) {
        if !group.is_empty() {
            break;
        }
        for _ in 0..FIRST {
            let position = random_moves(Position::START, plies, &mut random);
            if position.moves() != 0 {
                group.push(position);
            }
        }
    }
    let differences = groups.iter().map(|group| mean_difference(weights, group));
    relaxed(&differences.collect::<Vec<f64>>())
}

/// Returns the mean difference between the evaluation and a search of one ply, in discs.
fn mean_difference(weights: &Weights, positions: &[Position]) -> f64 {
    let difference = |engine: &mut Engine, position| {
        let after = search(engine, position, Some(1)).score.0;
        [weights.value(position), after].map(|score| f64::from(score) / 100.0)
    };
    let values: Vec<[f64; 2]> = positions
        .par_iter()
        .map_init(
            || engine(weights, 1),
            |engine, &position| difference(engine, position),
        )
        .collect();
    mean(values.iter().map(|[still, after]| still - after))
}

/// Returns smooth corrections such that the sum of each and the previous one is the negative
/// difference: a position and its successors have both corrections, with opposite signs for the
/// side to move.
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
