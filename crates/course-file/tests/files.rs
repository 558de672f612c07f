//! Wrong files are refused with the place and the reason, and others can be checked.

use course_file::{EXAMPLES, Event, Loaded, SampleDifference, read};
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
            "line 39, column 1: `refused` cannot be told from `passed`",
        ),
        (
            "\"Enter move for color {disc} (RowCol): \"",
            "\"Invalid move.\"",
            "line 37, column 1: `turn` cannot be told from `refused`",
        ),
        (
            "played = \"",
            "played = \"Invalid move.\\n",
            "line 38, column 1: `played` cannot be told from `refused`",
        ),
        (
            "prompt = \"Computer plays",
            "prompt = \"Invalid move. Computer plays",
            "line 28, column 1: the prompt cannot be told from `refused`",
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
fn a_file_without_bounds_is_refused_with_its_place() {
    let odd = example("utoronto-a1").replace("[squares]", "[game]\ncols = 7\n\n[squares]");
    let error = read("x.toml", &odd)
        .map(|_| ())
        .map_err(|it| it.to_string());
    let expected = "line 6, column 8: a board of 8x7 squares has no four middle squares: both \
                    sides must be even";
    assert_eq!(error, Err(expected.to_owned()));
    let text = example("ics32-corner");
    let ask = "[[ask]]\nsets = \"nothing\"\n\n";
    let long = "x".repeat(10_000);
    let row = format!("row = \"{{cells}}{{cols:{long}}}\"");
    let list = format!("[squares]\nitem = \"{long}\"");
    let nested = format!("[[ask]]\nanswers = {}", "[".repeat(20_000));
    for (right, wrong, error) in [
        (
            "[squares]",
            "[game]\nrows = 10000\n[squares]",
            "line 7, column 8: a board has 1 to 26",
        ),
        (
            "from = 4\nto = 16\nstep = 2",
            "from = 4\nto = 7",
            "a board has no middle after the answer `5`",
        ),
        (
            "start = \"",
            &format!("start = \"{}", "{board}".repeat(500)),
            "`start` prints more than 16384",
        ),
        (
            "row = \"{cells}\"",
            &row,
            "line 13, column 7: the board prints more than",
        ),
        (
            "[squares]",
            &list,
            "line 8, column 9: the list of moves prints more than",
        ),
        (
            "VALID\\nB",
            "VALID\\u001b[2JB",
            "line 43, column 10: a control character",
        ),
        (
            "\">\" =",
            "\"\\u0007\" =",
            "line 38, column 13: a control character",
        ),
        (
            "[says]",
            &(ask.repeat(30) + "[says]"),
            "more than 20 questions",
        ),
        (
            "[[ask]]",
            &nested,
            "line 18, column 91: cannot recurse further",
        ),
        (
            "[[ask]]",
            &"#".repeat(40_000),
            "line 1, column 1: the file is longer than 32 KiB",
        ),
    ] {
        assert!(text.contains(right), "{right}");
        let read = read("x.toml", &text.replacen(right, wrong, 1)).map(|_| ());
        let found = read.map_err(|it| it.to_string()).err().unwrap_or_default();
        assert!(found.contains(error), "{error}: {found}");
    }
}

#[test]
fn random_games_see_each_event_and_each_message_is_read_back() {
    for (name, _) in EXAMPLES {
        let checked = loaded(name).check(100);
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
