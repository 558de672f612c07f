//! A course that nobody teaches, written as COURSES.md says: 6×6, in words of its own. Both
//! judges take it as they take the others.

use std::sync::LazyLock;

use course::Course;
use course_file::Loaded;
use marking::diagnose::{BoardPair, board_pairs};
use marking::judge::judge_recorded;
use marking::judge::text::Mismatch;
use marking::report::Context;

use crate::rows::whole_game;

const FILE: &str = r##"
title = "A course of the tests"
strictness = "final-newline"
sides = ["#", "o"]
side_aliases = [["black"], ["white"]]

[game]
rows = 6
cols = 6

[squares]
typed = ["{row:a}{col:a}"]

[board]
black = "#"
white = "o"
above = "  {cols:a}"
FRAME

[says]
start = ""
turn = "{board}\n{disc} > "
played = ""
refused = ""
passed = "{disc} must pass"
over = "{board}"
won = "{side} has won"
drawn = "a draw"
"##;

const FRAMES: [&str; 4] = [
    r#"row = "{row:a} {cells}"; between = " "; empty = "-""#,
    r#"row = "{row:a} | {cells} |\n  +{cols:---+}"; between = " | "; empty = " ""#,
    r#"row = "{row:a}[{cells}]"; between = "]["; empty = "·""#,
    r#"row = "{row:a} ║{cells}║\n  ╠{cols:═╬}"; between = "║"; empty = "-"; legal = "*""#,
];

fn loaded(frame: &str) -> Loaded {
    let text = FILE.replace("FRAME", &frame.replace("; ", "\n"));
    course_file::read("sixth", &text).expect("it is a course")
}

fn course() -> &'static Course {
    static COURSE: LazyLock<&Course> = LazyLock::new(|| loaded(FRAMES[0]).course);
    &COURSE
}

fn played() -> (String, String) {
    let input = whole_game(course(), "", |_| 0);
    let outcome = course().outcome(&[], &input).expect("no options");
    assert_eq!(outcome.status, 0);
    let [input, output] = [input, outcome.stdout].map(String::from_utf8);
    (input.expect("it is text"), output.expect("it is text"))
}

fn hint(course: &'static Course, input: &[u8], expected: &[u8], got: &[u8]) -> Option<String> {
    let difference = course.strictness.first_difference(expected, got);
    let wrong = Mismatch::in_output(difference.expect("they differ"));
    let context = Context { course, input };
    context.text(wrong, course.strictness, 0).1.hint
}

#[test]
fn its_own_program_is_right_by_the_rules() {
    let (input, output) = played();
    let judged = judge_recorded(course(), input.as_bytes(), output.as_bytes(), false);
    let judged = judged.expect("the course can be judged").judged;
    assert!(judged.expect("it is right").outcome.is_some());
}

#[test]
fn a_disc_of_the_wrong_colour_is_named() {
    let (input, output) = played();
    let wrong = output.replacen("- - # # - -", "- - # o - -", 1);
    let (input, output, wrong) = (input.as_bytes(), output.as_bytes(), wrong.as_bytes());
    let said = hint(course(), input, output, wrong);
    let right = "The board is wrong: the disc has the wrong colour on `cd`";
    assert_eq!(said.as_deref(), Some(right));
    let pairs = board_pairs(course(), input, output, wrong);
    assert!(pairs.iter().any(BoardPair::differ));
}

#[test]
fn squares_that_never_flip_are_named_on_boards_in_any_frame() {
    let said = FRAMES.map(|frame| {
        let Loaded {
            course, program, ..
        } = loaded(frame);
        let input = whole_game(course, "", |_| 0);
        let mut wrong = program.mistakes().into_iter();
        let wrong = wrong.find(|(words, _)| words == "never flips left");
        let (_, wrong) = wrong.expect("it is one of them");
        hint(
            course,
            &input,
            &program.output(&input),
            &wrong.output(&input),
        )
    });
    let flip = "o's move `bd` does not flip `bc`";
    let marks = "The marks of the legal moves on the board are wrong; missing: `de`";
    assert_eq!(
        said,
        [flip, flip, flip, marks].map(|it| Some(it.to_owned()))
    );
}
