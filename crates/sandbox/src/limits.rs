//! The limits of a process.

use std::time::Duration;

/// The limits of a program together with everything that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time, from its start to its end.
    pub wall: Duration,
    /// CPU time of all its processes together.
    pub cpu: Duration,
    /// Resident memory of all its processes together, in bytes. A page that two
    /// of them share counts twice.
    pub memory: u64,
    /// Standard output, in bytes, and as much again for standard error.
    pub output: usize,
    /// The number of processes at a time.
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
