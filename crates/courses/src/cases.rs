//! The courses' own cases, the repository's fixtures, embedded so that an installed marker and
//! the playground need no other files.

use std::path::Path;

use course::Course;
use include_dir::{Dir, include_dir};
use transcript::{Case, Suite, SuiteError};

static FIXTURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../fixtures");

/// Returns the cases of `course`. Their arguments are options of our program.
pub fn of(course: &Course) -> Result<Vec<Case>, SuiteError> {
    let files = FIXTURES
        .get_dir(course.name)
        .into_iter()
        .flat_map(Dir::files)
        .filter_map(|file| Some((file.path().file_name()?, file.contents())));
    Ok(Suite::from_files(Path::new(course.name), files)?.into_cases())
}

/// Returns the cases without arguments, for students' programs, which have no options.
pub fn for_students(course: &Course) -> Result<Vec<Case>, SuiteError> {
    let mut cases = of(course)?;
    for case in &mut cases {
        case.args.clear();
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;
    use std::fs;

    #[test]
    fn every_case_has_its_place_in_the_handout() {
        for course in ALL {
            for case in of(course).expect("the fixtures are a suite") {
                let name = format!("{}/{}", course.name, case.name);
                let handout = case.handout.expect(&name);
                // It is printed beside the case's name.
                let length = handout.chars().count();
                assert!((5..=50).contains(&length), "{name}: {handout:?}");
            }
        }
    }

    /// Fails if the build missed a change, or ran for another checkout with the same target
    /// folder.
    #[test]
    fn the_embedded_fixtures_are_those_of_this_checkout() {
        let fixtures = course_tests::workspace().join("fixtures");
        for course in ALL {
            let embedded = FIXTURES
                .get_dir(course.name)
                .into_iter()
                .flat_map(Dir::files);
            let mut count = 0;
            for file in embedded {
                let found = fs::read(fixtures.join(file.path()));
                assert!(
                    found.is_ok_and(|bytes| bytes == file.contents()),
                    "{file:?}"
                );
                count += 1;
            }
            let files = fs::read_dir(fixtures.join(course.name)).expect("it has fixtures");
            assert_eq!(count, files.count(), "{}", course.name);
        }
    }
}
