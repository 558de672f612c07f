//! The verdict on a case.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The verdict on a case, in the words of every report.
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
    Deserialize,
    Serialize,
    VariantArray,
)]
pub enum Verdict {
    #[default]
    #[serde(rename = "ok")]
    Ok,
    /// It printed or wrote something else than expected.
    #[serde(rename = "wrong output")]
    WrongOutput,
    /// It exceeded its wall-clock or CPU time limit.
    #[serde(rename = "timeout")]
    Timeout,
    /// A signal killed it, or its exit status reports a failure.
    #[serde(rename = "crashed")]
    Crashed,
    #[serde(rename = "output limit")]
    OutputLimit,
    #[serde(rename = "memory limit")]
    MemoryLimit,
    /// The machine ran out of a resource whenever it ran.
    #[serde(rename = "exceeded its limits")]
    LimitsExceeded,
    /// The program does not exist, or the system cannot run it.
    #[serde(rename = "could not start")]
    CouldNotStart,
    #[serde(rename = "build failed")]
    BuildFailed,
    /// It was not run: earlier cases timed out, or there was no time left.
    #[serde(rename = "skipped")]
    Skipped,
    #[serde(rename = "not marked")]
    NotMarked,
}

impl Verdict {
    pub const ALL: &[Self] = Self::VARIANTS;
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}
