//! The weights of the patterns, and the evaluation of a position.

use std::fmt;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::factors::{FACTORS, HEAD, Head, Prepared, Row, StageRows};
use super::file::{File, Format};
use super::{Features, Fold, View, WeightsError, patterns, terms};
use crate::Position;

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

/// The built-in weights once they are decompressed.
static BUILTIN: OnceLock<Weights> = OnceLock::new();

/// The thread that decompresses the built-in weights.
static BACKGROUND: Mutex<Background> = Mutex::new(Background::NotStarted);

/// Notified when that thread has finished.
static FINISHED: Condvar = Condvar::new();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Background {
    NotStarted,
    Running,
    Finished,
}

impl Weights {
    /// Returns the built-in weights. The first call decompresses them.
    pub fn builtin() -> &'static Self {
        BUILTIN
            .get_or_init(|| Self::from_bytes(Self::builtin_file()).expect("a test reads the file"))
    }

    /// Starts to decompress the built-in weights on another thread, so that the first
    /// search finds them ready.
    pub fn prepare_builtin() {
        let mut background = BACKGROUND.lock().unwrap_or_else(PoisonError::into_inner);
        if *background != Background::NotStarted {
            return;
        }
        let decompress = || {
            Self::builtin();
            *BACKGROUND.lock().unwrap_or_else(PoisonError::into_inner) = Background::Finished;
            FINISHED.notify_all();
        };
        // Without a thread, the first search decompresses them.
        if thread::Builder::new().spawn(decompress).is_ok() {
            *background = Background::Running;
        }
    }

    /// Returns the built-in weights; `None` if another thread decompresses them and
    /// has not finished after `time`.
    pub(crate) fn builtin_within(time: Duration) -> Option<&'static Self> {
        let background = BACKGROUND.lock().unwrap_or_else(PoisonError::into_inner);
        let is_running = |background: &mut Background| *background == Background::Running;
        // Waiting for nothing reads the clock too, std's, which panics in a browser.
        if *background == Background::Running {
            let (background, _) = FINISHED
                .wait_timeout_while(background, time, is_running)
                .unwrap_or_else(PoisonError::into_inner);
            if *background == Background::Running {
                return None;
            }
        } else {
            drop(background);
        }
        Some(Self::builtin())
    }

    /// Returns the built-in weights if they are decompressed.
    pub(crate) fn builtin_if_ready() -> Option<&'static Self> {
        BUILTIN.get()
    }

    /// The file of the built-in weights.
    pub const fn builtin_file() -> &'static [u8] {
        include_bytes!("../../weights/builtin.rwts")
    }

    /// Reads a weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let fold = Fold::new();
        let file = super::file::read(bytes, &format(&fold))?;
        let heads = std::array::from_fn(|empties| Head::from_numbers(&file.heads[empties]));
        let rows = |stage: &Vec<i16>| {
            let row = |number: usize| std::array::from_fn(|lane| stage[lane * fold.len() + number]);
            (0..fold.len()).map(row).collect()
        };
        let stages: Vec<Vec<Row>> = file.stages.iter().map(rows).collect();
        Ok(Self::new(&fold, &file.stage_of, &heads, &stages))
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
        // Lane by lane, since the numbers of a lane are alike.
        let numbers = |rows: &Vec<Row>| {
            let lane = |lane: usize| rows.iter().map(move |row| row[lane]);
            (0..=FACTORS).flat_map(lane).collect()
        };
        let file = File {
            stage_of: *stage_of,
            heads: heads.iter().map(|head| head.numbers().collect()).collect(),
            stages: stages.iter().map(numbers).collect(),
        };
        super::file::write(&file, &format(&Fold::new()))
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

/// Returns the format of the weights files.
pub(super) fn format(fold: &Fold) -> Format {
    let (patterns, terms) = (patterns::description(), terms::description());
    let description = format!("{patterns} {terms} factors {FACTORS}");
    Format {
        fingerprint: crate::hash::fnv1a(description.into_bytes()),
        head: HEAD,
        weights: fold.len(),
        factors: FACTORS * fold.len(),
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}
