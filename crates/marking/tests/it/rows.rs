//! Tables of tests in files: a row per line, with ` | ` between its columns.

use course::Course;
use transcript::{Case, Suite};

pub(crate) fn rows<const COLUMNS: usize>(
    table: &'static str,
) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    let rows = table.lines();
    let rows = rows.filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let columns: Vec<&str> = row.split(" | ").collect();
        let columns = columns.try_into();
        columns.unwrap_or_else(|_| panic!("{row:?} has not {COLUMNS} columns"))
    })
}

pub(crate) fn cases(course: &Course) -> Vec<Case> {
    let suite = Suite::load_strict(&course_tests::fixtures(course.name));
    suite.expect("the fixtures can be read").into_cases()
}

/// Returns the input and the right output of a case, or of typed lines that each end with `/`.
pub(crate) fn case(course: &Course, name: &str) -> (Vec<u8>, Vec<u8>) {
    if name.ends_with('/') {
        let input = name.replace('/', "\n").into_bytes();
        let right = course.outcome(&[], &input).expect("no options");
        return (input, right.stdout);
    }
    let case = cases(course).into_iter().find(|case| case.name == name);
    let case = case.unwrap_or_else(|| panic!("{} has no case {name}", course.name));
    let right = case.expected.expect("it has a snapshot").stdout;
    (case.input, right)
}
