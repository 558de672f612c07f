//! The check of outputs, on right and wrong ones.

use course::Course;
use courses::ALL;
use playground::cases::check::{Checked, ShownPair, check, check_made};
use playground::cases::suite::{Made, list};
use playground::programs::run::Memory;
use transcript::{Case, Expected};

fn checked(course: &str, case: &str, output: &[u8]) -> Checked {
    check(course, case, output, None).expect("the case can be checked")
}

fn by_name(name: &str) -> &'static Course {
    courses::by_name(name).expect("it is a course")
}

fn printed(course: &str, name: &str) -> String {
    let course = courses::by_name(course).expect("it is a course");
    let mut cases = courses::cases::of(course)
        .expect("the fixtures are a suite")
        .into_iter();
    let case = cases.find(|case| case.name == name).expect("it is a case");
    let stdout = case.expected.expect("it has a snapshot").stdout;
    String::from_utf8(stdout).expect("it is text")
}

/// It takes a second; with work for each pair of lines, it would take hours.
#[test]
fn the_longest_output_of_a_loop_is_checked() {
    for line in [
        "Enter move for colour B (RowCol): aa\n",
        "x: \n",
        "Enter move for colour B (RowCol): ",
    ] {
        let output = line.repeat((8 << 20) / line.len());
        let checked = checked("utoronto-a1", "handout-illegal-move", output.as_bytes());
        assert!(!checked.ok);
        assert!(checked.steps.iter().all(|step| step.got.len() < 100_000));
    }
}

#[test]
fn what_our_programs_print_is_ok() {
    for course in ALL {
        for case in list(course.name).expect("it has cases") {
            if case.unspecified {
                continue;
            }
            let output = printed(course.name, &case.name);
            let name = format!("{}/{}", course.name, case.name);
            let checked = checked(course.name, &case.name, output.as_bytes());
            assert!(checked.ok, "{name}: {checked:?}");
            assert_eq!(checked.verdict, "ok", "{name}");
        }
    }
}

#[test]
fn the_output_for_another_case_is_named() {
    for course in ALL {
        let cases = courses::cases::of(course).expect("the fixtures are a suite");
        // The output for a truncated input is the beginning of many others.
        let mut cases = cases
            .iter()
            .filter(|case| !case.unspecified && !case.truncated_input);
        let (one, other) = (cases.next(), cases.next());
        let (one, other) = one.zip(other).expect("there are several cases");
        let output = printed(course.name, &other.name);
        let result = checked(course.name, &one.name, output.as_bytes());
        assert!(!result.ok, "{}", course.name);
        let note = format!("This looks like the output for the case `{}`.", other.name);
        assert_eq!(result.notes.first(), Some(&note), "{}", course.name);
        let units = output.encode_utf16().flat_map(u16::to_le_bytes);
        let by_powershell: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
        let result = checked(course.name, &one.name, &by_powershell);
        assert_eq!(result.notes.first(), Some(&note), "{}", course.name);
    }
}

/// Adds the typed lines after the prompts.
fn in_terminal(course: &Course, case: &Case, printed: &[u8]) -> String {
    let mut lines = course.lines(&case.input).map(|line| &case.input[line]);
    let (mut shown, mut start) = (Vec::new(), 0);
    for at in course.awaited(printed) {
        if at >= start
            && let Some(line) = lines.next()
        {
            shown.extend([&printed[start..at], line, b"\n"].concat());
            start = at;
        }
    }
    shown.extend(&printed[start..]);
    String::from_utf8(shown).expect("it is text")
}

#[test]
fn a_wrong_output_is_found_to_be_for_its_case_from_any_course() {
    let (mut all, mut found) = (0, 0);
    for (course, chosen) in ALL.iter().zip(ALL.iter().cycle().skip(1)) {
        let cases = courses::cases::of(course).expect("the fixtures are a suite");
        for case in cases
            .iter()
            .filter(|case| !case.truncated_input && !case.unspecified)
        {
            let right = printed(course.name, &case.name);
            let is_wrong = |&(index, line): &(usize, &str)| {
                index % 5 == 4 && course.awaited(line.as_bytes()).is_empty()
            };
            let lines = right.split_inclusive('\n').enumerate();
            let wrong = lines.map(|it| if is_wrong(&it) { "?\n" } else { it.1 });
            let wrong: String = wrong.collect();
            let shown = in_terminal(course, case, wrong.as_bytes());
            let first = &list(chosen.name).expect("it has cases")[0].name;
            let checked = checked(chosen.name, first, shown.as_bytes());
            let instead = checked.instead.expect(&case.name);
            all += 1;
            // Cases that differ only in their line ends, or after the end, print the same.
            let is_same = || printed(instead.course, &instead.name) == right;
            let is_course = instead.course == course.name && instead.made.is_none();
            found += usize::from(is_course && is_same());
        }
    }
    assert!(found * 10 >= all * 9, "{found} of {all}");
}

