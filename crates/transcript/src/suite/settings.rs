//! `cases.toml`: the settings of cases.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{Case, Expected, Overrides, SuiteError};

/// The whole file: the defaults, then one table per case.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Settings {
    #[serde(skip)]
    path: PathBuf,
    #[serde(default)]
    defaults: Table,
    #[serde(flatten)]
    cases: BTreeMap<String, Table>,
}

/// One table, of a case or of the defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    args: Option<Vec<String>>,
    weight: Option<f64>,
    hidden: Option<bool>,
    unspecified: Option<bool>,
    truncated_input: Option<bool>,
    handout: Option<String>,
    wall: Option<f64>,
    cpu: Option<f64>,
    memory: Option<u64>,
    output: Option<u64>,
    processes: Option<usize>,
}

impl Settings {
    /// Parses the text of the file `path` below `folder`.
    pub(super) fn parse(folder: &Path, path: &str, text: &[u8]) -> Result<Self, SuiteError> {
        let path = folder.join(path);
        match toml::from_slice::<Self>(text) {
            Ok(settings) => Ok(Self { path, ..settings }),
            Err(source) => Err(SuiteError::Settings(path, Box::new(source))),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the settings of the case `name`, and returns the case with them. Without a
    /// setting, it is hidden if `private` is set.
    pub(super) fn case(
        &mut self,
        name: String,
        input: Vec<u8>,
        expected: Option<Expected>,
        private: bool,
    ) -> Result<Case, OutOfRange> {
        let own = self.cases.remove(&name).unwrap_or_default();
        let defaults = &self.defaults;
        let out_of_range = |(key, wanted)| OutOfRange {
            table: name.clone(),
            key,
            wanted,
        };
        let weight = own.weight.or(defaults.weight).unwrap_or(1.0);
        if !weight.is_finite() || weight < 0.0 {
            return Err(out_of_range(("weight", "a number that is not negative")));
        }
        let truncated_input = own.truncated_input.or(defaults.truncated_input);
        let limits = own.limits(defaults).map_err(out_of_range)?;
        Ok(Case {
            name,
            args: own.args.or(defaults.args.clone()).unwrap_or_default(),
            input,
            expected,
            weight,
            hidden: own.hidden.or(defaults.hidden).unwrap_or(private),
            unspecified: own.unspecified.or(defaults.unspecified).unwrap_or(false),
            truncated_input: truncated_input.unwrap_or(false),
            handout: own.handout.or(defaults.handout.clone()),
            limits,
        })
    }

    /// A case whose settings were not taken: it has no files.
    pub(super) fn left_over(&mut self) -> Option<String> {
        self.cases.pop_first().map(|(case, _)| case)
    }
}

impl Table {
    fn limits(&self, defaults: &Self) -> Result<Overrides, Wrong> {
        Ok(Overrides {
            wall: seconds("wall", self.wall.or(defaults.wall))?,
            cpu: seconds("cpu", self.cpu.or(defaults.cpu))?,
            memory: mebibytes("memory", self.memory.or(defaults.memory))?,
            output: mebibytes("output", self.output.or(defaults.output))?,
            processes: match self.processes.or(defaults.processes) {
                Some(0) => return Err(("processes", "at least 1")),
                processes => processes,
            },
        })
    }
}

/// A key, and what its value must be.
type Wrong = (&'static str, &'static str);

fn seconds(key: &'static str, seconds: Option<f64>) -> Result<Option<Duration>, Wrong> {
    seconds
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|duration| !duration.is_zero())
                .ok_or((key, "a number of seconds greater than 0"))
        })
        .transpose()
}

fn mebibytes(key: &'static str, mebibytes: Option<u64>) -> Result<Option<u64>, Wrong> {
    mebibytes
        .map(|mebibytes| {
            mebibytes
                .checked_mul(1 << 20)
                .filter(|&bytes| bytes > 0)
                .ok_or((key, "a number of MiB greater than 0"))
        })
        .transpose()
}

/// A setting with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} of case {table:?} must be {wanted}")]
pub struct OutOfRange {
    table: String,
    key: &'static str,
    wanted: &'static str,
}
