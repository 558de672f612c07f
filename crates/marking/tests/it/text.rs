//! The judge by text, on Toronto and Lab 8 programs with classic mistakes.

use course::Course;
use courses::{ALL, by_name};
use marking::judge::text;
use marking::report::{Context, Names, sentence};
use proptest::prelude::*;
use reversi_core::{Direction, Game, Rules, Size, Square};
use transcript::Strictness;

fn course(name: &str) -> &'static Course {
    by_name(name).expect("it is a course")
}

fn reference(name: &str, input: &str) -> String {
    let outcome = course(name).outcome(&[], input.as_bytes());
    String::from_utf8(outcome.expect("no options").stdout).expect("it is text")
}

fn said(name: &str, input: &str, got: &str) -> String {
    let expected = reference(name, input);
    hint(
        course(name),
        input.as_bytes(),
        expected.as_bytes(),
        got.as_bytes(),
    )
    .unwrap_or_default()
}

fn hint(course: &Course, input: &[u8], expected: &[u8], got: &[u8]) -> Option<String> {
    let difference = course.strictness.first_difference(expected, got)?;
    let mistake = text::mistake(course, course.strictness, difference, input, 0)?;
    Some(sentence(&mistake, &Names::new(course, input)))
}

const HEADER: &str = "The board is right, but its header is not";
const FRAME: &str =
    "The discs of the board are right, but its row labels or its white space are not";

const ONE_PASS: &str = include_str!("../../../../fixtures/utoronto-a1/one-pass.in");

#[test]
fn a_right_program_gets_no_hint() {
    let expected = reference("utoronto-a1", ONE_PASS);
    assert_eq!(said("utoronto-a1", ONE_PASS, expected.trim_end()), "");
    let aps105 = reference("aps105-lab8", "4\nW\nba\n");
    assert_eq!(
        said("aps105-lab8", "4\nW\nba\n", &aps105.replace('\n', " \r\n")),
        ""
    );
}

#[test]
fn the_frame_of_a_right_board_is_told_from_the_board() {
    let expected = reference("utoronto-a1", "cd\ncc\n");
    for (got, words) in [
        (expected.replace("abcdefgh", "12345678"), HEADER),
        (expected.replace("  abcdefgh\n", ""), HEADER),
        (expected.replace("\na ", "\n1 "), FRAME),
    ] {
        assert_eq!(said("utoronto-a1", "cd\ncc\n", &got), words);
    }
}

#[test]
fn a_board_printed_once_more_is_said() {
    let expected = reference("utoronto-a1", "cd\n");
    let first = &expected[..expected.find("Enter").expect("it has a prompt")];
    let got = format!("{first}{expected}");
    let words = "The same board is printed again";
    assert_eq!(said("utoronto-a1", "cd\n", &got), words);
}

#[test]
fn a_message_on_the_wrong_side_of_a_board_is_said() {
    let expected = reference("utoronto-a1", ONE_PASS);
    let pass = "B player has no valid move.\n";
    let (before, after) = expected.split_once(pass).expect("a side passes");
    let board = before.rfind("  abcdefgh").expect("it has a board");
    let got = [&before[..board], pass, &before[board..], after].concat();
    let words = "Line 523, `B player has no valid move.`, should come after the board";
    assert_eq!(said("utoronto-a1", ONE_PASS, &got), words);
    let got = [before, &before[board..], pass, after].concat();
    let words = "The same board is printed again";
    assert_eq!(said("utoronto-a1", ONE_PASS, &got), words);
}

#[test]
fn what_differs_is_said_and_no_cause_is_guessed() {
    const WHOLE_GAME: &str = include_str!("../../../../fixtures/aps105-lab8/handout-whole-game.in");
    let moved = "  abcd\na WUUU\nb BWBU\nc UBWU\nd UUUU\n";
    let places = "Computer places W at aa.\n";
    for (input, right, wrong, words) in [
        (
            "4\nW\nba\n",
            format!("{places}{moved}"),
            format!("{moved}{places}"),
            "Line 16, `Computer places W at aa.`, should come before the board",
        ),
        (
            "4\nW\nba\n",
            format!("{places}{moved}"),
            "  abcd\na UUUU\nb BBBU\nc UBWU\nd UUUU\n".to_owned(),
            "No board shows a move of the computer",
        ),
        (
            "4\nW\nba\n",
            places.to_owned(),
            "0.1 s\nComputer places W at ca.\n".to_owned(),
            "Line 11 is an extra line: `0.1 s`",
        ),
        (
            "4\nW\nba\n",
            places.to_owned(),
            "0.1 s Computer places W at ca.\n".to_owned(),
            "Line 11 should be `Computer places W at aa.`, but the program prints `0.1 s Computer \
             places W at ca.`",
        ),
        (
            "4\nW\nba\n",
            moved.to_owned(),
            moved.replace("a WUUU\nb BWBU\nc UBWU", "a UUUU\nb BBBU\nc WWWU"),
            "The move `aa` is made on `ca`",
        ),
        (
            "4\nW\naa\n",
            "Invalid move.\n".to_owned(),
            String::new(),
            "The illegal move `aa` is refused without a message",
        ),
        // It refuses `aa`, and not the computer's move before it.
        (
            "4\nW\nba\naa\n",
            format!("{moved}Enter move for color B (RowCol)"),
            "Enter move for color B (Rowcol)".to_owned(),
            "Line 12 should be `abcd`, but the program prints `Enter move for color B (Rowcol): \
             Invalid move.`",
        ),
        // The computer's move `cd` flips `bd` too and goes on to `ad`, which looks as if it had
        // made that move too.
        (
            WHOLE_GAME,
            "at cd.\n  abcd\na WWWU\nb WWWB\n".to_owned(),
            "at cd.\n  abcd\na WWWW\nb WWWW\n".to_owned(),
            "The board is wrong: there should be no disc on `ad`; the disc has the wrong colour on \
             `bd`",
        ),
    ] {
        let expected = reference("aps105-lab8", input);
        assert!(expected.contains(&right), "{expected}");
        let got = expected.replacen(&right, &wrong, 1);
        assert_eq!(said("aps105-lab8", input, &got), words);
    }
}

