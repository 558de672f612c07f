//! What becomes of the result file.

use std::fs;

use dialogue::{Console, Error};

/// A whole game: black wipes white out in nine moves.
const GAME: &str = include_str!("../../../fixtures/comp10050/wipe-out-by-black.in");

#[test]
fn the_result_is_saved_as_it_stands_on_the_console() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("result.txt");
    let mut output = Vec::new();
    let mut console = Console::new(GAME.as_bytes(), &mut output);
    comp10050::run(&mut console, &path).expect("the game comes to its end");
    let saved = fs::read_to_string(&path).expect("it was saved");
    assert_eq!(saved.lines().count(), 4);
    assert!(String::from_utf8_lossy(&output).ends_with(&saved));
}

#[test]
fn a_file_that_cannot_be_written_is_named_and_the_result_still_stands() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("no such folder").join("result.txt");
    let mut output = Vec::new();
    let mut console = Console::new(GAME.as_bytes(), &mut output);
    let error = comp10050::run(&mut console, &path).expect_err("the folder is missing");
    assert!(matches!(error, Error::Course(_)));
    let error = error.to_string();
    assert!(error.starts_with("cannot save the result in "), "{error}");
    assert!(error.contains("no such folder"), "{error}");
    assert!(String::from_utf8_lossy(&output).ends_with("\nThe winner is Alice\n"));
}

#[test]
fn a_game_that_breaks_off_saves_nothing() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("result.txt");
    fs::write(&path, "an older game").expect("it can be written");
    let mut console = Console::new(&b"Alice\nBob\n1\n"[..], Vec::new());
    assert!(matches!(
        comp10050::run(&mut console, &path),
        Err(Error::InputEnded)
    ));
    assert_eq!(
        fs::read_to_string(&path).ok().as_deref(),
        Some("an older game")
    );
}
