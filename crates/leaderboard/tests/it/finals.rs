//! Finals that are no round robin.

use std::collections::BTreeMap;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::bench::Bench;

fn finals(records: &[Value]) -> Vec<(String, String)> {
    let text = |record: &Value, key: &str| record[key].as_str().expect(key).to_owned();
    records
        .iter()
        .filter(|record| text(record, "game").starts_with('f'))
        .map(|record| (text(record, "black"), text(record, "white")))
        .collect()
}

const PLAN: [&str; 8] = [
    "plan",
    "submissions",
    "--size",
    "6",
    "--time",
    "10",
    "--finals",
    "swiss:2",
];

#[test]
fn processes_play_the_rounds_of_a_swiss_tournament_together() {
    let bench = Bench::new();
    for level in [3, 4, 5, 6, 7] {
        bench.add(
            &format!("e{level}.toml"),
            format!("player = \"engine:{level}\"\n"),
        );
    }
    bench.ok("whole", &[&["run"][..], &PLAN[1..]].concat());
    bench.ok("t", &PLAN);
    let start = |_| {
        let mut command = bench.command("t", &["run", "--jobs", "1"]);
        command.stdout(Stdio::null());
        command.stderr(Stdio::null());
        command.spawn().expect("the command can be run")
    };
    let processes: Vec<Child> = (0..3).map(start).collect();
    for mut process in processes {
        assert!(process.wait().expect("it is a child").success());
    }
    assert_eq!(bench.ok("t", &["missing"]), "");
    assert_eq!(bench.timeless("t"), bench.timeless("whole"));
    let games = finals(&bench.records("t"));
    let mut met: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (black, white) in games {
        let pair = if black < white {
            (black, white)
        } else {
            (white, black)
        };
        *met.entry(pair).or_default() += 1;
    }
    assert!(
        met.values().all(|&games| games == 2),
        "both colours: {met:?}"
    );
    let table = bench.ok("t", &["table", "--format", "json"]);
    let table: Vec<Value> = serde_json::from_str(&table).expect("it is JSON");
    let finalists = table
        .iter()
        .filter(|row| row["status"] == "finalist")
        .count();
    // Two rounds of all pairs but one player.
    assert_eq!(met.len(), 2 * (finalists / 2), "{met:?}");
    // Each game scores two points; with an odd number a bye scores two wins per round.
    let ties = |row: &Value| row["ties"].as_u64().expect("a number");
    if table.iter().all(|row| ties(row) == 0) {
        let sum: f64 = table.iter().filter_map(|row| row["score"].as_f64()).sum();
        let all = 2 * 2 * met.len() + 2 * 4 * (finalists % 2);
        assert_eq!(format!("{sum:.3}"), format!("{all}.000"), "{table:?}");
    }
}

#[test]
fn a_gauntlet_is_played_against_the_built_in_players_only() {
    let bench = Bench::new();
    bench.player("deep", "searcher.c", 4);
    bench.player("deeper", "searcher.c", 5);
    let plan = ["plan", "submissions", "--finals", "gauntlet"];
    let error = bench.refused("t", &plan, 3);
    assert!(error.contains("with --with"), "{error}");
    bench.ok(
        "t",
        &[
            "run",
            "submissions",
            "--size",
            "6",
            "--time",
            "10",
            "--finals",
            "gauntlet",
            "--with",
            "engine:2",
            "--with",
            "engine:8",
        ],
    );
    let games = finals(&bench.records("t"));
    assert!(!games.is_empty());
    for (black, white) in &games {
        let is_built_in = |name: &String| name.starts_with("engine");
        assert!(
            is_built_in(black) != is_built_in(white),
            "{black} against {white}"
        );
    }
    let table = bench.ok("t", &["table", "--format", "json"]);
    let table: Vec<Value> = serde_json::from_str(&table).expect("it is JSON");
    for row in table {
        let is_built_in = row["player"]
            .as_str()
            .expect("a name")
            .starts_with("engine");
        assert_eq!(row["status"] == "opponent", is_built_in, "{row}");
        assert!(!is_built_in || row["place"].is_null(), "{row}");
    }
}
