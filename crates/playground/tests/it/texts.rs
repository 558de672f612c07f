//! Games as texts, and back.

use courses::ALL;
use playground::cases::session;
use playground::programs::address;
use playground::programs::import;
use playground::programs::import::follow;
use playground::programs::run::Memory;
use playground::programs::state::{Naming, OpponentChoice, State};
use playground::programs::view::{GamePosition, GameView, position, view, why_illegal};
use proptest::prelude::*;

fn import(course: &str, text: &str, memory: &mut Memory) -> Result<State, String> {
    match session::read(course, text, memory)? {
        Some(state) => Ok(state),
        None => address::linked(text).unwrap_or_else(|| import::import(course, text, memory)),
    }
}

fn export(view: &GameView, format: &str) -> String {
    let cols = usize::from(view.size.expect("it has a board").cols);
    let moves = view
        .positions
        .iter()
        .filter_map(|one| Some((one, one.played?)));
    let othello = |square: usize| {
        let col = char::from(b'a' + u8::try_from(square % cols).expect("it is small"));
        format!("{col}{}", square / cols + 1)
    };
    match format {
        "othello" => moves.map(|(_, square)| othello(square)).collect(),
        "own" => moves
            .flat_map(|(one, _)| [one.name.as_str(), "\n"])
            .collect(),
        "session" => {
            let segments = view.segments.iter().map(|part| part.text.as_str());
            segments.collect()
        }
        _ => {
            let first = &view.positions[0];
            let board = first.board.replace('B', "*").replace('W', "O");
            let board = board.replace('U', "-");
            let mover = if first.turn == Some("white") {
                'O'
            } else {
                '*'
            };
            let tag = |(one, square): (&GamePosition, usize)| {
                let by = if one.by == Some("white") { 'W' } else { 'B' };
                format!("{by}[{}]", othello(square).to_uppercase())
            };
            let moves: String = moves.map(tag).collect();
            format!("(;GM[Othello]BO[{cols} {board} {mover}]{moves};)")
        }
    }
}

fn boards(view: &GameView) -> Vec<&str> {
    let positions = view.positions.iter();
    positions.map(|position| position.board.as_str()).collect()
}

/// Returns the state and the view of each case of all courses that has a move.
fn games(memory: &mut Memory) -> Vec<(String, State, GameView)> {
    let mut games = Vec::new();
    for course in ALL {
        for case in courses::cases::of(course).expect("the fixtures are a suite") {
            let Ok(input) = String::from_utf8(case.input) else {
                continue;
            };
            if !case.args.is_empty() {
                continue;
            }
            let state = State {
                course: course.name.to_owned(),
                input,
                ..State::default()
            };
            if let Ok(view) = view(&state, 0, memory)
                && view.positions.len() > 1
            {
                games.push((format!("{}/{}", course.name, case.name), state, view));
            }
        }
    }
    games
}

#[test]
fn every_game_comes_back_from_each_format() {
    let mut memory = Memory::default();
    let mut read = 0;
    for (name, state, shown) in games(&mut memory) {
        let size = shown.size.expect("it has a board");
        for format in ["othello", "own", "ggf", "session", "link"] {
            let usual = state.course().expect("it is a course").program.starts()[0]
                .rules
                .size;
            let is_usual = (size.rows, size.cols) == (usual.rows(), usual.cols());
            let fits = match format {
                // There, no prompt precedes the second of two moves on one line.
                "session" => name != "aps105-lab8/read-as-scanf-does",
                // Moves alone do not determine the size.
                "othello" | "own" => is_usual,
                "ggf" => size.rows == size.cols,
                "link" => address::write(&state).is_ok(),
                _ => true,
            };
            if !fits {
                continue;
            }
            let text = match format {
                "link" => {
                    let fragment = address::write(&state).expect("it was written before");
                    format!("<https://example.org/page/#{fragment}>")
                }
                _ => export(&shown, format),
            };
            // A link names its course.
            let course = if format == "link" {
                "cmsc201"
            } else {
                &state.course
            };
            let back = import(course, &text, &mut memory);
            let back = back.unwrap_or_else(|error| panic!("{name}, {format}: {error}\n{text}"));
            let back = view(&back, 0, &mut memory).expect(&name);
            assert_eq!(boards(&back), boards(&shown), "{name}, {format}:\n{text}");
            read += 1;
        }
    }
    assert!(read > 300, "{read}");
}

