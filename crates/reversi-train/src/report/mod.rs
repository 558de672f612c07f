//! The errors of weights.

mod page;
mod scored;

use std::fs;
use std::path::PathBuf;

use anstream::println;
use clap::Args;
use reversi_engine::eval::{STAGES, Weights};

use crate::samples::Sample;
use crate::values::{mean, values};
use crate::weights::HashedWeights;
use crate::{Result, samples};

/// The options of `report`.
#[derive(Args, Debug)]
pub struct Report {
    /// The weights [default: the built-in weights]
    pub weights: Option<PathBuf>,
    /// Positions with exact scores: 64 characters, the side to move, the score
    #[arg(long, value_name = "FILE")]
    pub scored: Option<PathBuf>,
    /// Samples, of which those held out from training are used
    #[arg(long, value_name = "FILE")]
    pub samples: Option<PathBuf>,
    /// Write the errors on the samples to a page with plots
    #[arg(long, value_name = "FILE", requires = "samples")]
    pub html: Option<PathBuf>,
}

/// The number of samples per number of empty squares.
const SAMPLES: usize = 2000;

/// Prints the errors of weights.
pub fn report(options: &Report) -> Result<()> {
    let weights = HashedWeights::read(options.weights.as_deref())?.weights;
    if let Some(path) = &options.scored {
        let scored = scored::read(path)?;
        println!("depth  positions  correlation    MAE    RMS   mean error");
        for depth in 0..=3 {
            let values = values(&weights, scored.iter().map(|one| one.position), depth);
            let pairs: Vec<(f64, f64)> = values
                .into_iter()
                .zip(scored.iter().map(|one| f64::from(one.score)))
                .collect();
            let errors = Errors::of(&pairs);
            println!(
                "{depth:5} {:10} {:12.3} {:6.2} {:6.2} {:+12.2}",
                pairs.len(),
                errors.correlation,
                errors.mae,
                errors.rms,
                errors.mean
            );
        }
    }
    if let Some(path) = &options.samples {
        let all = samples::read(path)?;
        let mut by_empties = vec![Vec::new(); STAGES];
        for sample in all.iter().filter(|sample| sample.held_out) {
            let group = &mut by_empties[sample.position.empties() as usize];
            if group.len() < SAMPLES && sample.position.moves() != 0 {
                group.push(*sample);
            }
        }
        let rows: Vec<Row> = by_empties
            .iter()
            .enumerate()
            .filter(|(_, group)| !group.is_empty())
            .map(|(empties, group)| row(&weights, empties, group))
            .collect();
        println!("empties  positions  correlation    MAE    RMS  mean error  static - depth 1");
        for row in &rows {
            println!(
                "{:7} {:10} {:12.3} {:6.2} {:6.2} {:+11.2} {:+17.2}",
                row.empties,
                row.positions,
                row.errors.correlation,
                row.errors.mae,
                row.errors.rms,
                row.errors.mean,
                row.change
            );
        }
        if let Some(path) = &options.html {
            let name = options.weights.as_ref().and_then(|path| path.file_name());
            let name = name.map_or("builtin".into(), |name| name.to_string_lossy());
            fs::write(path, page::page(&name, &rows))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// The errors on samples with the same number of empty squares.
struct Row {
    empties: usize,
    positions: usize,
    errors: Errors,
    /// The mean of the evaluation minus the score of a search of one ply.
    change: f64,
}

fn row(weights: &Weights, empties: usize, group: &[Sample]) -> Row {
    let of = |depth| values(weights, group.iter().map(|sample| sample.position), depth);
    let (still, after) = (of(0), of(1));
    let labels = group.iter().map(|sample| f64::from(sample.label));
    let pairs: Vec<(f64, f64)> = still.iter().copied().zip(labels).collect();
    Row {
        empties,
        positions: group.len(),
        errors: Errors::of(&pairs),
        change: mean(still.iter().zip(&after).map(|(still, after)| still - after)),
    }
}

/// The errors of values for scores, in discs.
struct Errors {
    correlation: f64,
    /// The mean absolute error.
    mae: f64,
    /// The root of the mean squared error.
    rms: f64,
    mean: f64,
}

impl Errors {
    /// Returns the errors of pairs of a value and the score that it predicts.
    fn of(pairs: &[(f64, f64)]) -> Self {
        let of = |term: &dyn Fn(f64, f64) -> f64| mean(pairs.iter().map(|&(v, s)| term(v, s)));
        let (value, score) = (of(&|v, _| v), of(&|_, s| s));
        let covariance = of(&|v, s| (v - value) * (s - score));
        let variances = of(&|v, _| (v - value).powi(2)) * of(&|_, s| (s - score).powi(2));
        Self {
            correlation: covariance / variances.sqrt(),
            mae: of(&|v, s| (v - s).abs()),
            rms: of(&|v, s| (v - s).powi(2)).sqrt(),
            mean: value - score,
        }
    }
}
