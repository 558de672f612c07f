//! A tournament that is killed at any moment and started again ends like one
//! that was never disturbed.

use std::fs::{self, OpenOptions};
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

/// The number of complete lines in all logs.
fn lines(tournament: &Path) -> usize {
    let entries = fs::read_dir(tournament.join("games")).into_iter().flatten();
    let logs = entries
        .flatten()
        .filter_map(|entry| fs::read(entry.path()).ok());
    logs.map(|log| log.split(|&byte| byte == b'\n').count() - 1)
        .sum()
}

/// Waits until there are `count` lines or the run has ended, and says which.
fn wait_for(child: &mut Child, tournament: &Path, count: usize) -> bool {
    loop {
        if child.try_wait().expect("it is a child").is_some() {
            return false;
        }
        if lines(tournament) >= count {
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
            let target = lines(&folder) + ahead;
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
                tear(&folder);
            }
            assert!(step < 60, "it does not get on");
        }
        assert_eq!(bench.timeless(tournament), whole);
    }
    assert!(kills >= 8, "only {kills} kills");
}

/// Cuts the longest log off in the middle of its last line, as a machine that
/// loses its power may.
fn tear(tournament: &Path) {
    let entries = fs::read_dir(tournament.join("games")).expect("it is there");
    let longest = entries
        .flatten()
        .max_by_key(|entry| entry.metadata().map_or(0, |data| data.len()));
    let path = longest.expect("there is a log").path();
    let file = OpenOptions::new().write(true).open(path);
    let file = file.expect("it can be written");
    let length = file.metadata().expect("it is there").len();
    file.set_len(length.saturating_sub(20))
        .expect("it can be cut");
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
    let path = bench.path("t/games/qualification-0-of-1.jsonl");
    let log = fs::read_to_string(&path).expect("it is there");
    let mut lines: Vec<&str> = log.lines().collect();
    lines[2] = &lines[2][..40];
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let error = bench.refused("t", &["run"], 3);
    assert!(
        error.contains("qualification-0-of-1.jsonl, line 3: "),
        "{error}"
    );
    // A game that cannot have been played: it begins with a corner.
    let played = log.lines().find(|line| line.contains("\"moves\":[["));
    let played = played.expect("not all of them crash");
    let impossible = played.replace("\"moves\":[", "\"moves\":[[\"aa\",1],");
    lines[2] = &impossible;
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let error = bench.refused("t", &["table"], 3);
    assert!(error.contains("move 1, aa: "), "{error}");
}
