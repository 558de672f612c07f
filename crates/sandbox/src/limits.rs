use std::time::Duration;

/// The limits of a program together with everything that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Wall-clock time from start to end.
    pub wall: Duration,
    /// CPU time of all processes together.
    pub cpu: Duration,
    /// Memory of all processes together, in bytes.
    pub memory: u64,
    /// Length of standard output, in bytes, and the same for standard error.
    pub output: usize,
    /// The number of processes and threads at any time.
    pub processes: usize,
    /// The total length of the files that it has written, in bytes.
    pub disk: u64,
    /// The number of those files.
    pub files: u64,
}

#[cfg(unix)]
impl Limits {
    /// Returns the limit of a file's length for the system: more than the output limit, so that a
    /// check sees output that is too long.
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
