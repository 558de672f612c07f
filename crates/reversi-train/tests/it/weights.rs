//! The whole pipeline, as a user runs it, on very few games.

use reversi_engine::eval::Weights;
use std::fs;

use crate::{read, train};

#[test]
fn weights_are_made_from_nothing_and_an_interrupted_run_continues() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let run = |line: &str| {
        let mut command = train();
        command.current_dir(folder.path());
        command.args(line.split(' ')).assert().success();
    };
    run("label 0.samples");
    // A few of them are enough to play, and are fitted in a fraction of the time.
    let samples = read(&folder.path().join("0.samples"));
    fs::write(folder.path().join("0.samples"), &samples[..100_000]).expect("it is written");
    run("fit 0.rwts 0.samples");
    run("generate 1.games --games 6 --weights 0.rwts");
    run("label 1.samples 1.games");
    run("fit 1.rwts 1.samples");
    let file = |name: &str| read(&folder.path().join(name));
    for name in ["0.rwts", "1.rwts"] {
        assert!(Weights::from_bytes(&file(name)).is_ok(), "{name}");
    }
    // As if it had been killed while it wrote a game.
    fs::write(folder.path().join("2.games"), &file("1.games")[..1500]).expect("it is written");
    run("generate 2.games --games 6 --weights 0.rwts");
    assert!(file("1.games") == file("2.games"));
    run("probcut 1.games --weights 1.rwts --positions 2");
}

#[test]
fn wrong_input_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("text");
    fs::write(&path, "no games").expect("it can be written");
    for arguments in [
        ["generate", "--games", "2"].as_slice(),
        &["generate", "out", "--games", "2", "--weights"],
        &["label", "out"],
        &["fit", "out"],
        &["probcut"],
    ] {
        let mut command = train();
        command
            .current_dir(folder.path())
            .args(arguments)
            .arg(&path);
        let assert = command.assert().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr);
        let start = format!("error: {}: ", path.display());
        assert!(error.starts_with(&start), "{error}");
    }
    assert_eq!(read(&path), b"no games");
}
