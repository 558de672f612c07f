//! A result is a function of its players: only what has changed is played.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use course_tests::wait_until;

use crate::bench::{Bench, tests};
#[cfg(target_os = "linux")]
use crate::bench::{of, read};

/// A tournament of built-in players, which need no compiler, and of a folder that has no program.
const RUN: &str = "run submissions --size 6 --time 10 --with engine:1 --with engine:4 \
                   --with engine:6 --with prescribed";

#[test]
fn what_is_played_is_not_played_again_and_a_line_without_an_end_is() {
    let bench = Bench::new();
    bench.ok("t", RUN);
    let records = bench.records("t");
    assert!(records.len() > 16, "there are finals");
    let log = bench.path("t/results/games.jsonl");
    let before = fs::read_to_string(&log).expect("it was written");
    bench.ok("t", "run");
    assert_eq!(fs::read_to_string(&log).expect("it is there"), before);
    // A process killed while writing leaves this.
    fs::write(&log, &before[..before.len() - 20]).expect("it is ours");
    bench.ok("t", "table");
    bench.ok("t", "run");
    let after = fs::read_to_string(&log).expect("it is there");
    assert_eq!(after.lines().count(), before.lines().count());
    // Other settings are another tournament, and going back plays nothing.
    bench.ok("t", "run --size 4");
    assert!(bench.records("t").len() > records.len());
    let both = fs::read_to_string(&log).expect("it is there");
    bench.ok("t", "run --size 6");
    assert_eq!(fs::read_to_string(&log).expect("it is there"), both);
}

#[cfg(target_os = "linux")]
#[test]
fn a_changed_submission_plays_its_own_games_and_a_removed_one_changes_the_table() {
    let bench = Bench::new();
    for (name, depth) in [("alice", 2), ("bob", 3), ("carol", 4)] {
        bench.player(name, "searcher.c", depth);
    }
    let run = "run submissions --size 6 --time 10 --with engine:5";
    let output = bench.output("t", run);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    assert!(text(output.stderr).contains("compiling: 0 of 3"));
    let before = bench.records("t");
    bench.player("bob", "searcher.c", 1);
    let output = bench.output("t", run);
    assert!(output.status.success());
    assert!(text(output.stderr).contains("compiling: 0 of 1"));
    let mut new = bench.records("t");
    new.retain(|record| !before.contains(record));
    assert!(new.len() >= 4, "{}", new.len());
    assert_eq!(of(&new, "bob").len(), new.len(), "{new:?}");
    // The same files under another name have the same results.
    let renamed = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|name| bench.path("submissions").join(name));
        fs::rename(from, to).expect("it is there");
    };
    renamed("bob", "bert");
    let lines = bench.records("t").len();
    let table = bench.ok("t", run);
    let is_there = [" bert ", " bob "].map(|name| table.contains(name));
    assert_eq!(is_there, [true, false], "{table}");
    fs::remove_dir_all(bench.path("submissions/bert")).expect("it is there");
    let table = bench.ok("t", run);
    assert!(!table.contains(" bert "), "{table}");
    assert_eq!(bench.records("t").len(), lines);
    assert!(!bench.path("t/site/players/bert.html").exists());
}

/// Two players that tie with one colour: the faster one gets the larger part of the point on the
/// table and the pages.
#[cfg(target_os = "linux")]
#[test]
fn a_tie_is_split_by_the_time_of_both_players() {
    let bench = Bench::new();
    for depth in [2, 6] {
        let source = read("players/searcher.c").replace("DEPTH 5", &format!("DEPTH {depth}"));
        let source = source.replace("edges == 1 ? 4 : 1", "edges == 1 ? 0 : 1");
        bench.add(&format!("deep{depth}/part2.c"), source);
        bench.add(&format!("deep{depth}/rules.h"), read("players/rules.h"));
    }
    bench.ok("t", "run submissions --size 6 --time 10");
    let records = bench.records("t");
    let mut ties = records.iter().filter(|game| game["result"] == "tie");
    let tie = ties.find(|game| game["white"]["name"] == "deep2");
    let tie = tie.expect("the players are deterministic");
    let us = |disc: &str| tie[disc]["us"].as_f64().expect("a time");
    let (slow, fast) = (us("black"), us("white"));
    let share = if slow - fast < 10_000.0 {
        0.5
    } else {
        slow / (slow + fast)
    };
    let page = |name: &str| fs::read_to_string(bench.path("t/site").join(name)).expect(name);
    let table = bench.table("t");
    for (name, share) in [("deep2", share), ("deep6", 1.0 - share)] {
        let mut players = table["players"].as_array().into_iter().flatten();
        let player = players.find(|one| one["player"] == name).expect("it plays");
        let number = |column: &str| player[column].as_f64().expect("a number");
        assert_eq!(player["D"], 1, "{table}");
        assert!(
            (number("score") - 2.0 * number("W") - share).abs() < 0.001,
            "{table}"
        );
        assert!(page(&format!("players/{name}.html")).contains(&format!(">{share:.3}<")));
        assert!(page("games/index.html").contains(&format!("{share:.2}")));
    }
}

