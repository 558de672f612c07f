//! The engine with the weights that a step starts from.

use std::fs;
use std::path::Path;

use reversi_engine::eval::Weights;
use reversi_engine::{Engine, Line, Options, Position, SearchLimits};
use sha2::{Digest, Sha256};

use crate::{Result, in_file};

/// Reads a weights file; without a file, returns the built-in weights. Also returns their hash.
pub(crate) fn read_weights(file: Option<&Path>) -> Result<(Weights, String)> {
    let Some(file) = file else {
        return Ok((Weights::builtin().clone(), hash(Weights::builtin_file())));
    };
    let bytes = fs::read(file).map_err(in_file(file))?;
    let weights = Weights::from_bytes(&bytes).map_err(in_file(file))?;
    Ok((weights, hash(&bytes)))
}

/// Returns the first 64 bits of the SHA-256 in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))[..16].to_owned()
}

/// The transposition table has `table` MiB.
pub(crate) fn engine(weights: &Weights, table: usize) -> Engine {
    Engine::new(Options {
        table,
        weights: Some(weights.clone()),
        ..Options::default()
    })
}

/// Searches to this depth, or to the end of the game.
pub(crate) fn search(engine: &mut Engine, position: Position, depth: Option<u32>) -> Line {
    let limits = SearchLimits { depth, time: None };
    engine.search(position, &limits, &mut |_| {})
}
