//! Wrong files are refused with the place and the reason, and others can be checked.

use course_file::{EXAMPLES, Event, Loaded, SampleDifference, read, sample_difference};
use proptest::prelude::*;
use proptest::sample::select;

fn example(name: &str) -> &'static str {
    let found = EXAMPLES.iter().find(|(other, _)| *other == name);
    found.expect("it is an example").1
}

fn loaded(name: &str) -> Loaded {
    read(name, example(name)).expect("it is a course")
}

#[test]
fn a_wrong_file_is_refused_with_its_place_and_the_nearest_right_key() {
    let text = example("aps105-lab8");
    for (right, wrong, error) in [
        (
            "illegal =",
            "ilegal =",
            "line 8, column 1: unknown key `ilegal`; did you mean `illegal`?",
        ),
        (
            "\"loses\"",
            "\"losses\"",
            "line 8, column 11: unknown value `losses`; did you mean `loses`?",
        ),
        (
            "played =",
            "plaid =",
            "line 38, column 1: unknown event `plaid`; did you mean `played`?",
        ),
        (
            "passed = \"{disc}",
            "passed = \"{disk}",
            "line 41, column 10: unknown placeholder `disk`; did you mean `disc`?",
        ),
        (
            "Draw!",
            "Draw {side}!",
            "line 43, column 9: `{side}` stands for nothing in `drawn`",
        ),
        (
            "Draw!",
            "Draw {",
            "line 43, column 9: a `{` alone: a brace is written twice",
        ),
        (
            "{row:a}{col:a}\"]",
            "{row:1}{col:1}\"]",
            "line 11, column 10: two numbers need something between them",
        ),
        (
            "\"U\"",
            "\"W\"",
            "line 19, column 7: black, white and empty squares need three different characters",
        ),
        (
            "step = 2",
            "step = \"2\"",
            "line 26, column 8: invalid type: string \"2\", expected u8",
        ),
        (
            "\"c\"",
            "\"erlang\"",
            "line 2, column 12: unknown language `erlang`; expected one of c, java, python, rust",
        ),
        (
            "from = 4\n",
            "",
            "line 21, column 1: a size needs `from` and `to`, or `answers`, of 1 to 26",
        ),
        (
            "refused = \"Invalid move.",
            "refused = \"{disc} player has no valid move.",
            "line 41, column 1: `passed` cannot be told from `refused`",
        ),
    ] {
        assert!(text.contains(right), "{right}");
        let error_found = read("x.toml", &text.replacen(right, wrong, 1)).map(|_| ());
        assert_eq!(
            error_found.map_err(|it| it.to_string()),
            Err(error.to_owned())
        );
    }
}

#[test]
fn a_board_without_a_middle_and_a_text_without_bounds_are_refused() {
    let text = example("utoronto-a1");
    let odd = text.replace("[squares]", "[game]\nrows = 7\n\n[squares]");
    let error = read("x.toml", &odd)
        .expect_err("it has no middle")
        .to_string();
    assert!(
        error.contains("column 8: a board of 7x8 squares has no four middle"),
        "{error}"
    );
    let long = text.replace(
        "start = \"",
        &format!("start = \"{}", "{board}".repeat(500)),
    );
    let error = read("x.toml", &long)
        .expect_err("it is too long")
        .to_string();
    assert!(
        error.contains("`start` prints more than 16384 bytes"),
        "{error}"
    );
    let error = read("x.toml", &"#".repeat(40_000))
        .expect_err("it is too long")
        .to_string();
    assert!(error.contains("longer than 32 KiB"), "{error}");
}

#[test]
fn random_games_see_each_event_and_each_message_is_read_back() {
    for (name, _) in EXAMPLES {
        let checked = loaded(name).check(200);
        assert_eq!(checked.misread, [].into(), "{name}");
        let seen = |event| checked.events.contains_key(&event);
        let events = [
            Event::Turn,
            Event::Passed,
            Event::Refused,
            Event::Won,
            Event::Drawn,
        ];
        assert!(events.into_iter().all(seen), "{name}: {:?}", checked.events);
        let has_computer = matches!(name, "aps105-lab8" | "kse");
        assert_eq!(seen(Event::Computer), has_computer, "{name}");
    }
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
    let course = loaded("utoronto-a1").course;
    let difference = |sample: &str| sample_difference(course, sample.as_bytes());
    assert_eq!(difference(SESSION), None);
    let wrong = SESSION.replace("colour W", "color W");
    let expected = SampleDifference {
        line: 20,
        sample: "r W (RowCol): ".to_owned(),
        printed: "ur W (RowCol): ".to_owned(),
    };
    assert_eq!(difference(&wrong), Some(expected));
    // Another move is typed, so that the board is another.
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
