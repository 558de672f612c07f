//! A tournament that an earlier version played is still read: `tests/stored` has
//! its plan and logs, and the table that this version printed.

use std::fs;

use crate::bench::{Bench, read};

const LOGS: [&str; 2] = [
    "games/qualification-0-of-1.jsonl",
    "games/finals-0-of-1.jsonl",
];

fn bench() -> Bench {
    let bench = Bench::new();
    fs::create_dir_all(bench.path("t/games")).expect("it is new");
    for file in ["plan.json", LOGS[0], LOGS[1]] {
        let text = read(&format!("stored/{file}"));
        fs::write(bench.path("t").join(file), text).expect("it can be written");
    }
    bench
}

#[test]
fn logs_of_an_earlier_version_are_read_and_give_the_same_table() {
    let bench = bench();
    assert_eq!(bench.ok("t", &["missing"]), "");
    let table = bench.ok("t", &["table", "--format", "csv"]);
    assert_eq!(table, read("stored/table.csv"));
    bench.ok("t", &["merge"]);
    let merged = fs::read_to_string(bench.path("t/games.jsonl")).expect("merge writes it");
    let mut merged: Vec<&str> = merged.lines().collect();
    let logs = LOGS.map(|log| read(&format!("stored/{log}"))).concat();
    let mut logs: Vec<&str> = logs.lines().collect();
    merged.sort_unstable();
    logs.sort_unstable();
    assert_eq!(merged, logs, "no byte of a record changes");
    bench.ok("t", &["site"]);
}

#[test]
fn games_are_exported_in_ggf() {
    let bench = bench();
    let game = bench.ok("t", &["export", "f-6-7"]);
    let expected = "(;GM[Othello]PC[leaderboard]PB[one]PW[two]RE[-8.00]TY[4]\
                    BO[4 -----O*--*O----- *]B[B1//0.00]";
    assert!(game.starts_with(expected), "{game}");
    assert!(game.ends_with("W[C4//0.00];)\n"), "{game}");
    let all = bench.ok("t", &["export"]);
    let games = LOGS.map(|log| read(&format!("stored/{log}")).lines().count());
    assert_eq!(all.lines().count(), games.iter().sum::<usize>());
    assert!(all.contains(&game));
    let error = bench.refused("t", &["export", "f-0-1"], 3);
    assert!(error.contains("f-0-1 has not been played"), "{error}");
    let error = bench.refused("t", &["export", "x"], 2);
    assert!(error.contains("\"x\" is not a game"), "{error}");
}
