//! The weights of the evaluation.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::super::size_class::{CLASSES, class};
use super::TERMS;
use super::patterns::{self, CONFIGURATIONS};
use crate::eval::{WeightsError, file};

/// The number of points of a game that have a bias of their own: sixtieths of the
/// empty squares of the first position, rounded down.
pub const POINTS: usize = 61;

/// The features of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The point of the game, from 60 in the first position to 0 at the end.
    pub point: usize,
    /// The configurations of all patterns. [`Numbering::number`] gives their weights.
    pub configurations: Vec<u32>,
    /// The features that are numbers.
    pub terms: [i32; TERMS],
}

/// Numbers the weights of a stage: mirror images of a configuration share one. The
/// weights of [`Features::terms`] follow after those of the configurations.
#[derive(Clone, Debug)]
pub struct Numbering {
    numbers: Vec<u32>,
    configurations: usize,
}

impl Numbering {
    /// Returns the numbering.
    pub fn new() -> Self {
        let (numbers, configurations) = patterns::numbers();
        Self {
            numbers,
            configurations,
        }
    }

    /// Returns the number of the weight of a configuration.
    pub fn number(&self, configuration: u32) -> u32 {
        self.numbers[configuration as usize]
    }

    /// The number of weights of configurations.
    pub fn configurations(&self) -> usize {
        self.configurations
    }

    /// The number of weights of a stage.
    #[expect(clippy::len_without_is_empty, reason = "there are always weights")]
    pub fn len(&self) -> usize {
        self.configurations + TERMS
    }
}

impl Default for Numbering {
    fn default() -> Self {
        Self::new()
    }
}

/// The weights of a stage of the game.
#[derive(Debug)]
pub(super) struct Stage {
    /// The weight of each configuration, in hundredths of a disc.
    pub(super) patterns: Box<[i16; CONFIGURATIONS]>,
    /// The weight of each numeric feature, in sixteenths of a hundredth of a disc.
    terms: [i16; TERMS],
}

impl Stage {
    /// Returns the sum of the numeric features, in hundredths of a disc.
    #[inline(always)]
    pub(super) fn linear(&self, terms: &[i32; TERMS]) -> i32 {
        let products = self.terms.iter().zip(terms);
        let sum: i32 = products
            .map(|(&weight, term)| i32::from(weight) * term)
            .sum();
        sum / 16
    }
}

/// The weights for a class of board sizes.
#[derive(Clone)]
pub struct Weights {
    /// The weights by point of the game. Those of a stage are shared.
    stages: [Arc<Stage>; POINTS],
    /// The biases by point of the game, in hundredths of a disc.
    biases: [i16; POINTS],
}

impl Weights {
    /// Returns the built-in weights for boards of `side` rows. The first call
    /// decompresses them.
    pub fn builtin(side: u8) -> &'static Self {
        static BUILTIN: [OnceLock<Weights>; CLASSES] = [const { OnceLock::new() }; CLASSES];
        let class = class(side);
        BUILTIN[class]
            .get_or_init(|| Self::from_bytes(FILES[class]).expect("a test reads the file"))
    }

    /// The file of the built-in weights for boards of `side` rows.
    pub fn builtin_file(side: u8) -> &'static [u8] {
        FILES[class(side)]
    }

    /// Reads a weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let file = file::read(bytes, &format())?;
        let biases = std::array::from_fn(|point| file.heads[point][0]);
        Ok(Self::from_stages(&file.stage_of, &biases, &file.stages))
    }

    /// Makes weights from their stages: the stage and the bias for each point of the
    /// game, and the weights of each stage, in the order of [`Numbering`].
    ///
    /// # Panics
    ///
    /// Panics if `stage_of` contains an index outside of `stages`, or if the length
    /// of a stage is not [`Numbering::len`].
    pub fn from_stages(
        stage_of: &[u8; POINTS],
        biases: &[i16; POINTS],
        stages: &[Vec<i16>],
    ) -> Self {
        let numbering = Numbering::new();
        let stages: Vec<Arc<Stage>> = stages
            .iter()
            .map(|weights| {
                assert_eq!(weights.len(), numbering.len());
                let all: Vec<i16> = numbering
                    .numbers
                    .iter()
                    .map(|&number| weights[number as usize])
                    .collect();
                Arc::new(Stage {
                    patterns: all
                        .into_boxed_slice()
                        .try_into()
                        .expect("all configurations"),
                    terms: *weights.last_chunk().expect("they were counted"),
                })
            })
            .collect();
        Self {
            stages: stage_of.map(|stage| Arc::clone(&stages[usize::from(stage)])),
            biases: *biases,
        }
    }

    /// Returns the bytes of a weights file. The arguments are those of
    /// [`Weights::from_stages`].
    pub fn to_bytes(
        stage_of: &[u8; POINTS],
        biases: &[i16; POINTS],
        stages: &[Vec<i16>],
    ) -> Vec<u8> {
        let file = file::File {
            stage_of: *stage_of,
            heads: biases.iter().map(|&bias| vec![bias]).collect(),
            stages: stages.to_vec(),
        };
        file::write(&file, &format())
    }

    /// Returns the weights and the bias at a point of the game.
    #[inline(always)]
    pub(super) fn at(&self, point: usize) -> (&Stage, i32) {
        (&self.stages[point], self.biases[point].into())
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

/// Returns the format of the weights files.
fn format() -> file::Format {
    let description = format!("{} {TERMS}", patterns::description());
    file::Format {
        fingerprint: crate::hash::fnv1a(description.into_bytes()),
        head: 1,
        weights: Numbering::new().len(),
        factors: 0,
    }
}

/// The built-in weights of each class of sizes, named after the size of the boards
/// whose games they were fitted to. On the largest boards those of 14×14 are better than
/// weights that were fitted to games on 20×20 (see the README).
const FILES: [&[u8]; CLASSES] = [
    include_bytes!("../../../weights/wide-6.rwts"),
    include_bytes!("../../../weights/wide-10.rwts"),
    include_bytes!("../../../weights/wide-14.rwts"),
    include_bytes!("../../../weights/wide-14.rwts"),
];
