//! `cargo xtask weights`.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::{Result, programs};

#[derive(Args)]
pub(crate) struct Options {
    /// Folder for games, samples and weights; files that are there are not made again
    #[arg(default_value = "target/weights")]
    folder: PathBuf,
    /// Number of generations, each of 100,000 games
    #[arg(long, default_value_t = 2)]
    generations: u32,
}

/// Trains the weights of the evaluation from nothing: the first generation plays with weights
/// that are fitted to hand-set values, each other one with those of the one before.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let program = programs::build(&["--release"], &["reversi-train"])?.remove(0);
    let folder = std::path::absolute(&options.folder)?;
    std::fs::create_dir_all(&folder)?;
    let run = |step: String| {
        let words: Vec<&str> = step.split(' ').collect();
        // `generate` continues an incomplete file by itself.
        if words[0] != "generate" && folder.join(words[1]).exists() {
            return Ok(());
        }
        let status = Command::new(&program)
            .args(&words)
            .current_dir(&folder)
            .status()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("reversi-train {step}: {status}"))?
        }
    };
    let step: &dyn Fn(String) -> Result<()> = &run;
    step("label 0.samples".into())?;
    step("fit 0.rwts 0.samples".into())?;
    let mut games = Vec::new();
    for new in 1..=options.generations {
        let old = new - 1;
        step(format!(
            "generate {new}.games --games 100000 --seed {new} --weights {old}.rwts"
        ))?;
        games.push(format!("{new}.games"));
        step(format!("label {new}.samples {}", games.join(" ")))?;
        step(format!("fit {new}.rwts {new}.samples"))?;
    }
    Ok(ExitCode::SUCCESS)
}
