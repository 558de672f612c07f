//! Every fixture, as the page shows it.

use course::Course;
use courses::ALL;
use playground::cases::suite::{ShownCase, show};
use playground::cases::upload::read;
use playground::programs::run::Memory;
use playground::programs::state::{OpponentChoice, State};
use playground::programs::view::{Awaits, GamePosition, GameView, position, view};
use transcript::{Case, Expected, visible};

/// ReverGo's computer needs seconds for some of its games, so each fixture is played once for all
/// checks.
#[test]
fn each_fixture_is_shown_with_its_positions_and_read_from_a_copy() {
    let (mut count, mut copies, mut memory) = (0, 0, Memory::default());
    for course in ALL {
        for case in courses::cases::of(course).expect("the fixtures are a suite") {
            let name = format!("{}/{}", course.name, case.name);
            let shown = show(course.name, &case.name, &mut memory).expect("it is a case");
            let expected = case.expected.as_ref().expect("it has a snapshot");
            assert_eq!(shown.expected, visible(&expected.stdout), "{name}");
            if str::from_utf8(&case.input).is_err() {
                continue;
            }
            terminal_has_what_was_printed_and_typed(&name, expected, &shown);
            input_before_a_position_leads_to_it(&name, &shown, &mut memory);
            if !case.unspecified && !case.truncated_input {
                copies += usize::from(copy_is_what_was_printed(course, &name, &case, &shown.view));
            }
            count += 1;
        }
    }
    assert!(count > 100 && copies > 60, "{count}, {copies}");
}

fn terminal_has_what_was_printed_and_typed(name: &str, expected: &Expected, shown: &ShownCase) {
    let (view, state) = (&shown.view, &shown.state);
    assert_eq!(text(view, false).as_bytes(), expected.stdout, "{name}");
    let files = view
        .files
        .iter()
        .map(|file| (&file.name, file.text.as_bytes()));
    let saved = expected
        .files
        .iter()
        .map(|(name, text)| (name, text.as_slice()));
    assert!(files.eq(saved), "{name}");
    let read: Vec<u16> = state.input.encode_utf16().collect();
    let read = String::from_utf16_lossy(&read[..read.len() - view.unread]);
    let typed = text(view, true);
    assert_eq!(
        typed.trim_end_matches('\n'),
        read.trim_end_matches('\n'),
        "{name}"
    );
    let failed = expected.status != Some(0);
    assert_eq!(
        view.awaits.is_some() || !view.stderr.is_empty(),
        failed,
        "{name}"
    );
}

fn input_before_a_position_leads_to_it(name: &str, shown: &ShownCase, memory: &mut Memory) {
    let units: Vec<u16> = shown.state.input.encode_utf16().collect();
    for (index, expected) in shown.view.positions.iter().enumerate().step_by(3) {
        let input = String::from_utf16_lossy(&units[..expected.input]);
        let state = State {
            input,
            ..shown.state.clone()
        };
        let again = view(&state, 0, memory).expect(name);
        // The computer may move again without another typed line.
        let found = again.positions.get(index).expect(name);
        assert_eq!(found.board, expected.board, "{name} {index}");
        if state.input.ends_with('\n') {
            goes_on_with(&again, &shown.state, memory);
        }
    }
}

/// Checks that the known part of a shorter game and the rest of a longer one make up the whole.
fn goes_on_with(known: &GameView, state: &State, memory: &mut Memory) {
    let rest = view(state, known.positions.len(), memory).expect("it is a game");
    let all = shown(state, memory);
    let both = known.positions[..rest.from].iter().chain(&rest.positions);
    let without_moves = |one: &GamePosition| GamePosition {
        legal: Vec::new(),
        ..one.clone()
    };
    let both: Vec<GamePosition> = both.map(without_moves).collect();
    let expected: Vec<GamePosition> = all.positions.iter().map(without_moves).collect();
    assert_eq!(both, expected);
    let terminal = |view: &GameView| {
        let parts = view.segments.iter();
        let units = parts.flat_map(|part| part.text.encode_utf16());
        units.collect::<Vec<u16>>()
    };
    let both = [&terminal(known)[..rest.from_terminal], &terminal(&rest)].concat();
    assert_eq!(both, terminal(&all));
}