/// A tournament in the folder of the submissions, a link to its parent, and builds that are stored
/// in a submission, which therefore changes with each build.
#[cfg(target_os = "linux")]
#[test]
fn a_submission_that_changes_with_each_build_blocks_no_other() {
    use std::os::unix::fs::symlink;

    let bench = Bench::new();
    bench.add("changes/notes.txt", "no program");
    fs::create_dir(bench.path("submissions/t")).expect("it is new");
    symlink("../changes", bench.path("submissions/t/builds")).expect("it is new");
    symlink("..", bench.path("submissions/loop")).expect("it is new");
    let run = "run submissions --size 4 --with engine:1";
    let output = bench.output("submissions/t", run);
    assert!(output.status.success(), "{output:?}");
    let notes = String::from_utf8(output.stderr).expect("it is text");
    for name in ["loop", "t"] {
        let note = format!("note: {name:?} is no player, because the folder of the tournament");
        assert!(notes.contains(&note), "{notes}");
    }
    let table = bench.output("submissions/t", "table");
    let notes = String::from_utf8(table.stderr).expect("it is text");
    assert!(!notes.contains("is no player"), "{notes}");
    let page = bench.path("submissions/t/site/players/changes.html");
    let page = fs::read_to_string(page).expect("it has a page");
    assert!(
        page.contains("its files change while they are read"),
        "{page}"
    );
    assert_eq!(of(&bench.records("submissions/t"), "engine:1").len(), 4);
}

#[test]
fn a_second_process_is_refused_and_shards_are_not() {
    let bench = Bench::new();
    let mut command = bench.command("t", &format!("{RUN} --watch"));
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = command.spawn().expect("it runs");
    wait_until(|| bench.path("t/site/index.html").exists());
    let error = bench.refused("t", RUN, 3);
    assert!(
        error.contains("another process is playing this tournament"),
        "{error}"
    );
    // It continues when a submission arrives, also in a folder that replaces the first one.
    let mut arrives = |name: &str| {
        bench.add(&format!("{name}/notes.txt"), "no program");
        let page = bench.path(&format!("t/site/players/{name}.html"));
        wait_until(|| {
            assert!(first.try_wait().expect("it is a child").is_none());
            page.exists()
        });
    };
    arrives("late");
    fs::rename(bench.path("submissions"), bench.path("old")).expect("it is ours");
    arrives("new");
    arrives("newer");
    first.kill().expect("it is a child");
    first.wait().expect("it is a child");
    bench.ok("t", "table");
}

#[test]
fn shards_play_the_same_tournament_as_one_process() {
    let bench = Bench::new();
    bench.add("nothing/notes.txt", "no program");
    let shard = format!("{RUN} --stage qualification --shard 0/2");
    let error = bench.refused("t", &shard, 3);
    assert!(error.contains("nothing is not compiled"), "{error}");
    bench.ok("t", &RUN.replacen("run", "build", 1));
    let error = bench.refused("t", "run --stage finals --shard 0/2", 3);
    let expected = "cannot start the finals: 16 qualification games are missing:\n  engine:1 – ";
    assert!(
        error.contains(expected) && error.ends_with("…\n"),
        "{error}"
    );
    for stage in ["qualification", "finals"] {
        let start = |index: u32| {
            let shard = format!("run --stage {stage} --shard {index}/3");
            let mut command = bench.command("t", &shard);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().expect("the command can be run")
        };
        for mut child in [0, 1, 2].map(start) {
            assert!(child.wait().expect("it is a child").success());
        }
    }
    assert_eq!(bench.logs("t").len(), 3);
    bench.ok("whole", RUN);
    assert_eq!(bench.timeless("t"), bench.timeless("whole"));
}

/// The commands of the README, with a real `sbatch`.
#[test]
fn an_array_of_slurm_plays_the_tournament() {
    let answers = Command::new("sinfo").arg("--noheader").output();
    let is_up = answers.is_ok_and(|output| output.status.success() && !output.stdout.is_empty());
    if !is_up {
        let is_needed = std::env::var_os("SLURM_IS_NEEDED").is_some();
        assert!(!is_needed, "Slurm was started, but does not answer");
        // Bypasses the harness, which captures the output of a passing test.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: Slurm does not run on this machine"
        );
        return;
    }
    let bench = Bench::new();
    bench.ok("t", &RUN.replacen("run", "build", 1));
    let file = tests().join("../slurm/leaderboard.sbatch");
    let submit = |stage: &str, after: Option<&str>| {
        let mut command = Command::new("sbatch");
        command.args(["--parsable", "--array=0-3", "--cpus-per-task=1"]);
        command.arg("--mem-per-cpu=0");
        command.arg("--chdir").arg(bench.path(""));
        match after {
            Some(job) => command.args(["--wait", &format!("--dependency=afterany:{job}")]),
            None => &mut command,
        };
        let output = command
            .arg(&file)
            .args(["--stage", stage])
            .env("LEADERBOARD", assert_cmd::cargo::cargo_bin!("leaderboard"))
            .env("TOURNAMENT", bench.path("t"))
            .output()
            .expect("sinfo is there, so sbatch is");
        assert!(output.status.success(), "{output:?}");
        let job = String::from_utf8(output.stdout).expect("it is text");
        job.trim().to_owned()
    };
    let qualification = submit("qualification", None);
    submit("finals", Some(&qualification));
    bench.ok("whole", RUN);
    assert_eq!(bench.timeless("t"), bench.timeless("whole"));
}

