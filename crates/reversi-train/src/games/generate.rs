//! Playing many games, with several threads, in shards, and after an interruption.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::file::{Block, Blocks, NoBlock, write_game, write_header};
use super::play::{Settings, play};
use crate::Result;
use crate::progress;
use crate::weights::{HashedWeights, engine};

/// The number of games between two writes to the file.
const BATCH: usize = 64;

/// The size of the transposition table of each thread in MiB. Searches are shallow,
/// and it is cleared before every game.
const TABLE: usize = 4;

/// The options of `generate`.
#[derive(Args, Debug)]
pub struct Generate {
    /// The file to write; if it exists, its games are kept and the rest is played
    pub output: PathBuf,
    /// The number of games of all shards together
    #[arg(long)]
    pub games: u32,
    /// The seed of the random numbers, below 2³¹; greater seeds are those of `gate`
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(..1 << 31))]
    pub seed: u32,
    /// The weights to play with [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// The depth of the searches in plies
    #[arg(long, default_value_t = 4)]
    pub depth: u32,
    /// Play perfectly from this many empty squares on
    #[arg(long, value_name = "EMPTIES", default_value_t = 14)]
    pub exact: u32,
    /// Make one move in this many a random one; 0 for none
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub random: u32,
    /// The number of this shard, from 0 on
    #[arg(long, default_value_t = 0, env = "SLURM_ARRAY_TASK_ID")]
    pub shard: u32,
    /// The number of shards
    #[arg(long, default_value_t = 1, env = "SLURM_ARRAY_TASK_COUNT")]
    pub shards: u32,
}

/// Plays the games of a shard that are not in its file yet and appends them.
pub fn generate(options: &Generate) -> Result<()> {
    if options.shard >= options.shards {
        return Err(format!(
            "shard {} of {}: shards are numbered from 0 on",
            options.shard, options.shards
        )
        .into());
    }
    let weights = HashedWeights::read(options.weights.as_deref())?;
    let settings = Settings {
        depth: options.depth,
        exact: options.exact,
        random: options.random,
    };
    let header = format!(
        "games 1 seed={} weights={} depth={} exact={} random={} shard={}/{}",
        options.seed,
        weights.hash,
        settings.depth,
        settings.exact,
        settings.random,
        options.shard,
        options.shards
    );
    let numbers: Vec<u32> = (0..options.games)
        .filter(|number| number % options.shards == options.shard)
        .collect();
    let (mut file, done) = resume(&options.output, &header)?;
    let progress = progress::bar(
        numbers.len() as u64,
        "{pos}/{len} games, {per_sec}, {eta} left",
    )?
    .with_position(done as u64);
    progress.reset_eta();
    for batch in numbers.get(done..).unwrap_or_default().chunks(BATCH) {
        let games: Vec<Vec<u8>> = batch
            .par_iter()
            .map_init(
                || engine(&weights.weights, TABLE),
                |engine, &number| {
                    let game = play(engine, settings, u64::from(options.seed), number);
                    let mut bytes = Vec::new();
                    write_game(&mut bytes, &game);
                    progress.inc(1);
                    bytes
                },
            )
            .collect();
        file.write_all(&games.concat())
            .map_err(|error| format!("{}: {error}", options.output.display()))?;
    }
    progress.finish();
    Ok(())
}

/// Opens the file at its end, without a game at the end that is not complete, and
/// returns the number of its games. A new file gets the header.
fn resume(path: &Path, header: &str) -> Result<(File, usize)> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(error).into()),
    };
    let mut blocks = Blocks::new(&bytes);
    let (mut found, mut games) = (None, 0);
    for block in blocks.by_ref() {
        match block {
            Ok(Block::Header(text)) => found = Some(text),
            Ok(Block::Game(_)) => games += 1,
            Err(NoBlock::Truncated(_)) => break,
            Err(NoBlock::Invalid(at)) => {
                return Err(format!(
                    "{}: not a file of games: no game and no header at offset {at}",
                    path.display()
                )
                .into());
            }
        }
    }
    if let Some(found) = found
        && found != header
    {
        return Err(format!(
            "{}: has other games: `{found}`, expected `{header}`",
            path.display()
        )
        .into());
    }
    let end = blocks.offset() as u64;
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(failed)?;
    file.set_len(end).map_err(failed)?;
    if found.is_none() {
        let mut bytes = Vec::new();
        write_header(&mut bytes, header);
        file.write_all(&bytes).map_err(failed)?;
    }
    Ok((file, games))
}