#[test]
fn typed_lines_and_loose_moves_are_games_too() {
    let mut memory = Memory::default();
    let mut last = |course: &str, text: &str| {
        let state = import(course, text, &mut memory).expect(text);
        let view = view(&state, 0, &mut memory).expect(text);
        view.positions.last().expect("it has a board").name.clone()
    };
    assert_eq!(last("utoronto-a1", "1. d3 c3  2. C4 e3 --"), "ce");
    for text in [
        "f5d6c3",
        "F5 D6 C3",
        "f5-d6-c3",
        "1. f5 d6 2. c3",
        "1) (f5) d6?! 2) c3 –",
        "[Event \"Cup\"]\n[Black \"Ann\"]\n\n1. f5 d6 2. c3 33-31",
        "set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]\
         B[F5//1.2]W[D6/-1]B[c3];)",
    ] {
        assert_eq!(last("utoronto-a1", text), "cc", "{text}");
        assert_eq!(last("aps105-lab8", text), "cc", "{text}");
    }
    assert_eq!(last("utoronto-a1", "cd\r\ncc\r\n"), "cc");
    // The program's computer answers.
    assert_eq!(last("aps105-lab8", "4\nW\nab"), "aa");
    assert_eq!(last("comp10050", "Ann\nBen\n1\n1"), "(3,c)");
    // The name has an escaped bracket.
    let session = r"(;GM[Othello]PB[Ann \] W]BO[4 -----O*--*O----- *]B[a2//0.5]W[c1];)";
    assert_eq!(last("aps105-lab8", session), "ac");
}

#[test]
fn a_text_that_is_no_game_is_refused_with_the_reason() {
    let mut memory = Memory::default();
    let mut error = |text: &str| import("utoronto-a1", text, &mut memory).expect_err(text);
    assert_eq!(
        error("d3d3"),
        "Move 2, \"d3\", is not legal. Legal there: c3, e3, c5."
    );
    let whole = "Move 1, \"hello\", names no square. Legal there: cd, dc, ef, fe. Expected";
    assert!(error("hello").starts_with(whole));
    for (text, sentence) in [
        (
            "d3 3 c4",
            "Move 2, \"3\", names no square. Legal there: c3, e3, c5.",
        ),
        ("1. d3 c3 2. xx b2", "Move 3, \"xx\", names no square."),
        ("d3c3z", "Move 3, \"z\", names no square."),
        ("d3 é", "Move 2, \"é\", names no square."),
        ("f5d6c27", "Move 3, \"c27\", names no square."),
        (
            "(;BO[8 ---------------------------O*------*O--------------------------- *]B[a1];)",
            "Move 1, \"a1\", is not legal. Legal there: d3,",
        ),
        (
            "f5 d6 pass c3",
            "Move 3, \"pass\", is not legal. Legal there: c3, c4,",
        ),
        (
            "(;BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[PA];)",
            "Move 2, \"pass\", is not legal. Legal there: f4, d6, f6.",
        ),
        (
            "(;BO[8 ---------------------------O*------*O--------------------------- *]B[F5]B[F6];)",
            "Move 2 is a move of Black, but White is to move.",
        ),
    ] {
        let found = error(text);
        assert!(found.starts_with(sentence), "{found}");
    }
    assert!(error("v=1&c=utoronto-a1&i=%%").contains("a part of it is damaged"));
    assert!(error("(;BO[4 -----O*--*O----- -];)").contains("damaged"));
    assert!(error("").starts_with("There is no move. Expected"));
    assert_eq!(
        error("(;GM[Othello]"),
        "This is not a game in GGF: it has no end \";)\"."
    );
    assert!(error("(;BO[8 --* *];)").contains("its board is damaged"));
    for signs in ["OX".repeat(32), "OX-".repeat(22), "OX".repeat(8) + " -"] {
        assert!(error(&signs).starts_with("This board has "), "{signs}");
    }
}

#[test]
fn a_board_is_read_with_its_side_to_move() {
    let mut memory = Memory::default();
    let mut read = |text: &str| import("utoronto-a1", text, &mut memory).expect(text);
    let rows = "O--OOOOX\n-OOOOOOX\nOOXXOOOX\nOOXOOOXX\nOOOOOOXX\n---OOOOX\n----O--X\n--------\n";
    let line = format!("#40 {} X; A2:+38", rows.replace('\n', ""));
    let spaced: String = rows.chars().flat_map(|sign| [sign, ' ']).collect();
    for text in [
        format!("{rows}X"),
        line,
        format!("{spaced}\nBlack to move"),
        rows.replace('X', "*").replace('-', ".") + "*",
    ] {
        let placed = read(&text).position.expect(&text);
        assert_eq!((placed.rows, placed.mover.as_str()), (8, "black"), "{text}");
        assert!(placed.board.starts_with("WUUWWWWBUWWWW"), "{text}");
    }
    // The start of the course is a game of its program.
    let start = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    assert_eq!(read(&start).position, None);
}

