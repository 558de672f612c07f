//! Hostile submissions: whatever they do, every game has a result and a reason.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::bench::Bench;
use serde_json::Value;

#[test]
fn a_player_gets_nothing_that_is_not_its_own() {
    let bench = Bench::new();
    let source = include_str!("../hostile/spies.c");
    let folder = bench.path("").display().to_string();
    let folder = format!("#define FOLDER {:?}\n", folder.trim_end_matches('/'));
    bench.add("spies.c", folder + source);
    bench.player("greedy", "greedy.c", 0);
    let engine = bench.path("engine");
    fs::write(&engine, "#!/bin/sh\necho d3\n").expect("a file can be written");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("it is ours");
    bench.ok("t", &["run", "submissions", "--size", "6", "--jobs", "1"]);
    let records = bench.records("t");
    let games = of(&records, "spies");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["end"], "illegal", "{game}");
        assert!(
            game["moves"]
                .as_array()
                .is_some_and(|moves| moves.len() < 2),
            "{game}"
        );
    }
    assert!(!bench.path("t/spied").exists());
}

#[test]
fn twenty_submissions_and_half_of_them_hostile() {
    let bench = Bench::alone();
    // The way each hostile player loses, and a part of the reason.
    let hostile = [
        ("does-not-compile.c", "build", "mistake"),
        ("hangs.c", "time", "longer than 1 s"),
        ("crashes.c", "crash", "SIGSEGV"),
        ("crashes-before-main.c", "crash", "SIGABRT"),
        ("floods.c", "output", "output limit"),
        ("forks.c", "processes", "process limit"),
        ("leaves-a-process.c", "illegal", "illegal move"),
        ("kills-everybody.c", "crash", "SIGKILL"),
        ("exits.c", "crash", "exit status 7"),
        ("off-the-board.c", "illegal", "row -3, column 700"),
        ("memory.c", "memory", "memory limit"),
        ("silent.sh", "start", "NBoard"),
    ];
    for (file, _, _) in hostile {
        bench.hostile(file);
    }
    bench.player("first", "first.c", 0);
    bench.player("last", "last.c", 0);
    bench.player("greedy", "greedy.c", 0);
    bench.player("deep", "searcher.c", 5);
    bench.player("deeper", "searcher.c", 6);
    bench.add("empty/notes.txt", "nothing to run");
    bench.add("cheat/leaderboard.toml", "player = \"engine\"");
    bench.add("reference.toml", "player = \"engine:5\"");
    bench.ok(
        "t",
        &[
            "run",
            "submissions",
            "--size",
            "6",
            "--jobs",
            "2",
            "--memory",
            "200",
        ],
    );

    let records = bench.records("t");
    let qualification = records.iter().filter(|record| {
        record["game"]
            .as_str()
            .is_some_and(|game| game.starts_with('q'))
    });
    assert_eq!(qualification.count(), 4 * 20);
    for record in &records {
        let reason = record["reason"].as_str().unwrap_or_default();
        assert!(!reason.is_empty(), "{record}");
    }
    for (file, end, word) in hostile {
        let name = file.split('.').next().expect("there is one");
        let games = of(&records, name);
        assert_eq!(games.len(), 4, "{name} has played no finals");
        for game in games {
            let reason = game["reason"].as_str().unwrap_or_default();
            assert_eq!(game["end"], end, "{name}: {game}");
            assert!(reason.contains(word), "{name}: {reason}");
            let loser = if game["black"] == name {
                "black"
            } else {
                "white"
            };
            assert!(reason.starts_with(loser), "{name}: {reason}");
        }
    }
    for name in ["empty", "cheat"] {
        for game in of(&records, name) {
            assert_eq!(game["end"], "build", "{game}");
        }
    }
    let crash = of(&records, "crashes")[0];
    assert_eq!(crash["stderr"], "about to follow a wild pointer");
    // The games of the others were not disturbed.
    for name in ["first", "last", "greedy", "deep", "deeper", "reference"] {
        for game in of(&records, name) {
            assert_eq!(game["end"], "finished", "{game}");
        }
    }
    assert_eq!(bench.ok("t", &["missing"]), "");
}

fn of<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    let is_its = |record: &&Value| record["black"] == name || record["white"] == name;
    records.iter().filter(is_its).collect()
}
