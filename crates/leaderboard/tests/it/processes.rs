//! Processes that share the games of a tournament, and merged games.

use std::fs;
use std::process::{Child, Command, Stdio};

use crate::bench::Bench;
use serde_json::Value;

/// Players that need no compiler, so that these tests run everywhere.
fn bench() -> Bench {
    let bench = Bench::new();
    for (name, player) in [
        ("one", "engine:1"),
        ("two", "engine:4"),
        ("three", "engine:6"),
        ("four", "smartest"),
        ("five", "prescribed"),
    ] {
        bench.add(&format!("{name}.toml"), format!("player = \"{player}\"\n"));
    }
    bench
}

const QUALIFY: [&str; 5] = ["run", "--stage", "qualification", "--jobs", "2"];

const PLAN: [&str; 6] = ["plan", "submissions", "--size", "6", "--time", "10"];

/// Starts `count` processes at once and waits for them. The qualification and the
/// finals take turns without anybody's help.
fn together(bench: &Bench, tournament: &str, count: usize) {
    let start = |_| {
        let mut command = bench.command(tournament, &["run", "--jobs", "1"]);
        command.stdout(Stdio::null());
        command.stderr(Stdio::null());
        command.spawn().expect("the command can be run")
    };
    let processes: Vec<Child> = (0..count).map(start).collect();
    for mut process in processes {
        assert!(process.wait().expect("it is a child").success());
    }
}

/// The names of the claims.
fn claims(bench: &Bench, tournament: &str) -> Vec<String> {
    let entries = fs::read_dir(bench.path(tournament).join("claims")).expect("it is there");
    entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn processes_share_the_tournament_and_play_each_game_once() {
    let bench = bench();
    bench.ok("whole", &[&["run"][..], &PLAN[1..]].concat());
    bench.ok("parts", &PLAN);
    let error = bench.refused("parts", &["run", "--stage", "finals"], 3);
    assert!(
        error.contains("cannot start the finals: 20 qualification games are missing"),
        "{error}"
    );
    together(&bench, "parts", 4);
    assert_eq!(bench.ok("parts", &["missing"]), "");
    assert_eq!(bench.timeless("parts"), bench.timeless("whole"));
    assert!(bench.path("parts/site/index.html").exists());
    // Nobody was killed, so nobody has claimed a game of another.
    let claims = claims(&bench, "parts");
    let games = claims.iter().filter(|name| !name.starts_with("pages."));
    let (mut games, second): (Vec<_>, Vec<_>) = games.partition(|name| name.ends_with(".1"));
    assert_eq!(second, Vec::<&String>::new());
    games.sort_unstable();
    let records = bench.records("parts");
    let mut played: Vec<String> = records
        .iter()
        .map(|record| format!("{}.1", record["game"].as_str().expect("it has a name")))
        .collect();
    played.sort_unstable();
    assert_eq!(games, played.iter().collect::<Vec<_>>());
}

#[test]
fn a_process_plays_only_the_stage_it_was_started_for() {
    let bench = bench();
    bench.ok("t", &PLAN);
    bench.ok("t", &["run", "--stage", "qualification"]);
    assert_eq!(bench.ok("t", &["missing", "--stage", "qualification"]), "");
    bench.refused("t", &["missing", "--stage", "finals"], 1);
    bench.ok("t", &["run", "--stage", "finals"]);
    bench.refused("t", &["missing"], 0);
}

#[test]
fn merging_is_idempotent_and_ignores_the_order() {
    let bench = bench();
    bench.ok("t", &PLAN);
    bench.ok("t", &["run", "--stage", "qualification"]);
    let merged = |args: &[&str]| {
        bench.ok("t", args);
        fs::read(bench.path("t/games.jsonl")).expect("merge writes it")
    };
    let once = merged(&["merge"]);
    assert_eq!(merged(&["merge"]), once);
    // On another machine, from copies of the logs, in any order.
    bench.ok("u", &PLAN);
    let games = fs::read_dir(bench.path("t/games")).expect("it is there");
    let mut logs: Vec<String> = games
        .flatten()
        .map(|entry| entry.path().display().to_string())
        .collect();
    logs.sort_by_key(|path| std::cmp::Reverse(path.clone()));
    logs.push(logs[3].clone());
    let logs: Vec<&str> = logs.iter().map(String::as_str).collect();
    bench.ok("u", &[&["merge"], logs.as_slice()].concat());
    let other = fs::read(bench.path("u/games.jsonl")).expect("merge writes it");
    assert_eq!(other, once);
    bench.ok("v", &PLAN);
    bench.ok("v", &["merge", "t/games"]);
    assert_eq!(
        fs::read(bench.path("v/games.jsonl")).expect("it is there"),
        once
    );
    assert_eq!(bench.ok("v", &["missing", "--stage", "qualification"]), "");
}

#[test]
fn conflicting_duplicates_and_foreign_games_are_refused() {
    let bench = bench();
    bench.ok("t", &PLAN);
    bench.ok("t", &["run", "--stage", "qualification"]);
    let log = fs::read_to_string(bench.path("t/games/q-0-smarter-black.json"));
    let log = log.expect("it is there");
    let first = log.lines().next().expect("it has lines");
    let (before, after) = first.split_once("\"black_us\":").expect("it has a time");
    let other = format!("{before}\"black_us\":1{after}\n");
    fs::write(bench.path("other.jsonl"), other).expect("it can be written");
    let error = bench.refused("t", &["merge", "other.jsonl"], 3);
    assert!(
        error.contains("other.jsonl, line 1: q-0-smarter-black was played twice"),
        "{error}"
    );
    assert!(error.contains("q-0-smarter-black.json, line 1"), "{error}");

    bench.ok("u", &["plan", "submissions", "--size", "4"]);
    let error = bench.refused("u", &["merge", "t/games"], 3);
    assert!(error.contains("it belongs to tournament"), "{error}");
}

#[test]
fn the_plan_and_every_record_name_their_origin_and_mixed_versions_are_refused() {
    let bench = bench();
    bench.ok("t", &PLAN);
    bench.ok("t", &QUALIFY);
    let plan = fs::read_to_string(bench.path("t/plan.json")).expect("it is there");
    let plan: Value = serde_json::from_str(&plan).expect("it is JSON");
    let records = bench.records("t");
    let origins = records.iter().map(|record| &record["played"]);
    for origin in origins.chain([&plan["planned"]]) {
        assert_eq!(origin["version"], env!("CARGO_PKG_VERSION"), "{origin}");
        for key in ["commit", "rustc", "host", "processor", "sandbox"] {
            assert!(
                origin[key].as_str().is_some_and(|text| !text.is_empty()),
                "{key}: {origin}"
            );
        }
        let started = origin["started"].as_str().expect("it is a text");
        let time = chrono::DateTime::parse_from_rfc3339(started);
        assert!(time.is_ok() && started.ends_with('Z'), "{started}");
    }
    assert!(records.iter().all(|record| record["played"]["jobs"] == 2));

    // A log of a third of the games, as earlier versions wrote it.
    let merged = fs::read_to_string(bench.path("t/games.jsonl")).expect("merge wrote it");
    let text: String = merged.split_inclusive('\n').step_by(3).collect();
    fs::remove_file(bench.path("t/games.jsonl")).expect("merge wrote it");
    fs::remove_dir_all(bench.path("t/games")).expect("it is there");
    fs::create_dir(bench.path("t/games")).expect("it was removed");
    let log = bench.path("t/games/qualification-0-of-3.jsonl");
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&log, text.replacen(&version, "\"version\":\"0.0.1\"", 1)).expect("it is ours");
    let error = bench.refused("t", &["table"], 3);
    assert!(error.contains("mixed versions: leaderboard "), "{error}");
    assert!(error.contains("by leaderboard 0.0.1 (commit "), "{error}");
    assert!(
        error.contains("qualification-0-of-3.jsonl, line 2: "),
        "{error}"
    );
    bench.ok("t", &["table", "--mixed-versions"]);

    // All games are of another version than the one that goes on.
    fs::write(&log, text.replace(&version, "\"version\":\"0.0.1\"")).expect("it is ours");
    bench.ok("t", &["table"]);
    let error = bench.refused("t", &QUALIFY, 3);
    assert!(error.contains("--mixed-versions"), "{error}");
    bench.ok("t", &[&QUALIFY[..], &["--mixed-versions"]].concat());
    // A log of a version that recorded no origin.
    let old = text
        .lines()
        .map(|line| match line.split_once(",\"played\"") {
            Some((before, _)) => format!("{before}}}\n"),
            None => panic!("{line}"),
        });
    fs::write(&log, old.collect::<String>()).expect("it is ours");
    let error = bench.refused("t", &["table"], 3);
    assert!(error.contains("a version that recorded none"), "{error}");
}

