//! Fixtures, run in memory as a web page runs them.

use std::path::PathBuf;

use courses::ALL;
use transcript::Suite;

pub(crate) fn fixtures() -> PathBuf {
    course_tests::workspace().join("fixtures")
}

/// The number of cases per course that run without arguments.
const CASES: usize = 10;

#[test]
fn a_case_has_the_outcome_of_its_process() {
    for course in ALL {
        let suite = Suite::load_strict(&fixtures().join(course.name)).expect("it has fixtures");
        let (without, with) = suite
            .cases()
            .iter()
            .partition::<Vec<_>, _>(|case| case.args.is_empty());
        for case in with.into_iter().chain(without.into_iter().take(CASES)) {
            let name = format!("{}/{}", course.name, case.name);
            let outcome = course.outcome(&case.args, &case.input).expect(&name);
            let expected = case.expected.as_ref().expect("it has a snapshot");
            assert_eq!(outcome.stdout, expected.stdout, "{name}");
            assert_eq!(outcome.files, expected.files, "{name}");
            assert_eq!(Some(outcome.status), expected.status, "{name}");
        }
    }
}
