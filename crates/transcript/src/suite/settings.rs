//! `cases.toml`: what is known of a case beside its files.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use super::Overrides;

/// The whole file: the defaults, then one table a case.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Settings {
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
    beyond_handout: Option<bool>,
    open_end: Option<bool>,
    wall: Option<f64>,
    cpu: Option<f64>,
    memory: Option<u64>,
    output: Option<u64>,
    processes: Option<usize>,
}

/// A table with the defaults filled in.
pub(super) struct Settled {
    pub(super) args: Vec<String>,
    pub(super) weight: f64,
    pub(super) hidden: bool,
    pub(super) beyond_handout: bool,
    pub(super) open_end: bool,
    pub(super) limits: Overrides,
}

impl Settings {
    /// What is set for `case`, which is then taken out.
    pub(super) fn take(&mut self, case: &str) -> Result<Settled, OutOfRange> {
        let own = self.cases.remove(case).unwrap_or_default();
        own.settle(&self.defaults)
            .map_err(|(key, wanted)| OutOfRange {
                table: case.to_owned(),
                key,
                wanted,
            })
    }

    /// A case that nobody took: its files are not there.
    pub(super) fn left_over(&mut self) -> Option<String> {
        self.cases.pop_first().map(|(case, _)| case)
    }
}

impl Table {
    fn settle(self, defaults: &Self) -> Result<Settled, (&'static str, &'static str)> {
        let weight = self.weight.or(defaults.weight).unwrap_or(1.0);
        if !weight.is_finite() || weight < 0.0 {
            return Err(("weight", "a number that is not negative"));
        }
        Ok(Settled {
            args: self
                .args
                .or_else(|| defaults.args.clone())
                .unwrap_or_default(),
            weight,
            hidden: self.hidden.or(defaults.hidden).unwrap_or(false),
            beyond_handout: self
                .beyond_handout
                .or(defaults.beyond_handout)
                .unwrap_or(false),
            open_end: self.open_end.or(defaults.open_end).unwrap_or(false),
            limits: Overrides {
                wall: seconds("wall", self.wall.or(defaults.wall))?,
                cpu: seconds("cpu", self.cpu.or(defaults.cpu))?,
                memory: mebibytes("memory", self.memory.or(defaults.memory))?,
                output: mebibytes("output", self.output.or(defaults.output))?,
                processes: match self.processes.or(defaults.processes) {
                    Some(0) => return Err(("processes", "at least 1")),
                    processes => processes,
                },
            },
        })
    }
}

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

/// A setting whose value no case can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    table: String,
    key: &'static str,
    wanted: &'static str,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, key, wanted } = self;
        write!(f, "{key} of case {table:?} must be {wanted}")
    }
}

impl std::error::Error for OutOfRange {}
