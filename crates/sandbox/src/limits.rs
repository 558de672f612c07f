//! The limits of a process.

use std::time::Duration;

/// The limits of a program together with everything that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Wall-clock time, from its start to its end.
    pub wall: Duration,
    /// CPU time of all its processes together.
    pub cpu: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
    /// Standard output, in bytes, and as much again for standard error.
    pub output: usize,
    /// The number of processes and threads at a time.
    pub processes: usize,
    /// The length of all files that it has written, in bytes.
    pub disk: u64,
    /// The number of those files.
    pub files: u64,
}

#[cfg(unix)]
impl Limits {
    /// Returns the length that the system allows a file: longer than output may be, so that
    /// output is seen to be too long.
    pub(crate) fn file_size(&self) -> u64 {
        (64 << 20).max(self.output as u64 + 1)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            memory: 1 << 30,
            output: 8 << 20,
            processes: 100,
            disk: 256 << 20,
            files: 16 << 10,
        }
    }
}
