//! Fitting weights to samples.

mod adam;
mod centre;
mod factors;
mod least_squares;
mod linear;
mod stages;

use std::fmt::Write as _;
use std::path::PathBuf;

use anstream::{print, println};
use clap::Args;
use rayon::prelude::*;
use reversi_engine::eval::{Fold, Head, Row, STAGES, Weights};

use crate::Result;
use crate::samples::{self, Sample};
use factors::{FIT_STAGES, Limits, Machine, Rows};
pub(crate) use least_squares::FitLimits;
pub(crate) use linear::{LINEAR_STAGES, Model};
pub(crate) use stages::Stages;

/// The options of `fit`.
#[derive(Args, Debug)]
pub struct Fit {
    /// The weights file to write
    pub output: PathBuf,
    /// Files of samples
    #[arg(required = true)]
    pub samples: Vec<PathBuf>,
    /// Hold weights of rare patterns to zero as strongly as this many positions would
    #[arg(long, default_value_t = 150.0)]
    pub lambda: f32,
    /// The number of times that every position is used
    #[arg(long, default_value_t = 8)]
    pub epochs: u32,
    /// Use positions from this many plies around each stage
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    pub overlap: u32,
    /// The seed of the numbers that the fit begins with
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Fits weights to samples and prints the errors for every two numbers of
/// empty squares.
pub fn fit(options: &Fit) -> Result<()> {
    let mut all: Vec<Sample> = Vec::new();
    for path in &options.samples {
        all.extend(samples::read(path)?);
    }
    if options.samples.len() > 1 {
        all = samples::without_duplicates(all.into_iter());
    }
    let limits = Limits {
        lambda: options.lambda,
        epochs: options.epochs,
    };
    // Each stage is fitted by one thread, so that the result does not depend on their
    // number.
    let fold = Fold::new();
    let stages: Vec<(Machine, String)> = (0..FIT_STAGES.count())
        .into_par_iter()
        .with_max_len(1)
        .map(|stage| fit_stage(&fold, &all, stage, options.overlap, limits, options.seed))
        .collect();
    println!("empties  positions  RMSE trained  held out");
    for (_, errors) in &stages {
        print!("{errors}");
    }
    let machines: Vec<&Machine> = stages.iter().map(|(machine, _)| machine).collect();
    #[expect(clippy::cast_possible_truncation, reason = "there are few stages")]
    let stage_of: [u8; STAGES] = std::array::from_fn(|empties| FIT_STAGES.of(empties) as u8);
    let rows: Vec<Vec<Row>> = machines.iter().map(|machine| machine.rows()).collect();
    let mut heads = [Head::default(); STAGES];
    for empties in 0..STAGES {
        let own = machines[usize::from(stage_of[empties])].head(empties);
        // Without positions to fit it to, as in the first plies, a head is that of one empty
        // square less.
        heads[empties] = own.unwrap_or(heads[empties.saturating_sub(1)]);
    }
    let weights = Weights::from_stages(&stage_of, &heads, &rows);
    for (head, correction) in heads.iter_mut().zip(centre::corrections(&weights, &all)) {
        head.add_discs(correction);
    }
    let bytes = Weights::to_bytes(&stage_of, &heads, &rows);
    println!("{} bytes", bytes.len());
    std::fs::write(&options.output, bytes)
        .map_err(|error| format!("{}: {error}", options.output.display()).into())
}

/// Fits one stage. Returns a table of its errors, too.
fn fit_stage(
    fold: &Fold,
    all: &[Sample],
    stage: usize,
    overlap: u32,
    limits: Limits,
    seed: u64,
) -> (Machine, String) {
    let own = FIT_STAGES.empties(stage);
    let wide = own.start.saturating_sub(overlap)..own.end + overlap;
    let of = |held_out, range: std::ops::Range<u32>| {
        let samples = all.iter().filter(move |sample| {
            sample.held_out == held_out && range.contains(&sample.position.empties())
        });
        Rows::new(fold, samples)
    };
    let (mut seen, mut held_out) = (of(false, wide), of(true, own.clone()));
    let machine = Machine::fit(fold.len(), &mut seen, limits, seed + stage as u64);
    held_out.renumber(&machine.vector_of);
    let mut table = String::new();
    for from in own.clone().step_by(2) {
        let two = from..(from + 2).min(own.end);
        let ((trained, count), (error, _)) =
            (machine.rmse(&seen, &two), machine.rmse(&held_out, &two));
        let _ = writeln!(
            table,
            "{:2}-{:2} {count:12} {trained:13.3} {error:9.3}",
            two.start,
            two.end - 1,
        );
    }
    (machine, table)
}
