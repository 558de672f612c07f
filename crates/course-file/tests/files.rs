//! Wrong files are refused with a place and a reason, and others can be checked.

use course::Message;
use course_file::{EXAMPLES, GameEvent, Loaded, SampleDifference, random_game, read};
use proptest::prelude::*;
use proptest::sample::select;
use reversi_core::Size;

fn example(name: &str) -> &'static str {
    let found = EXAMPLES.iter().find(|(other, _)| *other == name);
    found.expect("it is an example").1
}

fn loaded(name: &str) -> Loaded {
    read(name, example(name)).expect("it is a course")
}

fn refused(name: &str, right: &str, wrong: &str) -> String {
    let text = example(name);
    assert!(text.contains(right), "{right}");
    let read = read("x.toml", &text.replacen(right, wrong, 1));
    read.expect_err(wrong).to_string()
}

#[test]
fn a_wrong_file_is_refused_with_its_place_and_the_nearest_right_key() {
    let mut name = "";
    for row in include_str!("wrong.txt").lines().skip(1) {
        name = row.strip_prefix("= ").unwrap_or(name);
        let columns: Vec<String> = row.split(" | ").map(|it| it.replace('⏎', "\n")).collect();
        if let [right, wrong, error] = &columns[..] {
            let found = refused(name, right, wrong);
            assert!(found.starts_with(error), "{error}: {found}");
        }
    }
}

#[test]
fn a_file_without_bounds_is_refused_with_its_place() {
    let ask = "[[ask]]\nsets = \"nothing\"\n\n";
    let long = "x".repeat(10_000);
    let boards = format!("start = \"{}", "{board}".repeat(500));
    let row = format!("row = \"{{cells}}{{cols:{long}}}\"");
    let list = format!("[squares]\nitem = \"{long}\"");
    let nested = format!("[[ask]]\nanswers = {}", "[".repeat(20_000));
    let asks = ask.repeat(30) + "[says]";
    let comment = "#".repeat(40_000);
    for (right, wrong, error) in [
        (
            "start = \"",
            &boards,
            "line 41, column 1: `start` prints more than 16384",
        ),
        (
            "row = \"{cells}\"",
            &row,
            "line 13, column 7: the board prints more than",
        ),
        (
            "[squares]",
            &list,
            "line 8, column 9: the list of moves prints more",
        ),
        ("[says]", &asks, "line 85, column 1: more than 20 questions"),
        (
            "[[ask]]",
            &nested,
            "line 18, column 91: cannot recurse further",
        ),
        (
            "[[ask]]",
            &comment,
            "line 1, column 1: the file is longer than 32 KiB",
        ),
    ] {
        let found = refused("ics32-corner", right, wrong);
        assert!(found.starts_with(error), "{error}: {found}");
    }
}

#[test]
fn random_games_see_each_event_and_each_message_is_read_back() {
    for (name, _) in EXAMPLES {
        let checked = loaded(name).check(100);
        assert_eq!(checked.misread, [].into(), "{name}");
        let seen = |event| checked.events.contains_key(&event);
        let events = [
            GameEvent::Turn,
            GameEvent::Passed,
            GameEvent::Refused,
            GameEvent::Won,
            GameEvent::Drawn,
        ];
        assert!(events.into_iter().all(seen), "{name}: {:?}", checked.events);
        let has_computer = matches!(name, "aps105-lab8" | "kse");
        assert_eq!(seen(GameEvent::Computer), has_computer, "{name}");
    }
}

fn typed_in_games(course: &course::Course) -> Vec<String> {
    let start = &course.program.starts()[0];
    let game = |seed| {
        random_game(course, start, seed, |input, observer| {
            let _ = course.observed(&[], input, Some(observer));
        })
    };
    let text = |seed| String::from_utf8(game(seed)).expect("it is text");
    (0..100).map(text).collect()
}

#[test]
fn only_numbers_are_typed_if_a_move_is_numbers() {
    let text = example("utoronto-a1").replace("{row:a}{col:a}", "{row:1} {col:1}");
    let course = read("numbers", &text).expect("it is a course").course;
    for typed in typed_in_games(course) {
        let mut words = typed.split_whitespace();
        assert!(words.all(|word| word.parse::<i8>().is_ok()), "{typed}");
    }
}

#[test]
fn a_move_is_typed_in_all_ways() {
    let typed = typed_in_games(loaded("x-first").course);
    let is_mixed = |text: &String| text.contains("\n3d") && text.contains("\nd3");
    let only_first = |text: &String| text.lines().all(|line| line.as_bytes()[0].is_ascii_digit());
    assert!(typed.iter().any(is_mixed) && typed.iter().any(only_first));
}

#[test]
fn a_refusal_may_name_the_square() {
    let refused = "refused = \"Invalid";
    let occupied = format!("occupied = \"{{square}} is taken.\"\n{refused}");
    let text = example("utoronto-a1").replace(refused, &occupied);
    let loaded = read("taken", &text).expect("it is a course");
    let printed = loaded
        .course
        .outcome(&[], b"dd\n")
        .expect("it plays")
        .stdout;
    let printed = String::from_utf8(printed).expect("it is text");
    let line = "Enter move for colour B (RowCol): dd is taken.";
    assert!(printed.contains(line), "{printed}");
    let message = loaded
        .course
        .program
        .read_message("dd is taken.", Size::EIGHT);
    assert_eq!(message, Some(Message::Refusal));
    assert_eq!(loaded.check(20).misread, [].into());
}

