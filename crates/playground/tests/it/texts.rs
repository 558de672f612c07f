//! Games as texts, and back.

use courses::ALL;
use playground::cases::session;
use playground::programs::import;
use playground::programs::run::Memory;
use playground::programs::state::State;
use playground::programs::view::{Position, View, view};

fn import(course: &str, text: &str, memory: &mut Memory) -> Result<State, String> {
    match session::read(course, text, memory)? {
        Some(state) => Ok(state),
        None => import::import(course, text, memory),
    }
}

/// Returns a game as the page exports it.
fn export(view: &View, format: &str) -> String {
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
            let tag = |(one, square): (&Position, usize)| {
                let by = if one.by == Some("white") { 'W' } else { 'B' };
                format!("{by}[{}]", othello(square).to_uppercase())
            };
            let moves: String = moves.map(tag).collect();
            format!("(;GM[Othello]BO[{cols} {board} {mover}]{moves};)")
        }
    }
}

fn boards(view: &View) -> Vec<&str> {
    let positions = view.positions.iter();
    positions.map(|position| position.board.as_str()).collect()
}

/// Returns the state and the view of each case of all courses that has a move.
fn games(memory: &mut Memory) -> Vec<(String, State, View)> {
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
        for format in ["othello", "own", "ggf", "session"] {
            let usual = state.course().expect("it is a course").program.starts()[0]
                .rules
                .size;
            let is_usual = (size.rows, size.cols) == (usual.rows(), usual.cols());
            let fits = match format {
                // There, no prompt stands before the second of two moves on one line.
                "session" => name != "aps105-lab8/read-as-scanf-does",
                // Moves alone do not name the size.
                "othello" | "own" => is_usual,
                "ggf" => size.rows == size.cols,
                _ => true,
            };
            if !fits {
                continue;
            }
            let text = export(&shown, format);
            let back = import(&state.course, &text, &mut memory);
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
    assert_eq!(last("utoronto-a1", "cd\r\ncc\r\n"), "cc");
    // The program's computer answers.
    assert_eq!(last("aps105-lab8", "4\nW\nab"), "aa");
    assert_eq!(last("comp10050", "Ann\nBen\n1\n1"), "(3,c)");
    let session = "(;GM[Othello]BO[4 -----O*--*O----- *]B[a2//0.5]W[c1];)";
    assert_eq!(last("aps105-lab8", session), "ac");
}

#[test]
fn a_text_that_is_no_game_is_refused_with_the_reason() {
    let mut memory = Memory::default();
    let mut error = |text: &str| import("utoronto-a1", text, &mut memory).expect_err(text);
    assert_eq!(error("d3d3"), "Move 2, \"cd\", is not legal.");
    assert!(error("hello").starts_with("Move 1, \"hello\", names no square. Expected"));
    assert!(error("d3 3 c4").starts_with("Move 1, \"d3 3 c4\", names no square"));
    assert!(error("(;BO[4 -----O*--*O----- -];)").contains("damaged"));
    assert!(error("").starts_with("There is no move. Expected"));
    assert_eq!(
        error("(;GM[Othello]"),
        "This is no game in GGF: it has no end \";)\"."
    );
    assert!(error("(;BO[8 --* *];)").contains("1x3 squares instead of 8x8"));
}

#[test]
fn a_position_that_was_set_up_is_played_on_with_its_passes() {
    let mut memory = Memory::default();
    // Black takes the last white disc but one; white has no move then.
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
