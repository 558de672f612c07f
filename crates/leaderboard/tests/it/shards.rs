//! Shards of a tournament, and their merged games.

use std::fs;
use std::process::Command;

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

const PLAN: [&str; 6] = ["plan", "submissions", "--size", "6", "--time", "10"];

fn shard<'a>(index: &'a str, stage: &'a str) -> [&'a str; 7] {
    ["run", "--shard", index, "--shards", "3", "--stage", stage]
}

#[test]
fn the_shards_together_are_the_whole_tournament() {
    let bench = bench();
    bench.ok("whole", &[&["run"][..], &PLAN[1..]].concat());
    bench.ok("parts", &PLAN);
    let error = bench.refused("parts", &shard("0", "finals"), 3);
    assert!(
        error.contains("cannot start the finals: 20 qualification games are missing"),
        "{error}"
    );
    for stage in ["qualification", "finals"] {
        for index in ["2", "0", "1"] {
            bench.refused("parts", &["missing"], 1);
            bench.ok("parts", &shard(index, stage));
        }
    }
    assert_eq!(bench.ok("parts", &["missing"]), "");
    assert_eq!(bench.timeless("parts"), bench.timeless("whole"));
}

#[test]
fn without_a_stage_a_shard_does_what_it_can() {
    let bench = bench();
    bench.ok("t", &PLAN);
    let run = |index: &str| {
        let args = ["run", "--shard", index, "--shards", "2"];
        bench.refused("t", &args, 0)
    };
    assert!(run("0").contains("10 qualification games are missing in other shards"));
    assert!(!run("1").contains("missing"), "it knows the finalists");
    bench.refused("t", &["missing", "--stage", "finals"], 1);
    run("0");
    bench.refused("t", &["missing"], 0);
}

#[test]
fn the_number_of_the_shard_comes_from_the_scheduler() {
    let bench = bench();
    bench.ok("t", &PLAN);
    for index in ["0", "1"] {
        let output = bench
            .command("t", &["run", "--stage", "qualification", "--shards", "2"])
            .env("JOB_COMPLETION_INDEX", index)
            .output()
            .expect("the command can be run");
        assert!(output.status.success(), "{output:?}");
    }
    assert!(bench.path("t/games/qualification-1-of-2.jsonl").exists());
    assert_eq!(bench.ok("t", &["missing", "--stage", "qualification"]), "");
    let error = bench.refused("t", &["run", "--shards", "2"], 2);
    assert!(error.contains("JOB_COMPLETION_INDEX"), "{error}");
}

#[test]
fn merging_is_idempotent_and_ignores_the_order() {
    let bench = bench();
    bench.ok("t", &PLAN);
    for index in ["0", "1", "2"] {
        bench.ok("t", &shard(index, "qualification"));
    }
    let merged = |args: &[&str]| {
        bench.ok("t", args);
        fs::read(bench.path("t/games.jsonl")).expect("merge writes it")
    };
    let once = merged(&["merge"]);
    assert_eq!(merged(&["merge"]), once);
    // On another machine, from copies of the logs, in any order.
    bench.ok("u", &PLAN);
    let logs: Vec<String> = ["2", "0", "1", "2"]
        .map(|index| format!("t/games/qualification-{index}-of-3.jsonl"))
        .into();
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
    bench.ok("t", &shard("0", "qualification"));
    let log = fs::read_to_string(bench.path("t/games/qualification-0-of-3.jsonl"));
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
    assert!(
        error.contains("qualification-0-of-3.jsonl, line 1"),
        "{error}"
    );

    bench.ok("u", &["plan", "submissions", "--size", "4"]);
    let error = bench.refused("u", &["merge", "t/games"], 3);
    assert!(error.contains("it belongs to tournament"), "{error}");
}

#[test]
fn the_plan_and_every_record_name_their_origin_and_mixed_versions_are_refused() {
    let bench = bench();
    bench.ok("t", &PLAN);
    bench.ok(
        "t",
        &[&shard("0", "qualification")[..], &["--jobs", "2"]].concat(),
    );
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

    let log = bench.path("t/games/qualification-0-of-3.jsonl");
    let text = fs::read_to_string(&log).expect("it is there");
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::remove_file(bench.path("t/games.jsonl")).expect("merge wrote it");
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
    let error = bench.refused("t", &shard("1", "qualification"), 3);
    assert!(error.contains("--mixed-versions"), "{error}");
    bench.ok(
        "t",
        &[&shard("1", "qualification")[..], &["--mixed-versions"]].concat(),
    );
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
        (
            vec!["run", "--shard", "3", "--shards", "3"],
            2,
            "the last of 3 shards is 2",
        ),
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
    for stage in ["qualification", "finals"] {
        let output = Command::new("sbatch")
            .args([
                "--wait",
                "--array=0-2",
                "--cpus-per-task=1",
                "--mem-per-cpu=0",
                "--chdir",
            ])
            .arg(bench.path(""))
            .arg(format!("--export=ALL,STAGE={stage}"))
            .arg(crate::bench::tests().join("../slurm/leaderboard.sbatch"))
            .env("LEADERBOARD", assert_cmd::cargo::cargo_bin!("leaderboard"))
            .env("TOURNAMENT", bench.path("t"))
            .output()
            .expect("sinfo is there, so sbatch is");
        assert!(output.status.success(), "{output:?}");
        for index in 0..3 {
            let log = bench.path(&format!("t/games/{stage}-{index}-of-3.jsonl"));
            assert!(log.exists(), "{stage} {index}");
        }
    }
    assert_eq!(bench.ok("t", &["missing"]), "");
    bench.ok("whole", &[&["run"][..], &PLAN[1..]].concat());
    assert_eq!(bench.timeless("t"), bench.timeless("whole"));
}

/// Past the harness, which keeps what a test that passes prints to itself.
fn say(text: &str) {
    use std::io::Write;

    writeln!(std::io::stderr(), "{text}").expect("standard error is open");
}