/// Checks that the output alone is read unchanged. Returns `true` if a copy of the terminal is,
/// too.
fn copy_is_what_was_printed(course: &Course, name: &str, case: &Case, view: &GameView) -> bool {
    let printed = text(view, false);
    let copy: String = view
        .segments
        .iter()
        .map(|part| part.text.as_str())
        .collect();
    let expected = case.expected.as_ref().expect(name).stdout.as_slice();
    let upload = read(course, &case.input, expected, printed.as_bytes()).expect(name);
    assert_eq!(upload.output, printed.as_bytes(), "{name}");
    let upload = read(course, &case.input, expected, copy.as_bytes()).expect(name);
    upload.output == printed.as_bytes()
}

fn shown(state: &State, memory: &mut Memory) -> GameView {
    view(state, 0, memory).expect("the state is that of a case")
}

fn text(view: &GameView, typed: bool) -> String {
    let parts = view.segments.iter().filter(|part| part.typed == typed);
    parts.map(|part| part.text.as_str()).collect()
}

#[test]
fn the_entry_of_each_legal_move_plays_it() {
    for course in ALL {
        for setup in course.program.starts().into_iter().take(3) {
            play_a_game(course, &setup.answers.concat());
        }
    }
}

/// Plays the last legal move for both sides until the game is over, and checks that each typed line
/// does what the position says.
fn play_a_game(course: &Course, answers: &[u8]) {
    let mut memory = Memory::default();
    let mut state = State {
        course: course.name.to_owned(),
        input: String::from_utf8_lossy(answers).into_owned(),
        opponent: OpponentChoice::Asked,
        ..State::default()
    };
    let mut before = shown(&state, &mut memory);
    loop {
        let view = shown(&state, &mut memory);
        goes_on_with(&before, &state, &mut memory);
        let last = view.positions.last().expect("the game has begun");
        let Some(awaits) = view.awaits else {
            assert!(last.turn.is_none() && last.legal.is_empty());
            assert!(
                view.result
                    .is_some_and(|result| result.starts_with("The game is over"))
            );
            return;
        };
        let chosen = last.legal.last().expect("the side to move has a move");
        let turn = last.turn.expect("the game is not over");
        assert_eq!(view.humans.contains(&turn), awaits == Awaits::Entry);
        match awaits {
            Awaits::Entry => {
                state.input.push_str(&chosen.entry);
                state.input.push('\n');
            }
            Awaits::Reply => state.replies.push(chosen.square),
        }
        let index = view.positions.len();
        let found = position(&state, index, &mut memory).expect("the move was made");
        assert_eq!(found.played, Some(chosen.square));
        assert_eq!(found.flips, chosen.flips);
        assert_eq!(found.name, chosen.name);
        assert_eq!(found.by, Some(turn));
        before = view;
    }
}

#[test]
fn a_reply_that_is_illegal_is_an_error_and_no_panic() {
    let state = |replies| State {
        course: "cmsc201".to_owned(),
        input: "3 5\n".to_owned(),
        opponent: OpponentChoice::Asked,
        replies,
        ..State::default()
    };
    for replies in [vec![0], vec![64], vec![usize::MAX]] {
        let view = shown(&state(replies), &mut Memory::default());
        assert_eq!(view.awaits, None);
        assert!(view.stderr.contains("the move for the computer is illegal"));
    }
    let waits = shown(&state(Vec::new()), &mut Memory::default());
    assert_eq!(waits.awaits, Some(Awaits::Reply));
}

#[test]
fn nonsense_in_a_state_is_a_sentence() {
    let error = |course: &str, args: &[&str]| {
        let state = State {
            course: course.to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            ..State::default()
        };
        view(&state, 0, &mut Memory::default()).expect_err("it is nonsense")
    };
    assert_eq!(error("chess", &[]), "There is no course named \"chess\".");
    assert_eq!(error("cmsc201", &["--x"]), "unknown option \"--x\".");
    let state = State {
        course: "cmsc201".to_owned(),
        ..State::default()
    };
    let missing = position(&state, 7, &mut Memory::default());
    assert_eq!(
        missing,
        Err("The game has no position number 7.".to_owned())
    );
}

#[test]
fn the_names_that_were_typed_are_shown() {
    let state = State {
        course: "comp10050".to_owned(),
        input: "Ann\nBen\n1\n".to_owned(),
        ..State::default()
    };
    let view = shown(&state, &mut Memory::default());
    assert_eq!(
        (view.names.black.as_str(), view.names.white.as_str()),
        ("Ann", "Ben")
    );
    let says = &view.positions[1].says;
    assert_eq!(
        says,
        "Black (Ann) plays (3,d) and flips 1. White (Ben) to move."
    );
}
