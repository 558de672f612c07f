//! The transcripts of a course as tests, one per case.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use transcript::{Case, Suite};

use crate::{accept, check, fixtures, run};

/// The settings of a run of transcripts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The emulator, such as Wine, that runs the program.
    pub runner: Option<PathBuf>,
    /// If set, what the program prints replaces its snapshots.
    pub accept: bool,
}

/// Runs `program` on the transcripts of `course` whose names the command line selects, as
/// that of any test. It is the whole `main` of a course's `tests/transcripts.rs`.
pub fn main(course: &str, program: &str) -> ExitCode {
    let trials = trials(course, Path::new(program), &[], &Options::default());
    // What is wrong with the fixtures as a whole fails as a test, too.
    let failed = |error: Box<dyn Error>| {
        let error = error.to_string();
        vec![Trial::test(course, move || Err(error.into()))]
    };
    let trials = trials.unwrap_or_else(failed);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Returns a test for each of the cases of `course` called `names`, or for all of them if
/// there are no names.
pub fn trials(
    course: &str,
    program: &Path,
    names: &[String],
    options: &Options,
) -> Result<Vec<Trial>, Box<dyn Error>> {
    let suite = Suite::load_strict(&fixtures(course))?;
    let unknown = |name: &&String| suite.cases().iter().all(|case| case.name != **name);
    if let Some(name) = names.iter().find(unknown) {
        return Err(format!("fixtures/{course} has no case {name:?}").into());
    }
    let folder = suite.folder().to_owned();
    let asked_for = |case: &Case| names.is_empty() || names.contains(&case.name);
    let cases = suite.into_cases().into_iter().filter(asked_for);
    let trial = |case: Case| {
        let (folder, program, options) = (folder.clone(), program.to_owned(), options.clone());
        Trial::test(format!("{course}/{}", case.name), move || {
            let outcome = run(options.runner.as_deref(), &program, &case)?;
            if options.accept {
                accept(&folder, &case.name, &outcome)?;
            }
            Ok(check(&folder, &case.name, &outcome)?)
        })
    };
    Ok(cases.map(trial).collect())
}
