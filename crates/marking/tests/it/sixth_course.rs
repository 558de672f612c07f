//! A course that nobody teaches, written as COURSES.md says: 6×6, in words of its own. Both
//! judges take it as they take the others.

use std::sync::LazyLock;

use course::{Course, FaultyProgram, Program, is_beside, output};
use course_file::Loaded;
use marking::diagnose::{BoardPair, Mistake, board_pairs};
use marking::judge::judge_recorded;
use marking::judge::text::Mismatch;
use marking::report::{CaseResult, Context, name_cause};
use reversi_core::{Game, IllegalMove, Square};
use transcript::{Case, Expected, Verdict};

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
fn the_courses_own_prompt_names_a_side_and_numbers_of_columns_are_no_scores() {
    let frame =
        "row = \"{row:1} {cells}\"\nbetween = \" \"\nempty = \"-\"\nbelow = \"  {cols: 1}\"";
    let text = FILE.replace("FRAME", frame);
    let text = text.replace("{disc} > ", "Player '{disc}' goes: ");
    let course = course_file::read("sixth", &text).expect("it is a course");
    let course = course.course;
    let input = whole_game(course, "", |_| 0);
    let output = output(course.program, &input);
    let judged = |output: &[u8]| {
        let recorded = judge_recorded(course, &input, output, false);
        recorded.expect("the course can be judged").judged
    };
    assert!(judged(&output).expect("it is right").outcome.is_some());
    let swapped = String::from_utf8_lossy(&output).replace("'#'", "'?'");
    let swapped = swapped.replace("'o'", "'#'").replace("'?'", "'o'");
    let wrong = judged(swapped.as_bytes()).expect_err("it asks the wrong side");
    assert!(matches!(wrong.mistake, Mistake::WrongSideAsked { .. }));
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

fn faulty<'a>(course: &'a Course, end: &str) -> &'a FaultyProgram {
    let mut all = course.program.faulty().iter();
    let found = all.find(|it| it.words.ends_with(end));
    found.expect("it is one of them")
}

#[test]
fn squares_that_never_flip_are_named_on_boards_in_any_frame() {
    let said = FRAMES.map(|frame| {
        let course = loaded(frame).course;
        let input = whole_game(course, "", |_| 0);
        let right = output(course.program, &input);
        let wrong = output(&*faulty(course, "from a move: left").program, &input);
        hint(course, &input, &right, &wrong)
    });
    let flip = "o's move `bd` does not flip `bc`";
    let marks = "The marks of the legal moves on the board are wrong; missing: `de`";
    assert_eq!(
        said,
        [flip, flip, flip, marks].map(|it| Some(it.to_owned()))
    );
}

/// Returns a square beside a disc of the other side on which the first move would flip nothing.
fn useless(game: &Game) -> Square {
    let (board, other) = (game.board(), game.to_move().opponent());
    let is_useless = |at: &Square| game.check(*at) == Err(IllegalMove::FlipsNothing);
    let mut squares = board.size().squares();
    let found = squares.find(|at| is_useless(at) && is_beside(board, *at, other));
    found.expect("there is one at the start")
}

/// Games in which the move is chosen by a sequence of numbers. The first begins with a useless one.
fn games(course: &Course) -> Vec<Case> {
    let opening = Game::new(course.program.rules()[0]).expect("it can be played");
    let useless = course
        .notation
        .line(useless(&opening), opening.board().size());
    let game = |seed: usize| {
        let mut state = seed;
        let input = whole_game(course, "", |count| {
            state = (state * 1103 + 12345) % 65536;
            state / 16 % count
        });
        let first = if seed == 1 {
            format!("{useless}\n")
        } else {
            String::new()
        };
        let mut case = Case::new(format!("game-{seed}"), [first.as_bytes(), &input].concat());
        case.expected = Some(Expected {
            stdout: output(course.program, &case.input),
            ..Expected::default()
        });
        case
    };
    (1..=6).map(game).collect()
}

fn marked(course: &'static Course, program: &dyn Program, case: &Case) -> CaseResult {
    let right = &case.expected.as_ref().expect("it was run").stdout;
    let printed = output(program, &case.input);
    let (strictness, input) = (course.strictness, &case.input);
    let explain = |difference| {
        let context = Context { course, input };
        context
            .text(Mismatch::in_output(difference), strictness, 0)
            .1
    };
    let explanation = strictness.first_difference(right, &printed).map(explain);
    CaseResult {
        case: case.name.clone(),
        verdict: [Verdict::Ok, Verdict::WrongOutput][usize::from(explanation.is_some())],
        explanation,
        ..CaseResult::default()
    }
}

#[test]
fn the_one_mistake_of_a_program_is_the_cause_of_all_its_wrong_cases() {
    let course = course();
    let cases = games(course);
    let strictness = Some(course.strictness);
    let mut unseen = Vec::new();
    for faulty in course.program.faulty() {
        let all = cases.iter();
        let mut results: Vec<CaseResult> = all
            .map(|case| marked(course, &*faulty.program, case))
            .collect();
        name_cause(course, strictness, &cases, &mut results);
        let wrong = results.iter().filter_map(|it| it.explanation.as_ref());
        let causes: Vec<_> = wrong.map(|it| it.cause.as_deref()).collect();
        let cause = format!("The program {}", faulty.words);
        assert_eq!(causes, vec![Some(&*cause); causes.len()]);
        if causes.is_empty() {
            unseen.push(&faulty.words);
        }
    }
    // Of letters, none is before the first.
    let before = "treats the row before the first as the last, as Python does with the index -1";
    assert_eq!(unseen, [before]);
}

/// Two mistakes at once are none of the programs.
#[test]
fn what_no_single_mistake_explains_has_no_cause() {
    let course = course();
    let cases = games(course);
    let pair = ["from a move: left", "flips nothing"].map(|end| faulty(course, end));
    let mut results: Vec<CaseResult> = cases
        .iter()
        .zip(pair.into_iter().cycle())
        .map(|(case, faulty)| marked(course, &*faulty.program, case))
        .collect();
    let before = results.clone();
    name_cause(course, Some(course.strictness), &cases, &mut results);
    assert_eq!(results, before);
}
