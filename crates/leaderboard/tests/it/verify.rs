//! Showing and checking a tournament that has been played.

use std::fs;

use serde_json::Value;

use crate::bench::Bench;

/// A tournament on 4×4 of two built-in players, one of them without a level.
fn played() -> Bench {
    let bench = Bench::new();
    bench.add("one.toml", "player = \"engine:1\"\n");
    bench.add("two.toml", "player = \"engine:3\"\n");
    bench.ok("t", &["run", "submissions", "--size", "4", "--time", "10"]);
    bench
}

/// Changes a record in the folder of the results.
fn change(bench: &Bench, game: &str, change: impl FnOnce(&mut Value)) {
    let path = bench.path(&format!("t/games/{game}.json"));
    let text = fs::read_to_string(&path).expect("it was played");
    let mut record: Value = serde_json::from_str(&text).expect("it is JSON");
    change(&mut record);
    fs::write(&path, format!("{record}\n")).expect("it can be written");
}

#[test]
fn games_between_deterministic_players_are_the_same_again() {
    let bench = played();
    let games = bench.records("t").len();
    let report = bench.ok("t", &["verify"]);
    let again = format!("{games} games between deterministic players were played again");
    assert!(report.contains(&again), "{report}");
    let report = bench.ok("t", &["verify", "--records-only"]);
    assert_eq!(report.lines().count(), 1, "{report}");
}

#[test]
fn a_record_of_another_game_is_found() {
    let bench = played();
    bench.records("t");
    // A half turn of the board makes another legal game.
    let turned = |square: &str| -> String {
        let turn = |byte: u8| char::from(b'a' + b'd' - byte);
        square.bytes().map(turn).collect()
    };
    fs::remove_file(bench.path("t/games.jsonl")).expect("merge wrote it");
    change(&bench, "q-0-smarter-black", |record| {
        let moves = record["moves"].as_array_mut().expect("there are moves");
        for moved in moves {
            let square = turned(moved[0].as_str().expect("a square"));
            moved[0] = square.into();
        }
    });
    let output = bench.output("t", &["verify"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report = String::from_utf8(output.stdout).expect("it is text");
    assert!(
        report.contains("q-0-smarter-black: move 1 was "),
        "{report}"
    );
    bench.ok("t", &["verify", "--records-only"]);

    change(&bench, "q-0-smarter-black", |record| {
        record["moves"][0][0] = "aa".into();
    });
    let error = bench.refused("t", &["verify", "--records-only"], 3);
    assert!(error.contains("q-0-smarter-black"), "{error}");
}

#[test]
fn a_game_is_shown_move_by_move() {
    let bench = played();
    let record = &bench.records("t")[0];
    let game = record["game"].as_str().expect("a name");
    let moves = record["moves"].as_array().expect("there are moves").len();
    let shown = bench.ok("t", &["replay", game]);
    // The start, and a position after each move and each pass.
    let boards = shown.matches("   a  b  c  d\n").count();
    assert!(boards > moves, "{shown}");
    assert_eq!(shown.matches('[').count(), moves, "{shown}");
    assert_eq!(bench.ok("t", &["replay", game, "--all"]), shown);
    let error = bench.refused("t", &["replay", "q-9-smarter-black"], 3);
    assert!(error.contains("q-9-smarter-black"), "{error}");
    bench.refused("t", &["replay", "nonsense"], 2);
}
