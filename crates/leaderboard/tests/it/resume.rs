//! A tournament that is killed at any moment and started again ends like one
//! that was never disturbed.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;

use crate::bench::Bench;

const PLAYERS: [&str; 14] = [
    "run",
    "submissions",
    "--time",
    "10",
    "--size",
    "6",
    "--jobs",
    "2",
    "--with",
    "engine:3",
    "--with",
    "engine:5",
    "--with",
    "smartest",
];

fn bench() -> Bench {
    let bench = Bench::new();
    bench.player("deep", "searcher.c", 3);
    bench.player("first", "first.c", 0);
    bench.hostile("crashes.c");
    bench
}

/// The number of finished games.
fn finished(tournament: &Path) -> usize {
    let entries = fs::read_dir(tournament.join("games")).into_iter().flatten();
    entries
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
        .count()
}

/// Waits until `count` games are finished or the run has ended, and says which.
fn wait_for(child: &mut Child, tournament: &Path, count: usize) -> bool {
    loop {
        if child.try_wait().expect("it is a child").is_some() {
            return false;
        }
        if finished(tournament) >= count {
            return true;
        }
        thread::yield_now();
    }
}

#[test]
fn a_tournament_that_was_killed_ends_with_the_same_table() {
    let bench = bench();
    bench.ok("whole", &PLAYERS);
    let whole = bench.timeless("whole");
    assert!(whole.0.len() > 24, "there are finals: {}", whole.0.len());

    let mut kills = 0;
    for tournament in ["a", "bb"] {
        let folder = bench.path(tournament);
        // At other moments each time: before the first game, in the middle of
        // the qualification, between the parts, in the finals.
        for step in 0_usize.. {
            let ahead = [0, 4, 11, 2, 7][(step + tournament.len()) % 5];
            let target = finished(&folder) + ahead;
            let mut child = bench
                .command(tournament, &PLAYERS)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the command can be run");
            if !wait_for(&mut child, &folder, target.max(1)) {
                assert!(child.wait().expect("it is a child").success());
                break;
            }
            // SIGKILL.
            child.kill().expect("it is a child");
            child.wait().expect("it is a child");
            kills += 1;
            if step == 1 {
                litter(&folder);
            }
            assert!(step < 60, "it does not get on");
        }
        assert_eq!(bench.timeless(tournament), whole);
    }
    assert!(kills >= 8, "only {kills} kills");
}

/// Leaves a truncated file that was not a result yet, as a process that is killed
/// while it writes may.
fn litter(tournament: &Path) {
    fs::write(tournament.join("games/.tmpHalf"), "{\"tourn").expect("it can be written");
}

#[test]
fn a_run_that_is_over_plays_nothing_again() {
    let bench = bench();
    bench.ok("t", &PLAYERS);
    let before = bench.records("t");
    bench.ok("t", &PLAYERS);
    bench.ok("t", &["run"]);
    assert_eq!(bench.records("t"), before);
}

#[test]
fn a_truncated_line_is_reported_with_its_location() {
    let bench = bench();
    bench.ok("t", &PLAYERS);
    bench.ok("t", &["merge"]);
    fs::remove_dir_all(bench.path("t/games")).expect("it is there");
    fs::create_dir(bench.path("t/games")).expect("it was removed");
    let path = bench.path("t/games.jsonl");
    let log = fs::read_to_string(&path).expect("it is there");
    let mut lines: Vec<&str> = log.lines().collect();
    lines[2] = &lines[2][..40];
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let error = bench.refused("t", &["run"], 3);
    assert!(error.contains("games.jsonl, line 3: "), "{error}");
    // A game that cannot have been played: it begins with a corner.
    let played = log.lines().find(|line| line.contains("\"moves\":[["));
    let played = played.expect("not all of them crash");
    let impossible = played.replace("\"moves\":[", "\"moves\":[[\"aa\",1],");
    lines[2] = &impossible;
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let error = bench.refused("t", &["table"], 3);
    assert!(error.contains("move 1, aa: "), "{error}");
}
