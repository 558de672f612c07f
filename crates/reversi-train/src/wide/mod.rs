//! Weights for boards of other sizes than 8×8, from the player's own games.

mod fit;
mod game;
mod generate;
mod hand_set;

use std::fs;
use std::path::PathBuf;

use anstream::println;
use clap::{Args, Subcommand};

use crate::Result;
use crate::pipeline::make;
use fit::Fit;
use generate::Generate;

/// The options of `wide`.
#[derive(Args, Debug)]
pub struct Wide {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Debug)]
enum Step {
    /// Run all steps, from nothing to weights
    Weights(Pipeline),
    /// Play games of the n×n player against itself and write them to a file
    Generate(Generate),
    /// Fit weights to games
    Fit(Fit),
}

/// The options of `wide weights`.
#[derive(Args, Debug)]
struct Pipeline {
    /// The folder for games and weights; what is there already is not made again
    folder: PathBuf,
    /// The number of rows of the board
    #[arg(long)]
    size: u8,
    /// The number of generations
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    generations: u32,
    /// The number of games per generation
    #[arg(long, default_value_t = 10_000)]
    games: u32,
    /// The seed of the first generation's games; each further one adds 1
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The depth of the searches in plies
    #[arg(long, default_value_t = 2)]
    depth: u32,
}

/// Runs a step.
pub fn wide(options: &Wide) -> Result<()> {
    match &options.step {
        Step::Weights(options) => pipeline(options),
        Step::Generate(options) => generate::generate(options),
        Step::Fit(options) => fit::fit(options),
    }
}

/// Runs all steps. Each generation plays with the weights of the one before, and is
/// fitted to its own games, the first with weights chosen by hand.
fn pipeline(options: &Pipeline) -> Result<()> {
    let folder = &options.folder;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = |generation: u32, extension| folder.join(format!("{generation}.{extension}"));
    make(&file(0, "rwts"), |path| {
        fs::write(path, hand_set::bytes())
            .map_err(|error| format!("{}: {error}", path.display()).into())
    })?;
    for generation in 1..=options.generations {
        let games = file(generation, "games");
        println!("generation {generation}: play");
        // It continues an incomplete file by itself.
        generate::generate(&Generate {
            output: games.clone(),
            size: options.size,
            games: options.games,
            seed: options.seed + generation - 1,
            weights: Some(file(generation - 1, "rwts")),
            depth: options.depth,
        })?;
        println!("generation {generation}: fit");
        make(&file(generation, "rwts"), |path| {
            fit::fit(&Fit::new(path, vec![games.clone()]))
        })?;
    }
    println!("{}", file(options.generations, "rwts").display());
    Ok(())
}
