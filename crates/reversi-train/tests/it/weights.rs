//! The whole pipeline, as a user runs it, on very few games.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use reversi_engine::eval::{Fold, STAGES, Weights};

use crate::{check_interrupted, read, train};

fn weights(folder: &Path) -> Command {
    let mut command = train();
    command.arg("weights").arg(folder);
    command.args(["--generations", "2", "--games", "6", "--exact", "10"]);
    command
}

#[test]
fn an_interrupted_run_ends_with_the_same_weights_as_an_unbroken_one() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let unbroken = folder.path();
    let names = ["1.games", "1.rwts", "2.samples", "2.rwts"];
    check_interrupted(weights, unbroken, &["0.rwts"], &names);
    let bytes = read(&unbroken.join("2.rwts"));
    assert!(Weights::from_bytes(&bytes).is_ok());
    assert!(bytes != read(&unbroken.join("1.rwts")));
}

#[test]
fn shards_in_one_file_are_the_games_of_one_run() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name);
    let generate = |name: &str, more: &[&str]| {
        let mut command = train();
        command.arg("generate").arg(path(name));
        command.args(["--games", "6", "--depth", "2", "--exact", "8"]);
        command.args(more).assert().success();
    };
    generate("all", &[]);
    generate("0", &["--shard", "0", "--shards", "2"]);
    generate("1", &["--shard", "1", "--shards", "2"]);
    let both = [read(&path("0")), read(&path("1"))].concat();
    let games = |bytes: &[u8]| {
        let mut games = reversi_train::games::read(bytes, "games").expect("it is valid");
        games.sort_by_key(|game| game.number);
        games
    };
    assert_eq!(games(&both), games(&read(&path("all"))));
}

#[test]
fn labels_are_scores_of_the_given_weights() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name);
    // A bias of five discs in every position.
    let zeros = vec![0; Fold::new().len()];
    let five = Weights::to_bytes(&[0; STAGES], &[500; STAGES], &[zeros]);
    fs::write(path("five.rwts"), five).expect("it can be written");
    for arguments in [
        ["generate", "games", "--games", "6", "--depth", "2"].as_slice(),
        &[
            "label",
            "samples",
            "games",
            "--weights",
            "five.rwts",
            "--depth",
            "2",
            "--trust",
            "0",
        ],
    ] {
        let mut command = train();
        command
            .current_dir(folder.path())
            .args(arguments)
            .assert()
            .success();
    }
    let mut count = 0;
    for sample in read(&path("samples")).chunks_exact(20) {
        let discs = sample[..16]
            .iter()
            .map(|byte| byte.count_ones())
            .sum::<u32>();
        // With more discs, passes and the end of the game are near.
        if discs < 40 {
            let label = i16::from_le_bytes([sample[16], sample[17]]);
            assert_eq!(label, 500, "{discs} discs");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn wrong_input_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("text");
    fs::write(&path, "no games").expect("it can be written");
    for arguments in [
        ["generate", "--games", "2"].as_slice(),
        &["label", "--depth", "2", "out"],
        &["label", "out", "games", "--weights"],
        &["fit", "out"],
    ] {
        let error = train()
            .args(arguments)
            .arg(&path)
            .assert()
            .code(2)
            .get_output()
            .stderr
            .clone();
        let error = String::from_utf8(error).expect("it is text");
        let name = path.display().to_string();
        assert!(
            error.starts_with("error: ") && error.contains(&name),
            "{error}"
        );
    }
    assert_eq!(read(&path), b"no games");
}
