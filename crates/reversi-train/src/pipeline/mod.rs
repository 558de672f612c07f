//! All steps in a row, from nothing to weights.

mod hand_set;

use std::fs;
use std::path::{Path, PathBuf};

use anstream::println;
use clap::Args;

use crate::Result;
use crate::fit::{Fit, fit};
use crate::games::{self, Generate, generate};
use crate::label::{Label, label};

/// The options of `weights`.
#[derive(Args, Debug)]
pub struct Pipeline {
    /// The folder for games, samples and weights; what is there already is not made
    /// again
    pub folder: PathBuf,
    /// The number of generations
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub generations: u32,
    /// The number of games per generation
    #[arg(long, default_value_t = 100_000)]
    pub games: u32,
    /// The seed of the first generation's games; each further one adds 1
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// The depth of the searches that play the games
    #[arg(long, default_value_t = games::DEPTH)]
    pub depth: u32,
    /// Play perfectly from this many empty squares on
    #[arg(long, value_name = "EMPTIES", default_value_t = games::EXACT)]
    pub exact: u32,
    /// Weights to begin with [default: made from the hand-set evaluation]
    #[arg(long, value_name = "FILE")]
    pub begin: Option<PathBuf>,
}

/// Runs all steps. Each generation plays with the weights of the one before, and is
/// fitted to the games of all.
pub fn pipeline(options: &Pipeline) -> Result<()> {
    let folder = &options.folder;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = |generation: u32, extension| folder.join(format!("{generation}.{extension}"));
    make(&file(0, "rwts"), |path| match &options.begin {
        Some(begin) => fs::copy(begin, path)
            .map(|_| ())
            .map_err(|error| format!("{}: {error}", begin.display()).into()),
        None => hand_set::write(path),
    })?;
    let mut games = Vec::new();
    for generation in 1..=options.generations {
        let own_games = file(generation, "games");
        println!("generation {generation}: play");
        // It continues an incomplete file by itself.
        generate(&Generate {
            output: own_games.clone(),
            games: options.games,
            seed: options.seed + generation - 1,
            weights: Some(file(generation - 1, "rwts")),
            depth: options.depth,
            exact: options.exact,
            random: games::RANDOM,
            shard: 0,
            shards: 1,
        })?;
        games.push(own_games);
        let samples = file(generation, "samples");
        println!("generation {generation}: label");
        make(&samples, |path| {
            label(&Label {
                games: games.clone(),
                ..Label::new(path)
            })
        })?;
        println!("generation {generation}: fit");
        make(&file(generation, "rwts"), |path| {
            fit(&Fit {
                samples: vec![samples.clone()],
                ..Fit::new(path)
            })
        })?;
    }
    println!("{}", file(options.generations, "rwts").display());
    Ok(())
}

/// Calls `step` to make the file at `path`, unless it exists. The file gets its name
/// when it is complete.
pub(crate) fn make(path: &Path, step: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut incomplete = path.as_os_str().to_owned();
    incomplete.push(".incomplete");
    let incomplete = PathBuf::from(incomplete);
    step(&incomplete)?;
    fs::rename(&incomplete, path).map_err(|error| format!("{}: {error}", path.display()).into())
}
