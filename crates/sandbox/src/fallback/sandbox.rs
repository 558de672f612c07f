//! A sandbox: a folder, and what its programs must not reach.

use std::path::{Path, PathBuf};

use super::system::check;
use crate::{Level, Policy, SandboxError};

/// A place that runs one program at a time, each in a scratch folder without the files of the last
/// one.
#[derive(Debug)]
pub struct Sandbox {
    scratch: PathBuf,
    level: Level,
    missing: Vec<String>,
}

impl Sandbox {
    /// Makes a sandbox in the existing folder `scratch`, which must belong to it alone.
    pub fn start(policy: &Policy, scratch: &Path) -> Result<Self, SandboxError> {
        let mut missing = Vec::new();
        for level in policy.requirement.levels() {
            match check(level) {
                Ok(()) => {
                    return Ok(Self {
                        scratch: scratch.to_owned(),
                        level,
                        missing,
                    });
                }
                Err(why) => missing.push(format!("level {level} is not available: {why}")),
            }
        }
        Err(SandboxError::TooWeak(missing))
    }

    /// The folder that every program gets as its working directory.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// The level that was reached.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns who enforces the limits, as a phrase for a report.
    pub fn limited_by(&self) -> String {
        "memory and processes are checked every 20 ms".to_owned()
    }

    /// The reasons why the level is not stronger; each entry is a phrase.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }
}