#[test]
fn a_game_that_is_no_case_is_checked_by_its_typed_lines() {
    let course = courses::by_name("utoronto-a1").expect("it is a course");
    let input = b"dc\ncc\ncb\n".to_vec();
    let mut case = Case::new("own", input);
    case.expected = Some(Expected {
        stdout: course.outcome(&[], &case.input).expect("no options").stdout,
        ..Expected::default()
    });
    let printed = &case.expected.as_ref().expect("it has one").stdout;
    let shown = in_terminal(course, &case, printed);
    let result = checked("utoronto-a1", "draw", shown.as_bytes());
    let made = result
        .instead
        .and_then(|it| it.made)
        .expect("it is no case");
    assert_eq!(made.input, "dc\ncc\ncb\n");
    let made = check_made(
        "utoronto-a1",
        &made,
        shown.as_bytes(),
        None,
        &mut Memory::default(),
    );
    assert!(made.expect("it can be checked").ok);
    assert_eq!(
        checked("utoronto-a1", "draw", b"Hello, world!\n").instead,
        None
    );
}

#[test]
fn a_missing_space_is_found_where_every_byte_counts() {
    let right = printed("utoronto-a1", "full-game-black-wins");
    let wrong = right.replacen("(RowCol): ", "(RowCol):", 1);
    assert_ne!(right, wrong);
    let result = checked("utoronto-a1", "full-game-black-wins", wrong.as_bytes());
    assert_eq!(
        (result.verdict.as_str(), result.judge),
        ("wrong output", "text")
    );
    assert!(result.place.is_some_and(|place| place.starts_with("line ")));
    assert!(result.hint.is_some());
    // Without its prompt, it is uncertain where a line was read: the rest is one step.
    assert_eq!(result.steps.iter().filter(|step| step.differs).count(), 2);
    // Every turn that differs is marked, not only the first.
    let wrong = right.replace("  abcdefgh", " abcdefgh");
    let all = checked("utoronto-a1", "full-game-black-wins", wrong.as_bytes());
    let differing = all.steps.iter().filter(|step| step.expected != step.got);
    assert!(differing.clone().count() > 10);
    assert!(differing.into_iter().all(|step| step.differs));
    let tokens = check(
        "utoronto-a1",
        "full-game-black-wins",
        wrong.as_bytes(),
        Some("tokens"),
    );
    assert!(tokens.is_ok_and(|tokens| tokens.ok));
}

#[test]
fn a_wrong_disc_is_shown_on_both_boards() {
    for (course, name, pair, wrong_pair) in [
        ("utoronto-a1", "full-game-black-wins", "WB", "WW"),
        ("cmsc201", "a-long-game", "|X|O|", "|X|X|"),
    ] {
        let mut output = printed(course, name);
        let at = output.rfind(pair).expect("a board has both");
        output.replace_range(at..at + pair.len(), wrong_pair);
        let checked = checked(course, name, output.as_bytes());
        assert!(!checked.ok, "{course}");
        let boards = checked.boards.expect("a board is wrong");
        let differ = |pair: &&ShownPair| !pair.differing.is_empty();
        let pair = boards.pairs.iter().find(differ).expect("a board is wrong");
        let [square] = pair.differing[..] else {
            panic!("one square differs: {pair:?}");
        };
        let letter = |board: &str| board.as_bytes()[square];
        assert_ne!(letter(&pair.expected), letter(&pair.got));
        // The boards before it, which are right, can be shown, too.
        assert!(boards.pairs.len() > 10, "{course}");
        assert_eq!(boards.labels.rows.len(), 8);
    }
}

