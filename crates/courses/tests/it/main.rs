//! Tests of all courses.

mod any_input;
#[path = "../../../reversi-core/tests/it/laws.rs"]
mod laws;
mod observer;
#[path = "../../../reversi-core/tests/it/perft.rs"]
mod perft;
mod typed;
mod workspace;

use course::Course;
use courses::{ALL, by_name};
use reversi_core::{Rules, Size};

fn games() -> Vec<Rules> {
    let ends = |course: &Course| {
        let rules = course.program.rules();
        [rules[0], rules[rules.len() - 1]]
    };
    ALL.iter().flat_map(ends).collect()
}

#[test]
fn the_leaves_of_the_courses_games_are_those_that_were_counted() {
    let rules = |name: &str, size: Size| {
        let course = by_name(name).expect("the files name courses");
        let mut rules = course.program.rules().into_iter();
        let rules = rules.find(|rules| rules.size == size);
        rules.expect("the course has a board of this size")
    };
    let package = course_tests::workspace().join("crates/courses");
    assert_eq!(perft::check_files(&package, rules), 3);
}
