//! The cases of a folder, with what each expects.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use transcript::{Outcome, Suite, SuiteError};

/// One case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The arguments that the program gets besides its own.
    pub args: Vec<String>,
    /// Standard input.
    pub input: Vec<u8>,
    /// What should come of it, where the case says so.
    pub expected: Option<Expected>,
    /// The points it is worth.
    pub weight: f64,
    /// Whether students are not to see what it asks for.
    pub hidden: bool,
    /// Whether it asks for what the handout does not say.
    pub beyond_handout: bool,
    /// The limits that are its own.
    pub limits: Overrides,
}

/// What should come of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Files in the working directory.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The exit status, where it matters.
    pub status: Option<i32>,
}

/// The limits that a case sets itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Wall time.
    pub wall: Option<Duration>,
    /// CPU time.
    pub cpu: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Output in bytes.
    pub output: Option<u64>,
    /// Processes.
    pub processes: Option<usize>,
}

/// The cases in `folder`.
pub fn load(folder: &Path) -> Result<Vec<Case>, SuiteError> {
    let suite = Suite::load(folder)?;
    let case = |case: &transcript::Case| {
        let path = folder.join(format!("{}.snap", case.name));
        let expected = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(SuiteError::Unreadable { path, source }),
        };
        let expected = expected.as_deref().and_then(|text| {
            let (_, report) = text.split_once("---\n")?.1.split_once("---\n")?;
            Outcome::from_report(report).ok()
        });
        Ok(Case {
            name: case.name.clone(),
            args: case.args.clone(),
            input: case.input.clone(),
            expected: expected.map(|outcome| Expected {
                stdout: outcome.stdout,
                files: outcome.files,
                status: Some(outcome.status),
            }),
            weight: 1.0,
            hidden: false,
            beyond_handout: false,
            limits: Overrides::default(),
        })
    };
    suite.cases().iter().map(case).collect()
}