#[test]
fn a_result_that_is_impossible_or_damaged_is_reported_with_its_place() {
    let bench = Bench::new();
    bench.ok("t", "run submissions --size 4 --with engine:1");
    let log = bench.path("t/results/games.jsonl");
    let whole = fs::read_to_string(&log).expect("it was written");
    // An impossible game: it begins with a corner.
    let corner = whole.replacen("\"moves\":[", "\"moves\":[[\"aa\",1],", 1);
    fs::write(&log, corner).expect("it is ours");
    for (args, why) in [("table", "move 1, aa: "), ("run", "not a record")] {
        let error = bench.refused("t", args, 3);
        assert!(
            error.contains(&format!("games.jsonl, line 1: {why}")),
            "{error}"
        );
        let remedy = "; remove this line to play that game again\n";
        assert!(error.ends_with(remedy), "{error}");
        fs::write(&log, &whole[30..]).expect("it is ours");
    }
}

#[test]
fn wrong_usage_is_reported() {
    let bench = Bench::new();
    for (args, status, word) in [
        ("run submissions --size 7", 2, "even"),
        ("run nowhere", 3, "nowhere"),
        ("run", 3, "the folder of the submissions is needed"),
        ("run submissions --with queen", 2, "unknown built-in player"),
        ("run submissions --with engine:61", 2, "to engine:60"),
        ("run submissions --with smarter:3", 2, "to engine:60"),
        ("run submissions --shard 0/2", 2, "--stage"),
        ("run submissions --stage finals --shard 8/8", 2, "as in 3/8"),
        ("table", 3, "there is no tournament in"),
    ] {
        let error = bench.refused("t", args, status);
        assert!(error.contains(word), "{args}: {error}");
    }
}

fn played() -> Bench {
    let bench = Bench::new();
    let players = "--with engine:1 --with engine:3";
    let run = format!("run submissions --size 4 --time 10 {players}");
    bench.ok("t", &run);
    bench
}

#[test]
fn games_between_deterministic_players_are_the_same_again() {
    let bench = played();
    let games = bench.records("t").len();
    let report = bench.ok("t", "verify");
    let again = format!("{games} games between deterministic built-in players were played again");
    assert!(report.contains(&again), "{report}");
    // Rotating the board by 180 degrees gives another legal game.
    let log = bench.path("t/results/games.jsonl");
    let text = fs::read_to_string(&log).expect("it was written");
    let (first, rest) = text.split_once('\n').expect("there are games");
    let mut record: serde_json::Value = serde_json::from_str(first).expect("it is JSON");
    for moved in record["moves"].as_array_mut().expect("there are moves") {
        let square = moved[0].as_str().expect("a square").bytes();
        let turned: String = square.map(|byte| char::from(b'a' + b'd' - byte)).collect();
        moved[0] = turned.into();
    }
    fs::write(&log, format!("{record}\n{rest}")).expect("it is ours");
    let output = bench.output("t", "verify");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report = String::from_utf8(output.stdout).expect("it is text");
    assert!(report.contains(": move 1 was "), "{report}");
}

#[test]
fn a_game_is_shown_move_by_move_and_exported() {
    let bench = played();
    let records = bench.records("t");
    let name = |disc: &str| records[0][disc]["name"].as_str().expect("a name");
    let (black, white) = (name("black"), name("white"));
    let shown = bench.ok("t", &format!("replay {black} {white}"));
    let start = "\n  abcd\na UUUU\nb UWBU\nc UBWU\nd UUUU\n";
    assert!(shown.contains(start), "{shown}");
    let moves = records[0]["moves"].as_array().map(Vec::len);
    assert_eq!(Some(shown.matches(" ms; black ").count()), moves, "{shown}");
    let error = bench.refused("t", &format!("replay {black} nobody"), 3);
    let words = "there is no player \"nobody\"; the players are engine:1";
    assert!(error.contains(words), "{error}");
    assert_eq!(bench.ok("t", "export").lines().count(), records.len());
}
