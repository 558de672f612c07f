//! The training for other boards than 8×8, as a user runs it, on very few games.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use reversi_engine::wide::Weights;

use crate::{check_interrupted, read, train};

fn wide() -> Command {
    let mut command = train();
    command.arg("wide");
    command
}

fn weights(folder: &Path) -> Command {
    let mut command = wide();
    command.arg("weights").arg(folder);
    command.args(["--size", "6", "--generations", "2", "--games", "40"]);
    command
}

#[test]
fn an_interrupted_run_ends_with_the_same_weights_as_an_unbroken_one() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let unbroken = folder.path();
    let names = ["0.rwts", "1.games", "1.rwts", "2.games", "2.rwts"];
    check_interrupted(weights, unbroken, &[], &names);
    let bytes = read(&unbroken.join("2.rwts"));
    assert!(Weights::from_bytes(&bytes).is_ok());
    assert!(bytes != read(&unbroken.join("1.rwts")));
    let games = String::from_utf8(read(&unbroken.join("2.games"))).expect("it is text");
    assert!(games.starts_with("games of 6x6 seed=2 weights="), "{games}");
    assert_eq!(games.lines().count(), 41);
}

#[test]
fn wrong_input_is_an_error_that_names_its_place() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("games");
    let name = path.display();
    let fit = ["fit", "out"].as_slice();
    let generate = ["generate", "--games", "1", "--size", "6"].as_slice();
    for (text, arguments, expected) in [
        (
            "no games\n",
            fit,
            format!("{name}: line 1: not a file of games"),
        ),
        (
            "games of 6x6\n0 0 d3",
            fit,
            format!("{name}: line 2: the result is missing"),
        ),
        (
            "games of 6x6\n0 0 d3a1 0",
            fit,
            format!("{name}: line 2: move 1: "),
        ),
        ("games of 6x6\n", fit, "no games".into()),
        (
            "games of 8x8\n",
            generate,
            format!("{name}: has other games: `games of 8x8`"),
        ),
        (
            "",
            &["generate", "--games", "1", "--size", "7"],
            "unsupported board size 7x7".into(),
        ),
    ] {
        fs::write(&path, text).expect("it can be written");
        let assert = wide().args(arguments).arg(&path).assert().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(error.starts_with(&format!("error: {expected}")), "{error}");
        assert_eq!(read(&path), text.as_bytes());
    }
}
