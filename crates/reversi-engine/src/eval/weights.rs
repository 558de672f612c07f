//! The weights of the patterns, and the evaluation of a position.

use std::fmt;
use std::sync::LazyLock;

use super::factors::{Head, Prepared, Row, StageRows};
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
    /// The weights by number of empty squares. Those of a stage are shared.
    stages: [StageRows; STAGES],
    heads: Box<[Prepared; STAGES]>,
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
        let Contents {
            stage_of,
            heads,
            stages,
        } = file::read(bytes, fold.len())?;
        Ok(Self::new(&fold, &stage_of, &heads, &stages))
    }

    /// Makes weights from their stages: the stage and the head for each
    /// number of empty squares, and the rows of each stage, in the order of [`Fold`].
    ///
    /// # Panics
    ///
    /// Panics if `stage_of` contains an index outside of `stages`, or if the length
    /// of a stage is not [`Fold::len`].
    pub fn from_stages(
        stage_of: &[u8; STAGES],
        heads: &[Head; STAGES],
        stages: &[Vec<Row>],
    ) -> Self {
        Self::new(&Fold::new(), stage_of, heads, stages)
    }

    fn new(
        fold: &Fold,
        stage_of: &[u8; STAGES],
        heads: &[Head; STAGES],
        stages: &[Vec<Row>],
    ) -> Self {
        let unfold = |rows: &Vec<Row>| {
            assert_eq!(rows.len(), fold.len());
            StageRows::new(fold.all(), rows)
        };
        let stages: Vec<StageRows> = stages.iter().map(unfold).collect();
        Self {
            stages: stage_of.map(|stage| stages[usize::from(stage)].clone()),
            heads: Box::new(heads.each_ref().map(Prepared::new)),
        }
    }

    /// Returns the bytes of a weights file. The arguments are those of
    /// [`Weights::from_stages`].
    pub fn to_bytes(
        stage_of: &[u8; STAGES],
        heads: &[Head; STAGES],
        stages: &[Vec<Row>],
    ) -> Vec<u8> {
        file::write(stage_of, heads, stages)
    }

    /// Returns the evaluation of a position whose features are not known.
    pub fn value(&self, position: Position) -> i32 {
        let features = Features::of(position.player(), position.opponent());
        self.evaluate(&features, &View::of(position))
    }

    /// Returns the expected final disc difference for the side to move, in hundredths of a
    /// disc, from `-MAX_SCORE` to [`MAX_SCORE`]. The features and the view are those of the
    /// same position.
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
