//! `fit`: weights for positions with expected scores.

mod adam;
mod centre;
mod machine;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use reversi_engine::eval::{Fold, STAGES, Weights};

pub(crate) use self::machine::{FitSettings, Machine, SampleRows, contents};
use crate::samples::{self, Sample};
use crate::{Result, in_file};

/// The options of `fit`.
#[derive(Args, Debug)]
pub(crate) struct Fit {
    /// The weights file to write
    output: PathBuf,
    /// The file of samples
    samples: PathBuf,
}

/// The numbers of empty squares of a stage. Stages are long because each takes 6 MB of memory.
const STAGE: usize = 16;

/// Stages share the samples of this many plies on both sides.
const OVERLAP: usize = 2;

const SETTINGS: FitSettings = FitSettings {
    lambda: 150.0,
    epochs: 8,
    has_factors: true,
};

/// Fits weights to samples, and writes a table of the errors to `output`.
pub(crate) fn fit(options: &Fit, output: &mut impl Write) -> Result<()> {
    let all = samples::read(&options.samples)?;
    let fold = Fold::new();
    writeln!(output, "empties  positions  RMSE trained  held out")?;
    // One thread fits each stage, so that the result does not depend on the number of threads.
    let stages = (0..STAGES.div_ceil(STAGE)).into_par_iter().with_max_len(1);
    let (machines, errors): (Vec<Machine>, Vec<String>) =
        stages.map(|stage| fit_stage(&fold, &all, stage)).unzip();
    write!(output, "{}", errors.concat())?;
    let mut contents = contents(&machines, STAGE);
    let corrections = centre::corrections(&Weights::from_contents(&contents), &all);
    for (head, correction) in contents.heads.iter_mut().zip(corrections) {
        head.add_discs(correction);
    }
    fs::write(&options.output, contents.to_bytes()).map_err(in_file(&options.output))
}

/// Also returns a line of the table of its errors.
fn fit_stage(fold: &Fold, all: &[Sample], stage: usize) -> (Machine, String) {
    let start = STAGE * stage;
    let end = STAGES.min(start + STAGE);
    let of = |held_out, overlap| {
        let empties = start.saturating_sub(overlap)..end + overlap;
        let samples = all.iter().filter(move |sample| {
            sample.held_out == held_out && empties.contains(&(sample.position.empties() as usize))
        });
        SampleRows::new(fold, samples)
    };
    let (mut trained, mut held_out) = (of(false, OVERLAP), of(true, 0));
    let machine = Machine::fit(fold, &mut trained, SETTINGS, 1 + stage as u64);
    held_out.renumber(&machine);
    let (last, count) = (end - 1, trained.len());
    let [trained, held_out] = [&trained, &held_out].map(|rows| machine.rmse(rows));
    let errors = format!("{start:2}-{last:2} {count:12} {trained:13.3} {held_out:9.3}\n");
    (machine, errors)
}