#[test]
fn words_that_the_handout_leaves_free_are_judged_by_the_rules() {
    let right = printed("cmsc201", "a-long-game");
    let other = right.replace("CPU takes move: ", "I shall play ");
    let result = checked("cmsc201", "a-long-game", other.as_bytes());
    assert!(result.ok, "{result:?}");
    assert_eq!(result.judge, "rules");
    // A request to compare texts is respected.
    let text = check("cmsc201", "a-long-game", other.as_bytes(), Some("exact"));
    assert!(text.is_ok_and(|text| !text.ok && text.judge == "text"));
}

#[test]
fn an_unknown_prompt_is_compared_and_the_reader_is_told() {
    let right = printed("cmsc201", "a-long-game");
    let other = right.replace("Enter a move: ", "Your move, please: ");
    let result = checked("cmsc201", "a-long-game", other.as_bytes());
    assert!(!result.ok && result.judge == "text");
    assert!(
        result
            .notes
            .iter()
            .any(|note| note.contains("leaves the words free"))
    );
}

#[test]
fn an_output_that_names_other_players_is_not_said_to_be_of_the_case() {
    let right = printed("comp10050", "handout-first-turn");
    let other = right.replace("Alice", "ann").replace("Bob", "bob");
    let noted = |output: &str| {
        let result = checked("comp10050", "first-choice-invalid", output.as_bytes());
        let notes = result.notes.iter();
        notes
            .filter(|it| it.contains("may be of another game"))
            .count()
    };
    assert_eq!((noted(&other), noted(&right)), (1, 0));
}

#[test]
fn a_crash_at_the_prompt_is_the_end_of_what_was_typed() {
    for (course, end) in [
        (
            "utoronto-a1",
            "Traceback (most recent call last):\n  File \"a1.py\"\nEOFError: EOF\n",
        ),
        (
            "cmsc201",
            "^CTraceback (most recent call last):\nKeyboardInterrupt\n",
        ),
        (
            "comp10050",
            "Exception in thread \"main\" java.util.NoSuchElementException\n",
        ),
    ] {
        let cases = courses::cases::of(by_name(course)).expect("the fixtures are a suite");
        let is_cut = |case: &&Case| case.truncated_input && !case.unspecified;
        let case = cases.iter().find(is_cut).expect("an input is truncated");
        let shown = in_terminal(
            by_name(course),
            case,
            printed(course, &case.name).as_bytes(),
        );
        let result = checked(course, &case.name, format!("{shown}{end}").as_bytes());
        assert!(result.ok, "{course}: {result:?}");
    }
}

#[test]
fn a_made_case_is_checked_like_the_courses_own() {
    let made = Made {
        name: "mine".to_owned(),
        hidden: false,
        weight: 1.0,
        args: Vec::new(),
        input: "cd\ncc\n".to_owned(),
    };
    let course = courses::by_name("utoronto-a1").expect("it is a course");
    let right = course
        .outcome(&[], made.input.as_bytes())
        .expect("no options")
        .stdout;
    let mut memory = Memory::default();
    let mut check = |output: &[u8]| {
        check_made("utoronto-a1", &made, output, None, &mut memory).expect("it can be checked")
    };
    assert!(check(&right).ok);
    assert!(!check(&right[..right.len() / 2]).ok);
}

#[test]
fn what_cannot_be_checked_is_a_sentence() {
    let error = |course, name, output: &[u8], strictness| {
        check(course, name, output, strictness).expect_err("it cannot be checked")
    };
    assert_eq!(
        error("chess", "x", b"", None),
        "There is no course named \"chess\"."
    );
    assert_eq!(
        error("cmsc201", "x", b"", None),
        "cmsc201 has no case named \"x\"."
    );
    assert!(error("cmsc201", "a-long-game", b"\0", None).contains("not text"));
    assert!(error("cmsc201", "a-long-game", b"", Some("loose")).contains("loose"));
}

#[test]
fn no_output_is_wrong_and_no_panic() {
    for course in ALL {
        let case = &list(course.name).expect("it has cases")[0];
        let flood = "x".repeat(100_000);
        for output in [&b""[..], b"\n", b"\xff\xfe", b"\x1b[2J", flood.as_bytes()] {
            let _ = check(course.name, &case.name, output, None);
        }
    }
}
