//! `cases.toml`: the settings of cases.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use toml::de::{DeTable, ValueDeserializer};

use super::{Case, Spelling, SuiteError};

/// A table that is no case.
const RUBRIC: &str = "rubric";

#[derive(Debug, Default)]
pub(super) struct SuiteSettings {
    path: PathBuf,
    defaults: CaseSettings,
    tables: Vec<NamedTable>,
}

#[derive(Debug)]
struct NamedTable {
    name: String,
    line: usize,
    table: CaseSettings,
    is_used: bool,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CaseSettings {
    args: Option<Vec<String>>,
    #[serde(deserialize_with = "weight")]
    weight: Option<f64>,
    hidden: Option<bool>,
    unspecified: Option<bool>,
    truncated_input: Option<bool>,
    spelling: Option<Spelling>,
    criterion: Option<String>,
    handout: Option<String>,
    #[serde(deserialize_with = "seconds")]
    wall: Option<Duration>,
    #[serde(deserialize_with = "seconds")]
    cpu: Option<Duration>,
    #[serde(deserialize_with = "mebibytes")]
    memory: Option<u64>,
    #[serde(deserialize_with = "mebibytes")]
    output: Option<u64>,
    processes: Option<NonZeroUsize>,
}

impl SuiteSettings {
    pub(super) fn parse(folder: &Path, path: &str, text: &[u8]) -> Result<Self, SuiteError> {
        let path = folder.join(path);
        let text = String::from_utf8_lossy(text);
        match Self::read(&text) {
            Ok(settings) => Ok(Self { path, ..settings }),
            Err(mut source) => {
                // The error then shows the line.
                source.set_input(Some(&text));
                Err(SuiteError::Settings(path, Box::new(source)))
            }
        }
    }

    fn read(text: &str) -> Result<Self, toml::de::Error> {
        let mut settings = Self::default();
        for (name, value) in DeTable::parse(text)?.into_inner() {
            let start = name.span().start;
            let name = name.into_inner().into_owned();
            if name == RUBRIC {
                continue;
            }
            let table = CaseSettings::deserialize(ValueDeserializer::from(value))?;
            if name == "defaults" {
                settings.defaults = table;
                continue;
            }
            settings.tables.push(NamedTable {
                name,
                line: 1 + text[..start].matches('\n').count(),
                table,
                is_used: false,
            });
        }
        // A case's table is applied after patterns, and so sorted before them.
        settings.tables.sort_by_key(|it| !it.name.contains('*'));
        Ok(settings)
    }

    pub(super) fn apply(&mut self, case: &mut Case) {
        self.defaults.apply(case);
        self.apply_own(case);
    }

    /// Applies only the table of this case: it comes from elsewhere, so patterns do not apply.
    pub(super) fn apply_own(&mut self, case: &mut Case) {
        for named in &mut self.tables {
            if fits(&named.name, &case.name) {
                named.is_used = true;
                named.table.apply(case);
            }
        }
    }

    pub(super) fn check_all_used(self) -> Result<(), SuiteError> {
        match self.tables.into_iter().find(|named| !named.is_used) {
            Some(NamedTable { name, line, .. }) => Err(SuiteError::NoCase(self.path, line, name)),
            None => Ok(()),
        }
    }
}

impl CaseSettings {
    /// Returns the settings of `case` that differ from the defaults, except limits.
    pub(super) fn of(case: &Case) -> Self {
        fn changed<T: Clone + PartialEq>(value: &T, usual: &T) -> Option<T> {
            (value != usual).then(|| value.clone())
        }
        let usual = Case::new("", "");
        Self {
            args: changed(&case.args, &usual.args),
            weight: changed(&case.weight, &usual.weight),
            hidden: changed(&case.hidden, &usual.hidden),
            unspecified: changed(&case.unspecified, &usual.unspecified),
            truncated_input: changed(&case.truncated_input, &usual.truncated_input),
            spelling: changed(&case.spelling, &usual.spelling),
            criterion: case.criterion.clone(),
            handout: case.handout.clone(),
            ..Self::default()
        }
    }

    fn apply(&self, case: &mut Case) {
        fn set<T: Clone>(setting: Option<&T>, value: &mut T) {
            if let Some(setting) = setting {
                value.clone_from(setting);
            }
        }
        set(self.args.as_ref(), &mut case.args);
        set(self.weight.as_ref(), &mut case.weight);
        set(self.hidden.as_ref(), &mut case.hidden);
        set(self.unspecified.as_ref(), &mut case.unspecified);
        set(self.truncated_input.as_ref(), &mut case.truncated_input);
        set(self.spelling.as_ref(), &mut case.spelling);
        let limits = &mut case.limits;
        case.criterion = self.criterion.clone().or(case.criterion.take());
        case.handout = self.handout.clone().or(case.handout.take());
        limits.wall = self.wall.or(limits.wall);
        limits.cpu = self.cpu.or(limits.cpu);
        limits.memory = self.memory.or(limits.memory);
        limits.output = self.output.or(limits.output);
        limits.processes = self.processes.map(NonZeroUsize::get).or(limits.processes);
    }
}

fn fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(name) = name.strip_prefix(start) else {
        return false;
    };
    let mut ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    ends.any(|at| fits(rest, &name[at..]))
}

fn weight<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let weight = f64::deserialize(deserializer)?;
    if weight.is_finite() && weight >= 0.0 {
        return Ok(Some(weight));
    }
    let expected = "a number that is not negative";
    Err(D::Error::invalid_value(
        Unexpected::Float(weight),
        &expected,
    ))
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    let duration = Duration::try_from_secs_f64(seconds).ok();
    let duration = duration.filter(|duration| !duration.is_zero());
    let expected = "a number of seconds greater than 0";
    let wrong = || D::Error::invalid_value(Unexpected::Float(seconds), &expected);
    duration.ok_or_else(wrong).map(Some)
}

fn mebibytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let mebibytes = u64::deserialize(deserializer)?;
    let bytes = mebibytes.checked_mul(1 << 20).filter(|&bytes| bytes > 0);
    let expected = "a number of MiB greater than 0";
    let wrong = || D::Error::invalid_value(Unexpected::Unsigned(mebibytes), &expected);
    bytes.ok_or_else(wrong).map(Some)
}
