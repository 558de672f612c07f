//! The cases of a course, exported.

#![cfg(unix)]

use transcript::{Case, Suite};

use crate::cli::{automarker, folder};

#[test]
fn the_cases_of_a_course_are_exported_as_they_are() {
    let folder = folder();
    let by_name = |mut cases: Vec<Case>| {
        // Only snapshots have a status.
        for expected in cases.iter_mut().filter_map(|case| case.expected.as_mut()) {
            expected.status = expected.status.filter(|status| *status != 0);
        }
        cases.sort_by(|one, two| one.name.cmp(&two.name));
        cases
    };
    for course in courses::ALL {
        let args = ["cases", "export", course.name, "--to", course.name];
        let (status, stdout, stderr) = automarker(&args, folder.path());
        assert_eq!(status, Some(0), "{stdout}{stderr}");
        let exported = Suite::find(&folder.path().join(course.name), Vec::new());
        let own = courses::cases::for_students(course).expect("it has cases");
        let exported = exported.expect("it is a suite").into_cases();
        assert_eq!(by_name(exported), by_name(own), "{}", course.name);
    }
}
