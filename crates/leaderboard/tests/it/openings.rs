//! Finals from openings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::bench::Bench;

fn bench() -> Bench {
    let bench = Bench::new();
    for (name, player) in [
        ("one", "engine:2"),
        ("two", "engine:4"),
        ("three", "engine:6"),
    ] {
        bench.add(&format!("{name}.toml"), format!("player = \"{player}\"\n"));
    }
    bench
}

const RUN: [&str; 8] = [
    "run",
    "submissions",
    "--size",
    "6",
    "--time",
    "10",
    "--openings",
    "3",
];

#[test]
fn each_pair_plays_every_opening_with_both_colours() {
    let bench = bench();
    bench.ok("t", &RUN);
    let records = bench.records("t");
    let (finals, qualification): (Vec<_>, Vec<_>) = records.iter().partition(|record| {
        record["game"]
            .as_str()
            .is_some_and(|game| game.starts_with('f'))
    });
    assert!(
        qualification
            .iter()
            .all(|record| record["opening"].is_null())
    );
    let mut pairs: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for record in &finals {
        let text = |key: &str| record[key].as_str().expect(key).to_owned();
        let opening = text("opening");
        assert_eq!(opening.len(), 12, "{opening}");
        assert!(text("game").contains("-o"), "{record}");
        pairs
            .entry(opening)
            .or_default()
            .insert((text("black"), text("white")));
        let page = bench.path(&format!("t/site/games/{}.html", text("game")));
        let page = fs::read_to_string(page).expect("it has a page");
        assert!(page.contains("after the opening"), "{page}");
    }
    assert_eq!(pairs.len(), 3);
    let first = pairs.values().next().expect("there are three").clone();
    assert!(first.len() >= 2, "two players qualify: {first:?}");
    for games in pairs.values() {
        assert_eq!(*games, first);
        assert!(
            games
                .iter()
                .all(|(one, two)| games.contains(&(two.clone(), one.clone())))
        );
    }
    assert_eq!(finals.len(), 3 * first.len());
    // Another run has the same openings, and another number of them is refused.
    bench.ok("t", &RUN);
    let error = bench.refused("t", &RUN[..6], 3);
    assert!(
        error.contains("other players, submissions or settings"),
        "{error}"
    );
    let export = bench.ok("t", &["export"]);
    assert_eq!(export.lines().count(), records.len());
}

#[test]
fn a_record_with_another_opening_is_refused() {
    let bench = bench();
    bench.ok("t", &RUN);
    bench.records("t");
    let log = fs::read_to_string(bench.path("t/games.jsonl")).expect("merge wrote it");
    let game = log
        .lines()
        .find(|line| line.contains("-o1\""))
        .expect("there are finals");
    let (before, after) = game.split_once("\"opening\":\"").expect("it has one");
    let other = format!("{before}\"opening\":\"{}\n", &after[4..]);
    fs::write(bench.path("other.jsonl"), other).expect("it can be written");
    let error = bench.refused("t", &["merge", "other.jsonl"], 3);
    assert!(error.contains("its opening is"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn players_that_cannot_play_from_an_opening_are_named() {
    let bench = bench();
    let nboard = crate::bench::read("players/nboard.py");
    bench.add("silent.py", nboard);
    let python = crate::bench::tests().join("../../automarker/tests/zoo/aps105-lab8/correct.py");
    bench.add("part1.py", fs::read(python).expect("it is there"));
    bench.player("first", "first.c", 0);
    let args = ["plan", "submissions", "--openings", "2"];
    let error = bench.refused("t", &args, 3);
    assert!(error.contains("these players speak it: part1;"), "{error}");
    assert!(!bench.path("t/plan.json").exists());
    bench.ok("t", &args[..2]);

    let bench = self::bench();
    bench.add("silent.py", crate::bench::read("players/nboard.py"));
    bench.ok(
        "t",
        &["run", "submissions", "--time", "10", "--openings", "1"],
    );
    for record in bench.records("t") {
        assert_eq!(record["end"], "finished", "{record}");
    }
}

#[test]
fn the_number_of_openings_is_limited_by_the_board() {
    let bench = bench();
    let args = ["plan", "submissions", "--size", "4", "--openings", "900"];
    let error = bench.refused("t", &args, 3);
    assert!(
        error.contains("balanced openings on 4×4, not 900"),
        "{error}"
    );
    let plan = bench.ok(
        "t",
        &["plan", "submissions", "--size", "4", "--openings", "2"],
    );
    assert!(plan.contains("qualification"), "{plan}");
    // Three pairs, two colours, two openings.
    let row = plan
        .lines()
        .find(|line| line.starts_with("finals of all 3"));
    let row: Vec<&str> = row.expect("there is one").split_whitespace().collect();
    assert_eq!(row[4], "12", "{plan}");
}