const PARTS: &str = "Row: 3
Column: 4
Row: 9
Column: x
No.
Row: q
Bye.
";

#[test]
fn moves_have_parts_and_a_program_can_be_quit_or_go_on() {
    let typed = "[\"{row:1}\\n{col:1}\"]\nquit = [\"q\"]\n";
    let asks = "[[ask]]\nprompt = \"Again? \"\nsets = \"another-game\"\nanswers = { y = \"yes\", n = \"no\" }\n";
    let says = "start = \"\"\nturn = \"Row: \"\nsecond = \"Column: \"\nplayed = \"\"\nrefused = \"No.\"\nquit = \"Bye.\"\n";
    let others = "passed = \"\"\nover = \"\"\nwon = \"{side} wins.\"\ndrawn = \"Draw.\"\n";
    let text = example("utoronto-a1").replace("[\"{row:a}{col:a}\"]", typed);
    let (before, _) = text.split_once("[says]").expect("it has words");
    let text = format!("{before}{asks}[says]\n{says}{others}");
    let course = || read("parts", &text).expect("it is a course");
    assert_eq!(course().sample_difference(PARTS.as_bytes(), None), None);
    let checked = course().check(200);
    assert_eq!((checked.never, checked.misread), (vec![], [].into()));
    let Loaded { course, .. } = course();
    let start = &course.program.starts()[0];
    let mut printed = Vec::new();
    let input = random_game(course, start, 1, |input, observer| {
        printed = course
            .observed(&[], input, Some(observer))
            .expect("it plays")
            .stdout;
    });
    assert!(input.ends_with(b"\nn\n") && printed.ends_with(b".\nAgain? "));
    let again = course.outcome(
        &[],
        &[&input[..input.len() - 2], b"y\n", &input[..]].concat(),
    );
    let again = again.expect("it plays").stdout;
    assert_eq!(again, [&printed[..], &printed[..]].concat());
}

#[test]
fn a_refusal_that_every_reason_replaces_never_happens() {
    let refused = "refused = \"Invalid move. Try again.\\n{board}\"";
    let reasons = "off-board = \"Where?\"\noccupied = \"Taken.\"\nflips-nothing = \"Useless.\"\n";
    let text = example("utoronto-a1").replace(refused, &format!("{reasons}{refused}"));
    let loaded = read("reasons", &text).expect("it is a course");
    assert_eq!(loaded.check(100).never, [GameEvent::Refused]);
    let loaded = read("reasons", &text.replace(refused, "")).expect("it is a course");
    assert_eq!(loaded.check(100).never, []);
}

const SESSION: &str = "  abcdefgh
a ........
b ........
c ........
d ...WB...
e ...BW...
f ........
g ........
h ........
Enter move for colour B (RowCol): cd
  abcdefgh
a ........
b ........
c ...B....
d ...BB...
e ...BW...
f ........
g ........
h ........
Enter move for colour W (RowCol): ";

#[test]
fn a_sample_with_its_typed_text_is_followed_to_its_first_difference() {
    let course = loaded("utoronto-a1");
    let difference = |sample: &str| course.sample_difference(sample.as_bytes(), None);
    assert_eq!(difference(SESSION), None);
    let wrong = SESSION.replace("colour W", "color W");
    let expected = SampleDifference {
        line: 20,
        sample: "Enter move for color W (RowCol): ".to_owned(),
        printed: "Enter move for colour W (RowCol): ".to_owned(),
        stopped: None,
    };
    assert_eq!(difference(&wrong), Some(expected));
    // The board differs because another move is typed.
    assert_eq!(
        difference(&SESSION.replace(": cd", ": dc")).map(|it| it.line),
        Some(14)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_change_of_a_file_is_taken_or_refused_with_a_place(
        (_, text) in select(&EXAMPLES[..]),
        at in any::<prop::sample::Index>(),
        length in 0..6_usize,
        put in "[a-z{}\"=\\[\\]0-9\n .:é]{0,4}",
    ) {
        let at = at.index(text.len());
        let changed: String = text.chars().take(at).chain(put.chars()).chain(text.chars().skip(at + length)).collect();
        match read("x.toml", &changed) {
            Ok(loaded) => drop(loaded.check(2)),
            Err(error) => prop_assert!(error.line >= 1 && error.line <= changed.lines().count() + 1, "{error}"),
        }
    }
}

#[test]
fn the_files_in_the_manual_are_courses() {
    let manual = include_str!("../../automarker/COURSES.md");
    let blocks = manual.split("```toml\n").skip(1);
    let blocks: Vec<&str> = blocks.filter_map(|it| it.split("```").next()).collect();
    let [game, questions] = blocks[..] else {
        panic!("{} blocks", blocks.len());
    };
    for text in [game.to_owned(), format!("{game}\n{questions}")] {
        let read = read("manual", &text).map(|loaded| loaded.check(20).misread);
        assert_eq!(read, Ok([].into()));
    }
}
