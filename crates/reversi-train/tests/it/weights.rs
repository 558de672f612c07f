//! The whole pipeline, as a user runs it, on very few games.

use reversi_engine::eval::{Fold, Head, Row, STAGES, Weights};
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
    run("fit 0.rwts 0.samples");
    let generate = "--games 6 --exact 10 --weights 0.rwts";
    run(&format!("generate 1.games {generate}"));
    run("label 1.samples 1.games");
    run("fit 1.rwts 1.samples");
    let file = |name: &str| read(&folder.path().join(name));
    for name in ["0.rwts", "1.rwts"] {
        assert!(Weights::from_bytes(&file(name)).is_ok(), "{name}");
    }
    // As if it had been killed while it wrote a game.
    fs::write(folder.path().join("2.games"), &file("1.games")[..400]).expect("it is written");
    run(&format!("generate 2.games {generate}"));
    assert!(file("1.games") == file("2.games"));
    run("probcut 1.games --weights 1.rwts --proven 3 --positions 4");
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
    let mut head = Head::default();
    head.add_discs(5.0);
    let zeros = vec![Row::default(); Fold::new().len()];
    let five = Weights::to_bytes(&[0; STAGES], &[head; STAGES], &[zeros]);
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
