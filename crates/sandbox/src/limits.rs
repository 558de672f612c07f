//! What a program may use.

use std::time::Duration;

/// What a program may use, together with all it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time from its start to its end.
    pub wall: Duration,
    /// The processor time of all its processes together.
    pub cpu: Duration,
    /// The resident memory of all its processes together, in bytes. A page
    /// that two of them share counts twice.
    pub memory: u64,
    /// What it may write to standard output, in bytes; as much again may go to
    /// standard error.
    pub output: usize,
    /// How many processes it may be at a time.
    pub processes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            memory: 1 << 30,
            output: 8 << 20,
            processes: 64,
        }
    }
}
