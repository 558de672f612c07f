//! Fitting weights to samples.

mod centre;
mod least_squares;
mod stages;

use std::path::{Path, PathBuf};

use anstream::println;
use clap::Args;
use reversi_engine::eval::Weights;

use crate::Result;
use crate::samples::{self, Sample};
pub(crate) use least_squares::{FitLimits, Problem};
pub(crate) use stages::{BEGINS, Model, empties};

/// The options of `fit`.
#[derive(Args, Debug)]
pub struct Fit {
    /// The weights file to write
    pub output: PathBuf,
    /// Files of samples
    #[arg(required = true)]
    pub samples: Vec<PathBuf>,
    /// Hold weights of rare patterns to those of the next stage as strongly as this
    /// many positions would
    #[arg(long, default_value_t = LAMBDA)]
    pub lambda: f32,
    /// The greatest number of conjugate gradient steps per stage
    #[arg(long, default_value_t = STEPS)]
    pub steps: u32,
    /// Use positions from this many plies around each stage
    #[arg(long, value_name = "PLIES", default_value_t = OVERLAP)]
    pub overlap: u32,
    /// Round weights to multiples of this many hundredths of a disc
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = ROUND)]
    pub round: u8,
}

impl Fit {
    /// The default options.
    pub(crate) fn new(output: &Path) -> Self {
        Self {
            output: output.to_owned(),
            samples: Vec::new(),
            lambda: LAMBDA,
            steps: STEPS,
            overlap: OVERLAP,
            round: ROUND,
        }
    }
}

/// The defaults of [`Fit`]'s numbers. With 16 million samples, a third of this
/// `LAMBDA` and half of this `OVERLAP` made the held-out error 1 % greater.
const LAMBDA: f32 = 10.0;
const STEPS: u32 = 60;
const OVERLAP: u32 = 4;
const ROUND: u8 = 4;

/// Fits weights to samples and prints the errors of each stage.
pub fn fit(options: &Fit) -> Result<()> {
    let mut all: Vec<Sample> = Vec::new();
    for path in &options.samples {
        all.extend(samples::read(path)?);
    }
    if options.samples.len() > 1 {
        all = samples::without_duplicates(all.into_iter());
    }
    let limits = FitLimits {
        lambda: options.lambda,
        steps: options.steps,
    };
    let mut model = Model::new();
    println!("empties  positions  steps  RMSE trained  held out");
    for stage in 0..BEGINS.len() {
        let own = empties(stage);
        let wide = own.start.saturating_sub(options.overlap)..own.end + options.overlap;
        let of = |held_out, range: std::ops::Range<u32>| {
            model.problem(all.iter().filter(move |sample| {
                sample.held_out == held_out && range.contains(&sample.position.empties())
            }))
        };
        let (seen, held_out) = (of(false, wide), of(true, own.clone()));
        let steps = model.fit_next(&seen, &held_out, limits);
        println!(
            "{:2}-{:2} {:12} {steps:6} {:13.3} {:9.3}",
            own.start,
            own.end - 1,
            seen.rows(),
            seen.rmse(model.stage(stage)),
            held_out.rmse(model.stage(stage)),
        );
    }
    let mut biases = model.biases();
    let weights = model.weights(f32::from(options.round), &biases);
    for (bias, correction) in biases.iter_mut().zip(centre::corrections(&weights, &all)) {
        #[expect(clippy::cast_possible_truncation, reason = "it is a few discs")]
        let correction = correction as f32;
        *bias += correction;
    }
    let (stage_of, biases, stages) = model.parts(f32::from(options.round), &biases);
    let bytes = Weights::to_bytes(&stage_of, &biases, &stages);
    println!("{} bytes", bytes.len());
    std::fs::write(&options.output, bytes)
        .map_err(|error| format!("{}: {error}", options.output.display()).into())
}
