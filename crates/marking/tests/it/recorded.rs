//! Outputs that are there already, judged by the rules.

use course::Course;
use courses::{ALL, by_name};
use marking::diagnose::{BoardPair, board_pairs};
use marking::judge::{Recorded, judge_recorded};
use transcript::{Case, Expected};

use crate::rows::cases;

fn recorded(course: &Course, case: &Case, output: &[u8]) -> Option<Recorded> {
    // Our programs fail if the input ends before the game.
    let failed = |expected: &Expected| expected.status != Some(0);
    let truncated = case.expected.as_ref().is_some_and(failed);
    judge_recorded(course, &case.input, output, truncated)
}

#[test]
fn what_our_programs_print_and_save_is_right() {
    for course in ALL {
        let (mut all, mut finished) = (0, 0);
        for case in cases(course).into_iter().filter(|case| !case.unspecified) {
            let name = format!("{}/{}", course.name, case.name);
            let expected = case.expected.as_ref().expect("it has a snapshot");
            let Some(recorded) = recorded(course, &case, &expected.stdout) else {
                continue;
            };
            let judged = recorded.judged;
            let judged = judged.unwrap_or_else(|finding| panic!("{name}: {finding:?}"));
            for file in expected.files.values() {
                assert_eq!(judged.wrong_file(file), None, "{name}");
            }
            all += 1;
            finished += usize::from(judged.outcome.is_some());
        }
        assert!(
            all > 10 && finished > 4,
            "{}: {all}, {finished}",
            course.name
        );
    }
}

/// Returns a whole game of CMSC 201, with `from` replaced by `to` in its output.
fn cmsc201(from: &str, to: &str) -> (&'static Course, Case, String) {
    let course = by_name("cmsc201").expect("it is a course");
    let mut all = cases(course).into_iter();
    let whole = |case: &Case| !case.truncated_input && !case.unspecified;
    let case = all.find(whole).expect("there is one");
    let output = case
        .expected
        .as_ref()
        .expect("it has a snapshot")
        .stdout
        .clone();
    let output = String::from_utf8(output).expect("it is text");
    assert!(output.contains(from));
    (course, case, output.replace(from, to))
}

#[test]
fn other_words_are_right() {
    let (course, case, output) = cmsc201("CPU takes move: ", "I shall play ");
    let other = recorded(course, &case, output.as_bytes()).expect("it can be judged");
    assert!(other.judged.is_ok(), "{:?}", other.judged);
    // Without the course's prompt it is uncertain where the lines were read.
    let (course, case, output) = cmsc201("Enter a move: ", "Your move, please: ");
    assert!(recorded(course, &case, output.as_bytes()).is_none());
}

#[test]
fn an_output_that_ends_early_stopped_in_the_game() {
    let (course, case, output) = cmsc201("", "");
    let (half, _) = output.split_at(output.len() / 2);
    let end = half.rfind("\n\n").unwrap_or(half.len() / 2);
    if let Some(recorded) = recorded(course, &case, &half.as_bytes()[..end]) {
        assert!(recorded.judged.is_err());
    }
}

#[test]
fn the_first_wrong_board_is_shown_with_the_one_before() {
    let course = by_name("utoronto-a1").expect("it is a course");
    let input = b"cd\ncc\n";
    let right = course
        .outcome(&[], input)
        .expect("it has no options")
        .stdout;
    let pairs = board_pairs(course, input, &right, &right);
    assert!(pairs.len() == 3 && !pairs.iter().any(BoardPair::differ));
    let text = String::from_utf8(right.clone()).expect("it is text");
    // The second board has a disc of the first move, which is not flipped here.
    let wrong = text.replacen("BB", "BW", 1);
    let pairs = board_pairs(course, input, &right, wrong.as_bytes());
    let found = pairs.into_iter().find(BoardPair::differ);
    let found = found.expect("a board differs");
    assert!(found.before.is_some());
    let (expected, printed) = (found.expected.count(), found.printed.count());
    assert_eq!(
        (expected.black, expected.white),
        (printed.black + 1, printed.white - 1)
    );
}
