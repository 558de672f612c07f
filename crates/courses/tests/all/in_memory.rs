//! Every fixture, run in memory as a web page runs it.

use std::path::{Path, PathBuf};

use courses::ALL;
use transcript::Suite;

/// The folder of all fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

#[test]
fn every_case_has_the_outcome_of_its_process() {
    for course in &ALL {
        let suite = Suite::load(&fixtures().join(course.name)).expect("it has fixtures");
        for case in suite.cases() {
            let name = format!("{}/{}", course.name, case.name);
            let outcome = course.outcome(&case.args, &case.input).expect(&name);
            let expected = case.expected.as_ref().expect("it has a snapshot");
            assert_eq!(outcome.stdout, expected.stdout, "{name}");
            assert_eq!(outcome.files, expected.files, "{name}");
            assert_eq!(Some(outcome.status), expected.status, "{name}");
        }
    }
}
