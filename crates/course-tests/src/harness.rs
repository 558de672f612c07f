//! A course's fixtures as the named tests of `cargo test`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use transcript::Suite;

use crate::{check, folder, run};

/// Runs `program` on every fixture of `course`, a test each, with the command
/// line of any Rust test.
pub fn harness(course: &str, program: &str) -> ExitCode {
    let program = Arc::new(PathBuf::from(program));
    let trials = match Suite::load(&folder(course)) {
        Ok(suite) => {
            let folder = Arc::new(suite.folder().to_owned());
            let trial = |case: &transcript::Case| {
                let (program, folder, case) = (program.clone(), folder.clone(), case.clone());
                Trial::test(case.name.clone(), move || {
                    let outcome = run(&program, &case)?;
                    check(&folder, &case.name, &outcome)?;
                    Ok(())
                })
            };
            suite.cases().iter().map(trial).collect()
        }
        Err(error) => vec![Trial::test("fixtures", move || Err(error.into()))],
    };
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
