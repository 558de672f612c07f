//! Hostile submissions: none wins a game by its attack, and no other player suffers.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::thread;

use course_tests::wait_until;
use serde_json::Value;

use crate::bench::{Bench, of};

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
    bench.hostile("memory.c");
    let options = "--size 6 --jobs 1 --time 5 --allow-staff-players";
    bench.ok("t", &format!("run submissions {options}"));
    let records = bench.records("t");
    for game in of(&records, "memory") {
        assert_eq!(game["end"], "memory", "{game}");
    }
    let games = of(&records, "spies");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["end"], "illegal", "{game}");
        let moves = game["moves"].as_array();
        assert!(moves.is_some_and(|moves| moves.len() < 2), "{game}");
    }
    assert!(!bench.path("t/spied").exists());
}

#[test]
fn a_player_that_sleeps_or_announces_its_move_otherwise_loses() {
    let bench = Bench::new();
    bench.hostile("dozes.c");
    let other = "echo Computer plays cd.\nwhile read -r line; do :; done\n";
    bench.add("other/other.sh", other);
    let command = "command = [\"sh\", \"other.sh\"]\n";
    bench.add("other/leaderboard.toml", command);
    bench.ok(
        "t",
        "run submissions --size 6 --time 0.1 --stage qualification",
    );
    let records = bench.records("t");
    for game in &records {
        assert_eq!(game["end"], "time", "{game}");
    }
    for (disc, letter) in [("black", "B"), ("white", "W")] {
        let mut games = of(&records, "other").into_iter();
        let game = games.find(|game| game[disc]["name"] == "other");
        let reason = format!(
            "{disc} lost at move {}: it gave no answer within 0.1 s of wall-clock time; expected \
             \"Computer places {letter} at \" and a square; the last line of its output: \
             Computer plays cd.",
            if disc == "black" { 1 } else { 2 }
        );
        assert_eq!(game.expect("it plays")["reason"], reason);
    }
}

/// A computing process per processor, until the test has ended.
struct Load(Vec<Child>);

impl Load {
    fn of_all_processors() -> Self {
        let busy = |_| {
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", "while :; do :; done"]);
            shell.spawn().expect("there is a shell")
        };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self((0..processors).map(busy).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until `count` games are finished or the run has ended, kills it, and returns `true` if it
/// was still running.
fn kill_after(bench: &Bench, mut child: Child, count: usize) -> bool {
    let mut was_running = true;
    wait_until(|| {
        was_running = child.try_wait().expect("it is a child").is_none();
        !was_running || bench.records("t").len() >= count
    });
    // SIGKILL.
    child.kill().expect("it is a child");
    child.wait().expect("it is a child");
    was_running
}

/// The hostile players, each with the end of its games and a part of the reason.
const HOSTILE: [(&str, &str, &str); 13] = [
    ("hangs.c", "time", "more than 0.1 s of processor time"),
    ("sleeps.c", "time", "no answer within 0.1 s of wall"),
    ("silent.sh", "time", "no answer within 0.1 s of wall"),
    ("thinks-on.py", "time", "more than 0.1 s of processor time"),
    ("lets-children-think.c", "time", "more than 0.1 s of"),
    ("crashes.c", "crash", "SIGSEGV"),
    ("crashes-before-main.c", "crash", "SIGABRT"),
    ("floods.c", "output", "output limit"),
    ("forks.c", "processes", "process limit"),
    ("leaves-a-process.c", "illegal", "illegal move"),
    ("kills-everybody.c", "crash", "SIGKILL"),
    ("exits.c", "crash", "exit status 7"),
    ("off-the-board.c", "illegal", "row -3, column 700"),
];

/// Without a program there is no game.
const UNFIT: [(&str, &str); 3] = [
    ("does-not-compile.c", "undeclared identifier is reported"),
    ("empty", "nothing to run"),
    ("cheat", "unknown field `player`"),
];

fn assert_lost(records: &[Value], table: &str, file: &str, end: &str, word: &str) {
    let name = file.split('.').next().expect("there is one");
    let games = of(records, name);
    assert_eq!(games.len(), 4, "{name} has played no finals");
    for game in games {
        let reason = game["reason"].as_str().unwrap_or_default();
        assert_eq!(game["end"], end, "{name}: {game}");
        assert!(reason.contains(word), "{name}: {reason}");
        let is_own = |disc: &&str| game[*disc]["name"] == name;
        let loser = ["black", "white"].into_iter().find(is_own);
        assert!(
            reason.starts_with(loser.expect("it plays")),
            "{name}: {reason}"
        );
    }
    let own = format!(" {name} ");
    let row = table.lines().find(|line| line.contains(&own));
    assert!(row.is_some_and(|row| row.ends_with(end)), "{table}");
}

#[test]
fn on_a_busy_machine_and_killed_twice_the_results_are_those_of_a_quiet_one() {
    let (bench, _alone) = Bench::alone();
    for (file, ..) in HOSTILE {
        bench.hostile(file);
    }
    bench.player("first", "first.c", 0);
    bench.player("greedy", "greedy.c", 0);
    bench.player("deep", "searcher.c", 3);
    bench.hostile("does-not-compile.c");
    bench.add("empty/notes.txt", "nothing to run");
    bench.add("cheat/leaderboard.toml", "player = \"engine\"");
    // Compilers need no busy machine.
    bench.ok("t", "build submissions --size 6 --time 0.1 --with engine:3");
    let run = "run submissions --size 6 --time 0.1 --with engine:3";
    let load = Load::of_all_processors();
    for count in [5, 30] {
        let mut command = bench.command("t", run);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.expect("the command can be run");
        assert!(kill_after(&bench, child, count));
    }
    let table = bench.ok("t", run);
    drop(load);

    let records = bench.records("t");
    for (file, end, word) in HOSTILE {
        assert_lost(&records, &table, file, end, word);
    }
    for (name, stderr) in [
        ("crashes", "about to follow a wild pointer"),
        ("off-the-board", "about to leave the board"),
    ] {
        assert_eq!(of(&records, name)[0]["stderr"], stderr);
    }
    for (file, word) in UNFIT {
        let name = file.split('.').next().expect("there is one");
        assert!(of(&records, name).is_empty(), "{name}");
        let page = fs::read_to_string(bench.path(&format!("t/site/players/{name}.html")));
        let page = page.expect("it has a page");
        assert_eq!(page.matches(word).count(), 1, "{page}");
    }
    // The games of the others were not disturbed.
    for name in ["first", "greedy", "deep", "engine:3"] {
        for game in of(&records, name) {
            let names = ["black", "white"].map(|disc| game[disc]["name"].as_str());
            let mut others = HOSTILE.iter().map(|(file, ..)| file.split('.').next());
            let is_others = others.any(|other| names.contains(&other));
            assert!(is_others || game["end"] == "finished", "{game}");
        }
    }
    let busy = bench.timeless("t");
    fs::create_dir(bench.path("quiet"))
        .and_then(|()| fs::rename(bench.path("t/builds"), bench.path("quiet/builds")))
        .expect("it is ours");
    bench.ok("quiet", run);
    assert_eq!(bench.timeless("quiet"), busy);
}
