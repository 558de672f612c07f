//! The weights of the patterns, and the evaluation of a position.

use std::fmt;
use std::sync::LazyLock;

use super::factors::{PreparedHead, Row, StageRows};
use super::file::{self, Contents};
use super::{Features, Fold, View};
use crate::{Position, ReadError};

/// The greatest evaluation: 64 discs, in hundredths of a disc.
pub const MAX_SCORE: i32 = 6400;

/// The number of possible counts of empty squares, 0 to 60.
pub const STAGES: usize = 61;

/// The weights of the evaluation: the sum of one weight per feature, one per term, and a
/// bias, and what the features are worth together, which their factors say.
#[derive(Clone)]
pub struct Weights {
    /// Indexed by the number of empty squares. The rows of a stage are shared.
    stages: [StageRows; STAGES],
    heads: Box<[PreparedHead; STAGES]>,
}

static BUILTIN: LazyLock<Weights> =
    LazyLock::new(|| Weights::from_bytes(Weights::builtin_file()).expect("a test reads the file"));

impl Weights {
    /// Returns the built-in weights. The first call decompresses them.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// The file of the built-in weights.
    pub const fn builtin_file() -> &'static [u8] {
        include_bytes!("../../weights/builtin.rwts")
    }

    /// Reads a weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let fold = Fold::new();
        Ok(Self::new(&fold, &file::read(bytes, fold.len())?))
    }

    /// Makes weights of the contents of a file.
    ///
    /// # Panics
    ///
    /// Panics if a stage is missing or if the length of one is not [`Fold::len`].
    #[doc(hidden)] // For the training.
    pub fn from_contents(contents: &Contents) -> Self {
        Self::new(&Fold::new(), contents)
    }

    fn new(fold: &Fold, contents: &Contents) -> Self {
        let unfold = |rows: &Vec<Row>| {
            assert_eq!(rows.len(), fold.len());
            StageRows::new(fold.all(), rows)
        };
        let stages: Vec<StageRows> = contents.stages.iter().map(unfold).collect();
        let stage_of = |stage| stages[usize::from(stage)].clone();
        Self {
            stages: contents.stage_of.map(stage_of),
            heads: Box::new(contents.heads.each_ref().map(PreparedHead::new)),
        }
    }

    /// Returns the evaluation of a position whose features are not known.
    pub fn value(&self, position: Position) -> i32 {
        let features = Features::of(position.player(), position.opponent());
        self.evaluate(&features, &View::of(position))
    }

    /// Returns the expected final disc difference for the side to move, in hundredths of a disc, up
    /// to [`MAX_SCORE`]. The features and the view are those of the same position.
    #[doc(hidden)] // For the search.
    #[inline(always)]
    pub fn evaluate(&self, features: &Features, view: &View) -> i32 {
        let empties = (view.empties() as usize).min(STAGES - 1);
        let value = self.stages[empties].evaluate(&self.heads[empties], features, view);
        value.clamp(-MAX_SCORE, MAX_SCORE)
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}