#[test]
fn wrong_usage_is_reported() {
    let bench = bench();
    bench.ok("t", &PLAN);
    for (args, status, word) in [
        (vec!["plan", "submissions", "--size", "7"], 2, "even"),
        (vec!["plan", "nowhere"], 3, "nowhere"),
        (
            vec!["plan", "submissions"],
            3,
            "other players, submissions or settings",
        ),
        (
            vec!["run", "submissions", "--with", "queen"],
            2,
            "unknown built-in player",
        ),
        (vec!["merge", "gone.jsonl"], 3, "gone.jsonl"),
    ] {
        let error = bench.refused("t", &args, status);
        assert!(error.contains(word), "{args:?}: {error}");
    }
    let error = bench.refused("nothing", &["table"], 3);
    assert!(error.contains("there is no tournament in"), "{error}");
    bench.add("one.toml", "player = \"engine:2\"\n");
    let error = bench.refused("t", &["run"], 3);
    assert!(error.contains("one.toml has changed"), "{error}");
}

/// The file for Slurm, with a real `sbatch --array`.
#[test]
fn an_array_of_slurm_plays_the_tournament() {
    let answers = Command::new("sinfo").arg("--noheader").output();
    let is_up = answers.is_ok_and(|output| output.status.success() && !output.stdout.is_empty());
    if !is_up {
        say("SKIPPED: Slurm does not run on this machine (no answer from sinfo)");
        return;
    }
    let bench = bench();
    bench.ok("t", &PLAN);
    let output = Command::new("sbatch")
        .args([
            "--wait",
            "--array=0-2",
            "--cpus-per-task=1",
            "--mem-per-cpu=0",
            "--chdir",
        ])
        .arg(bench.path(""))
        .arg(crate::bench::tests().join("../slurm/leaderboard.sbatch"))
        .env("LEADERBOARD", assert_cmd::cargo::cargo_bin!("leaderboard"))
        .env("TOURNAMENT", bench.path("t"))
        .output()
        .expect("sinfo is there, so sbatch is");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(bench.ok("t", &["missing"]), "");
    bench.ok("whole", &[&["run"][..], &PLAN[1..]].concat());
    assert_eq!(bench.timeless("t"), bench.timeless("whole"));
}

/// Past the harness, which keeps what a test that passes prints to itself.
fn say(text: &str) {
    use std::io::Write;

    writeln!(std::io::stderr(), "{text}").expect("standard error is open");
}
