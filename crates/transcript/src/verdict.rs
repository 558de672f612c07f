//! The verdict on a case.

use strum::{Display, EnumString, VariantArray};

/// The verdict on a case, in the words that every report uses.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Display,
    EnumString,
    VariantArray,
)]
pub enum Verdict {
    /// The program did what the case requires.
    #[default]
    #[strum(serialize = "ok")]
    Ok,
    /// It printed or wrote something else.
    #[strum(serialize = "wrong output")]
    WrongOutput,
    /// It exceeded its wall-clock or CPU time limit.
    #[strum(serialize = "timeout")]
    Timeout,
    /// A signal killed it, or its exit status reports a failure.
    #[strum(serialize = "crashed")]
    Crashed,
    #[strum(serialize = "output limit")]
    OutputLimit,
    #[strum(serialize = "memory limit")]
    MemoryLimit,
    /// The machine ran out of something whenever it was run.
    #[strum(serialize = "exceeded its limits")]
    LimitsExceeded,
    /// The program does not exist, or the system cannot run it.
    #[strum(serialize = "could not start")]
    CouldNotStart,
    #[strum(serialize = "build failed")]
    BuildFailed,
    /// It was not run, because the cases before it timed out, or because the time
    /// for all of them was up.
    #[strum(serialize = "skipped")]
    Skipped,
    /// The marker itself failed.
    #[strum(serialize = "not marked")]
    NotMarked,
}

impl Verdict {
    pub const ALL: &[Self] = Self::VARIANTS;
}
