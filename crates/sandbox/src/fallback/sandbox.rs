//! A sandbox: a folder, and what its programs are refused.

use std::path::{Path, PathBuf};

use super::system::check;
use crate::{Level, Policy, SandboxError};

/// A place in which programs run one after the other, each in a scratch folder
/// that it finds without what the last one left there.
#[derive(Debug)]
pub struct Sandbox {
    scratch: PathBuf,
    level: Level,
    missing: Vec<String>,
}

impl Sandbox {
    /// Makes a sandbox whose programs run in the folder `scratch`, which must
    /// exist and belong to it alone.
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
                Err(why) => missing.push(format!("level {level} is not to be had: {why}")),
            }
        }
        Err(SandboxError::TooWeak(missing))
    }

    /// The folder that every program finds as its working directory.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// The level that the system has given.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns the phrase of a report on who enforces the limits.
    pub fn limited_by(&self) -> String {
        "memory and processes are checked every 20 ms".to_owned()
    }

    /// The reasons why it is no stronger level; each entry is a phrase.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }
}