#[test]
fn moves_follow_any_position() {
    let mut memory = Memory::default();
    for (name, state, shown) in games(&mut memory) {
        // There, a move is on the line of the set-up.
        if name == "aps105-lab8/read-as-scanf-does" {
            continue;
        }
        let moves = shown.positions.iter().filter_map(|one| one.played);
        let moves: Vec<usize> = moves.collect();
        let (first, second) = moves.split_at(moves.len() / 2);
        let units: Vec<u16> = state.input.encode_utf16().collect();
        let start = State {
            input: String::from_utf16_lossy(&units[..shown.positions[0].input]),
            opponent: OpponentChoice::Asked,
            ..state
        };
        let half = follow(&start, first, &mut memory).expect(&name);
        let next = follow(&half, second, &mut memory).expect(&name);
        let next = view(&next, 0, &mut memory).expect(&name);
        assert_eq!(boards(&next), boards(&shown), "{name}");
    }
}

#[test]
fn another_move_of_the_programs_computer_can_follow() {
    let mut memory = Memory::default();
    let start = State {
        course: "aps105-lab8".to_owned(),
        input: "8\nW\n".to_owned(),
        ..State::default()
    };
    // The program's own computer would play cc; afterwards it continues.
    let next = follow(&start, &[19, 34, 44], &mut memory).expect("they are legal");
    let expected = State {
        input: "8\nW\ncd\nfe\n".to_owned(),
        replies: vec![34],
        ..start.clone()
    };
    assert_eq!(next, expected);
    let shown = view(&next, 0, &mut memory).expect("it is a game");
    assert_eq!(shown.positions.len(), 5);
    let back = address::write(&next).and_then(|fragment| address::read(&fragment));
    assert_eq!(back, Ok(expected));
    let longer = follow(&next, &[], &mut memory).expect("it is the same game");
    assert_eq!(longer.replies.len(), 2);
    let mut error = |input: &str, square| {
        let input = input.to_owned();
        follow(
            &State {
                input,
                ..start.clone()
            },
            &[square],
            &mut memory,
        )
        .expect_err("no move")
    };
    assert!(error("8\nW\n", 0).starts_with("Move 1, \"aa\", is not legal. Legal there: cd, "));
    assert_eq!(error("8\nW\n", 64), "There is no square number 64.");
    assert_eq!(error("8\nW\naa\n", 0), "No move can follow here.");
    assert_eq!(error("8\n", 0), "No move can follow here.");
}

#[test]
fn all_but_typed_lines_can_be_in_the_notation_of_othello() {
    let mut memory = Memory::default();
    for course in ALL {
        let answers = course.program.starts()[0].answers.concat();
        let state = State {
            course: course.name.to_owned(),
            input: String::from_utf8_lossy(&answers).into_owned(),
            opponent: OpponentChoice::Asked,
            notation: Naming::Othello,
            ..State::default()
        };
        let shown = view(&state, 0, &mut memory).expect("it is a game");
        let (row, col) = (&shown.labels.rows[0], &shown.labels.cols[1]);
        assert_eq!([row, col, &shown.squares[2]], ["1", "b", "c1"]);
        let legal = &shown.positions[0].legal[0];
        let name = &shown.squares[legal.square];
        assert_eq!(&legal.name, name);
        let next = follow(&state, &[legal.square], &mut memory).expect("it is legal");
        assert!(next.input.ends_with(&format!("{}\n", legal.entry)) || next.replies.len() == 1);
        let says = position(&next, 1, &mut memory).expect("it was made").says;
        assert!(says.contains(&format!("plays {name} and")), "{says}");
        let why = why_illegal(&next, legal.square, &mut memory).expect("it is a sentence");
        assert!(why.starts_with(name), "{why}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(
        course in 0..ALL.len(),
        text in prop_oneof![
            any::<String>(),
            "([a-h][1-8][ .-]?){0,9}\\PC{0,5}",
            "[-XO*. \n;#0-9]{0,80}",
            "\\(;(BO\\[8 [-*O]{0,70}\\])?(B\\[\\PC{0,3}\\]){0,3};\\)",
            "https://x/#v=1&c=[a-z0-9-]{0,9}&[ilt]=\\PC{0,9}",
        ],
    ) {
        let mut memory = Memory::default();
        if let Ok(state) = import(ALL[course].name, &text, &mut memory) {
            let _ = view(&state, 0, &mut memory);
            let _ = follow(&state, &[0], &mut memory);
        }
    }
}

#[test]
fn a_position_that_was_set_up_is_played_on_with_its_passes() {
    let mut memory = Memory::default();
    // Black takes the last white disc but one; then white has no move.
    let text = "(;GM[Othello]BO[4 *O--------------  *];)";
    let mut state = import("utoronto-a1", text, &mut memory).expect("it is a game");
    assert!(state.position.is_some());
    state.input = "zz\nac\n".to_owned();
    let shown = view(&state, 0, &mut memory).expect("it can be played");
    assert_eq!(shown.positions.len(), 2);
    assert_eq!(shown.positions[1].board, "BBBUUUUUUUUUUUUU");
    assert!(shown.result.is_some());
    let terminal: String = shown
        .segments
        .iter()
        .map(|part| part.text.as_str())
        .collect();
    assert!(terminal.contains("This is not a legal move."), "{terminal}");
}
