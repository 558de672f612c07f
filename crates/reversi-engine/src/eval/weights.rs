//! The weights of the patterns, and the evaluation of a position.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::file::{File, Format};
use super::patterns::{CLASS_COUNT, LAYOUT_CONST};
use super::{Evaluator, Features, Fold, View, WeightsError, patterns, terms};

/// The greatest evaluation: 64 discs, in hundredths of a disc.
pub const MAX_SCORE: i32 = 6400;

/// The number of possible counts of empty squares, 0 to 60.
pub const STAGES: usize = 61;

/// The weights of one stage: those of the patterns, class by class, then those of the
/// terms. The padding at the end makes every offset plus an index of 16 bits valid, so
/// that the compiler omits all bounds checks.
pub(super) type Table = [i16; LAYOUT_CONST.classes[CLASS_COUNT - 1].offset + (1 << 16)];

/// A pattern evaluation: the sum of one weight per feature, one per term, and a bias.
#[derive(Clone)]
pub struct Weights {
    /// The weights by number of empty squares. Those of a stage are shared.
    tables: [Arc<Table>; STAGES],
    biases: [i16; STAGES],
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
        let file = super::file::read(bytes, &format())?;
        Ok(Self::from_stages(
            &file.stage_of,
            &file.biases,
            &file.stages,
        ))
    }

    /// Makes weights from their stages: the stage and the bias for each number of
    /// empty squares, and the weights of each stage, in the order of [`Fold`].
    ///
    /// # Panics
    ///
    /// Panics if `stage_of` contains an index outside of `stages`, or if the length
    /// of a stage is not [`Fold::len`].
    pub fn from_stages(
        stage_of: &[u8; STAGES],
        biases: &[i16; STAGES],
        stages: &[Vec<i16>],
    ) -> Self {
        let fold = Fold::new();
        let tables: Vec<Arc<Table>> = stages
            .iter()
            .map(|weights| {
                assert_eq!(weights.len(), fold.len());
                let mut table: Vec<i16> = fold
                    .all()
                    .iter()
                    .map(|&number| weights[number as usize])
                    .collect();
                table.resize(size_of::<Table>() / 2, 0);
                Arc::<[i16]>::from(table)
                    .try_into()
                    .expect("it has the length of a table")
            })
            .collect();
        Self {
            tables: stage_of.map(|stage| Arc::clone(&tables[usize::from(stage)])),
            biases: *biases,
        }
    }

    /// Returns the bytes of a weights file. The arguments are those of
    /// [`Weights::from_stages`].
    pub fn to_bytes(
        stage_of: &[u8; STAGES],
        biases: &[i16; STAGES],
        stages: &[Vec<i16>],
    ) -> Vec<u8> {
        let file = File {
            stage_of: *stage_of,
            biases: *biases,
            stages: stages.to_vec(),
        };
        super::file::write(&file, &format())
    }

    /// Returns the expected final disc difference for the side to move, in
    /// hundredths of a disc, from `-MAX_SCORE` to [`MAX_SCORE`].
    #[inline(always)]
    pub fn evaluate(&self, features: &Features, view: &View) -> i32 {
        let empties = (view.empties() as usize).min(STAGES - 1);
        let table = &*self.tables[empties];
        let mut sum = i32::from(self.biases[empties]);
        macro_rules! add {
            ($($class:literal)*) => {
                $(
                    // Constants, so that the compiler unrolls the loop and proves
                    // that the index is in bounds.
                    const { assert!($class < CLASS_COUNT) };
                    let class = const { LAYOUT_CONST.classes[$class] };
                    for lane in class.first_lane..class.end_lane {
                        sum += i32::from(table[class.offset + usize::from(features.0[lane])]);
                    }
                )*
            };
        }
        add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        for number in terms::weights_of(view) {
            sum += i32::from(table[LAYOUT_CONST.weights + number]);
        }
        sum.clamp(-MAX_SCORE, MAX_SCORE)
    }
}

/// Returns a hash that identifies the patterns and the terms.
fn fingerprint() -> u64 {
    let description = format!("{} {}", patterns::description(), terms::description());
    crate::hash::fnv1a(description.into_bytes())
}

/// Returns the format of the weights files.
pub(super) fn format() -> Format {
    Format {
        fingerprint: fingerprint(),
        weights: Fold::new().len(),
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

impl Evaluator for Weights {
    type State = Features;

    #[inline(always)]
    fn of(&self, player: u64, opponent: u64) -> Features {
        Features::of(player, opponent)
    }

    #[inline(always)]
    fn after(&self, state: &Features, square: u32, flips: u64) -> Features {
        state.after(square, flips)
    }

    #[inline(always)]
    fn after_pass(&self, state: &Features) -> Features {
        state.after_pass()
    }

    #[inline(always)]
    fn evaluate(&self, state: &Features, view: &View) -> i32 {
        Weights::evaluate(self, state, view)
    }
}
