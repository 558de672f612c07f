//! Labels for the positions of games.
//!
//! Labels are made from the end of the game to its beginning. A position whose exact
//! score is known has it as its label. Otherwise its label is a mean of two numbers:
//! the score of a shallow search, and the label of the next position of the game, if the
//! move between them was the best one (Sutton, "Learning to predict by the methods of
//! temporal differences", 1988). The searches use given weights, or provisional ones
//! that are fitted to the labels of the later stages. So a label does not depend on the
//! weights that played the game.

use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;
use reversi_engine::eval::{STAGES, Weights};
use reversi_engine::{Position, SearchLimits};

use crate::Result;
use crate::fit::{FitLimits, LINEAR_STAGES, Model};
use crate::games::{self, Game};
use crate::samples::{self, Sample};
use crate::symmetry::canonical;
use crate::weights::{HashedWeights, engine};
use crate::{hand_set, progress};

/// The options of `label`.
#[derive(Args, Debug)]
pub struct Label {
    /// The file of samples to write
    pub output: PathBuf,
    /// Files of games; without any, the samples are random positions with values that are
    /// set by hand
    pub games: Vec<PathBuf>,
    /// The depth of the searches in plies, at least 2
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..))]
    pub depth: u32,
    /// The share of the next position's label in that of a position, from 0 to 1
    #[arg(long, default_value_t = 0.8)]
    pub trust: f32,
    /// The weights to search with [default: provisional weights, fitted to the labels of
    /// the later stages]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

/// One game in this many is held out from training.
const HELD_OUT: u32 = 30;

/// The limits of the provisional fits.
const PROVISIONAL: FitLimits = FitLimits {
    lambda: 30.0,
    steps: 15,
};

/// The number of positions searched with one transposition table, which makes the
/// result independent of the number of threads.
const SEARCHES: usize = 1 << 10;

/// A position of a game with its label.
struct Labelled {
    sample: Sample,
    /// If set, the label is final.
    is_exact: bool,
    /// The distance to the next position of the game, if the move to it was the best
    /// one, and 1 if the same side is to move there, else -1.
    next: Option<f32>,
}

/// Labels the positions of games.
pub fn label(options: &Label) -> Result<()> {
    if options.games.is_empty() {
        let samples = hand_set::samples().into_iter().map(|sample| Sample {
            position: canonical(sample.position),
            ..sample
        });
        return samples::write(&options.output, &samples::without_duplicates(samples));
    }
    let given = options.weights.as_deref();
    let given = given.map(|file| HashedWeights::read(Some(file)));
    let given = given.transpose()?;
    let mut all = Vec::new();
    for path in &options.games {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        for game in games::read(&bytes, &name)? {
            add(&mut all, &game);
        }
    }
    let mut by_empties = vec![Vec::new(); STAGES];
    for (index, one) in all.iter().enumerate() {
        by_empties[one.sample.position.empties() as usize].push(index);
    }
    let progress = progress::bar(all.len() as u64, "{pos}/{len} positions, {eta} left")?;
    let mut search = |all: &mut [Labelled], empties: u32, weights: &Weights, depth| {
        let numbers = &by_empties[empties as usize];
        search(all, numbers, weights, depth, options.trust, &progress);
    };
    match given {
        Some(given) => (0..).take(STAGES).for_each(|empties| {
            search(&mut all, empties, &given.weights, options.depth);
        }),
        None => with_provisional_weights(&mut all, &by_empties, options.depth, &mut search),
    }
    progress.finish();
    let distinct = samples::without_duplicates(all.iter().map(|one| Sample {
        position: canonical(one.sample.position),
        ..one.sample
    }));
    samples::write(&options.output, &distinct)
}

/// Calls `search` with the stages' numbers of empty squares, and weights fitted to the
/// labels of the stages before.
fn with_provisional_weights(
    all: &mut [Labelled],
    by_empties: &[Vec<usize>],
    depth: u32,
    search: &mut impl FnMut(&mut [Labelled], u32, &Weights, u32),
) {
    let mut model = Model::new();
    for stage in 0..LINEAR_STAGES.count() {
        let own = LINEAR_STAGES.empties(stage);
        if stage > 0 {
            let weights = model.weights();
            for empties in own.clone() {
                let depth = depth.max(empties - own.start + 1);
                search(all, empties, &weights, depth);
            }
        }
        let of = |held_out| {
            let range = own.start.saturating_sub(2)..own.end;
            let numbers = by_empties[range.start as usize..range.end as usize].iter();
            model.problem(
                numbers
                    .flatten()
                    .map(|&index| &all[index].sample)
                    .filter(move |sample| sample.held_out == held_out),
            )
        };
        let (seen, held_out) = (of(false), of(true));
        model.fit_next(&seen, &held_out, PROVISIONAL);
    }
}

/// Appends the positions of a game.
fn add(all: &mut Vec<Labelled>, game: &Game) {
    let (positions, _) = game.positions().expect("its moves were checked");
    let count = positions.len();
    for (index, (&(position, side), ply)) in positions.iter().zip(&game.plies).enumerate() {
        let is_last = index + 1 == count;
        let label = if ply.exact {
            f32::from(ply.score) / 100.0
        } else {
            f32::from(side * game.result)
        };
        all.push(Labelled {
            sample: Sample {
                position,
                label,
                count: 1,
                held_out: game.number.is_multiple_of(HELD_OUT),
            },
            is_exact: ply.exact,
            next: (!ply.random && !is_last).then(|| {
                if positions[index + 1].1 == side {
                    1.0
                } else {
                    -1.0
                }
            }),
        });
    }
}

/// Labels the positions with these numbers, except those with an exact score.
fn search(
    all: &mut [Labelled],
    numbers: &[usize],
    weights: &Weights,
    depth: u32,
    trust: f32,
    progress: &ProgressBar,
) {
    let limits = SearchLimits {
        depth: Some(depth),
        time: None,
    };
    let unknown: Vec<(usize, Position)> = numbers
        .iter()
        .filter(|&&number| !all[number].is_exact)
        .map(|&number| (number, all[number].sample.position))
        .collect();
    progress.inc((numbers.len() - unknown.len()) as u64);
    let scores: Vec<f32> = unknown
        .par_chunks(SEARCHES)
        .map_init(
            || engine(weights, 1),
            |engine, positions| {
                engine.clear();
                progress.inc(positions.len() as u64);
                let scores = positions.iter().map(|&(_, position)| {
                    let line = engine.search(position, &limits, &mut |_| {});
                    #[expect(clippy::cast_precision_loss, reason = "it is at most 6400")]
                    let score = line.score.0 as f32 / 100.0;
                    score
                });
                scores.collect::<Vec<f32>>()
            },
        )
        .flatten()
        .collect();
    for (&(number, _), score) in unknown.iter().zip(scores) {
        all[number].sample.label = match all[number].next {
            Some(side) => (1.0 - trust) * score + trust * side * all[number + 1].sample.label,
            None => score,
        };
    }
}
