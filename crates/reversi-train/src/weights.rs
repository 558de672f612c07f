//! The weights that a step starts from.

use std::fmt;
use std::fs;
use std::path::Path;

use reversi_engine::eval::Weights;
use reversi_engine::{Engine, Options};
use sha2::{Digest, Sha256};

use crate::Result;

/// Weights with the hash of the file they come from.
#[derive(Clone)]
pub(crate) struct HashedWeights {
    pub(crate) weights: Weights,
    pub(crate) hash: FileHash,
}

impl HashedWeights {
    /// Reads a weights file; without a file, returns the built-in weights.
    pub(crate) fn read(file: Option<&Path>) -> Result<Self> {
        let Some(file) = file else {
            return Ok(Self {
                weights: Weights::builtin().clone(),
                hash: FileHash::of(Weights::builtin_file()),
            });
        };
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let weights =
            Weights::from_bytes(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Self {
            weights,
            hash: FileHash::of(&bytes),
        })
    }
}

/// The first 64 bits of a file's SHA-256, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileHash([u8; 8]);

impl FileHash {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let hash = Sha256::digest(bytes);
        Self(std::array::from_fn(|index| hash[index]))
    }
}

impl fmt::Display for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Returns an engine with these weights and a transposition table of `table` MiB.
pub(crate) fn engine(weights: &Weights, table: usize) -> Engine {
    Engine::new(Options {
        table,
        weights: Some(weights.clone()),
        ..Options::default()
    })
}