#[test]
fn diagonals_in_a_list_of_moves_are_said() {
    // After 3 5 and the computer's 2 3 a diagonal game has more moves.
    let expected = reference("cmsc201", "3 5\n");
    let list = expected.rfind("Valid moves are: ").expect("it has a list");
    let mut game = Game::new(cmsc201::RULES).expect("it can be played");
    for at in [Square::new(3, 5), Square::new(2, 3)] {
        game.play(at).expect("it is legal");
    }
    let othello = Rules {
        directions: Direction::ALL,
        ..cmsc201::RULES
    };
    let game = Game::resume(othello, game.board().clone(), game.to_move()).expect("a game");
    let moves: Vec<String> = game
        .legal_moves()
        .map(|at| course("cmsc201").square_name(Size::EIGHT, at))
        .collect();
    let got = format!(
        "{}Valid moves are: [{}]\n",
        &expected[..list],
        moves.join(", ")
    );
    assert_eq!(
        said("cmsc201", "3 5\n", &got),
        "The list of moves uses diagonals, which do not count in this game"
    );
    let got = expected.replacen("[2, 4], ", "", 1);
    assert_eq!(
        said("cmsc201", "3 5\n", &got),
        "The list of moves is wrong; missing: `[2, 4]`"
    );
}

#[test]
fn where_the_rules_say_nothing_the_text_does() {
    let input = "4\nW\nba\n";
    let expected = reference("aps105-lab8", input);
    for (got, words) in [
        (expected.replace("color", "colour"), "spells `colour`"),
        (expected.replace("): ", "):\n"), "is followed by a newline"),
        (expected.replace("): ", "): \n"), "is followed by a newline"),
        (
            expected.replacen("): ", "): ba\n", 1),
            "prints the typed line `ba`",
        ),
        (expected.replace("abcd", "ABCD"), "letter case"),
        (
            expected.replacen("Enter move", "Your move", 1),
            "should be `Enter move for color B (RowCol):`, but the program prints `Your move for \
             color B (RowCol):`",
        ),
        (expected[..60].to_owned(), "stops early"),
    ] {
        let hint = said("aps105-lab8", input, &got);
        assert!(
            hint.contains(words) && hint.is_empty() == words.is_empty(),
            "{hint}"
        );
    }
}

proptest! {
    #[test]
    fn any_input_and_any_output_will_do(
        index in 0..ALL.len(),
        input in "([1248BW]\n)?([12 a-h]{0,3}\n){0,6}",
        start in 0usize..400, length in 0usize..40,
        junk in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        let expected = reference("utoronto-a1", ONE_PASS).into_bytes();
        let mut got = expected.clone();
        let start = start.min(got.len());
        got.splice(start..(start + length).min(expected.len()), junk.iter().copied());
        let course = &ALL[index];
        for input in [input.as_bytes(), ONE_PASS.as_bytes(), &junk] {
            let told = hint(course, input, &expected, &got);
            let differs = course.strictness.first_difference(&expected, &got).is_some();
            prop_assert!(differs || told.is_none());
        }
    }
}

/// What a program prints in a loop costs the marker nothing: of a long output,
/// only the part around the difference is read.
#[test]
fn of_a_long_output_only_the_part_around_the_difference_is_explained() {
    let name = "utoronto-a1";
    let expected = reference(name, "dc\n");
    let explained = |strictness: Strictness, got: &str| {
        let difference = strictness
            .first_difference(expected.as_bytes(), got.as_bytes())
            .expect("they differ");
        let wrong = text::Wrong {
            file: None,
            difference,
        };
        let context = Context {
            course: course(name),
            input: b"dc\n",
            full: false,
        };
        let mistake = wrong.mistake(context.course, strictness, context.input, 0);
        context.text(wrong, mistake.as_ref())
    };
    let half = &expected[..expected.len() / 2];
    let flooded =
        |lines: usize| explained(Strictness::Exact, &[half, &"x\n".repeat(lines)].concat());
    assert_eq!(flooded(1 << 16), flooded(1 << 20));
    let blank = [half, &" ".repeat(1 << 20), "x"].concat();
    let blank = explained(Strictness::Tokens, &blank);
    assert_eq!((blank.session.as_str(), blank.hint), ("", None));
    assert!(blank.got.ends_with("x␄"), "{}", blank.got);
}
