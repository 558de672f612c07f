//! A folder with submissions, and the command as a test runs it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use serde_json::Value;

/// Each test holds it for reading; a test whose players load the machine so much that others exceed
/// their wall-clock time holds it for writing.
static MACHINE: RwLock<()> = RwLock::new(());

pub(crate) struct Bench(tempfile::TempDir, Option<RwLockReadGuard<'static, ()>>);

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::create_dir(folder.path().join("submissions")).expect("it is empty");
        let guard = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
        Self(folder, Some(guard))
    }

    /// Waits until no other test runs, and keeps the others waiting.
    pub(crate) fn alone() -> (Self, RwLockWriteGuard<'static, ()>) {
        let mut bench = Self::new();
        bench.1 = None;
        let guard = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
        (bench, guard)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn add(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path("submissions").join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder"))
            .and_then(|()| fs::write(&path, bytes))
            .expect("a file can be written");
    }

    /// Adds one of `tests/players/` as the folder `name`.
    pub(crate) fn player(&self, name: &str, file: &str, depth: u32) {
        let source = read(&format!("players/{file}"));
        let source = source.replace("#define DEPTH 5", &format!("#define DEPTH {depth}"));
        self.add(&format!("{name}/{file}"), source);
        self.add(&format!("{name}/rules.h"), read("players/rules.h"));
    }

    pub(crate) fn hostile(&self, file: &str) {
        let to = self.path("submissions").join(file);
        fs::copy(tests().join("hostile").join(file), to).expect("it is there");
    }

    pub(crate) fn command(&self, tournament: &str, args: &str) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("leaderboard"));
        command.args(args.split_whitespace()).arg("--tournament");
        command
            .arg(self.path(tournament))
            .current_dir(self.0.path());
        command
    }

    pub(crate) fn ok(&self, tournament: &str, args: &str) -> String {
        let output = self.output(tournament, args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).expect("it writes text")
    }

    pub(crate) fn table(&self, tournament: &str) -> Value {
        let json = self.ok(tournament, "table --format json");
        serde_json::from_str(&json).expect("it is JSON")
    }

    pub(crate) fn refused(&self, tournament: &str, args: &str, status: i32) -> String {
        let output = self.output(tournament, args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        String::from_utf8(output.stderr).expect("it writes text")
    }

    pub(crate) fn output(&self, tournament: &str, args: &str) -> Output {
        let command = &mut self.command(tournament, args);
        command.output().expect("the command can be run")
    }

    pub(crate) fn logs(&self, tournament: &str) -> Vec<PathBuf> {
        let logs = fs::read_dir(self.path(tournament).join("results"));
        let logs = logs.into_iter().flatten().flatten();
        logs.map(|entry| entry.path()).collect()
    }

    pub(crate) fn records(&self, tournament: &str) -> Vec<Value> {
        let mut records = Vec::new();
        for log in self.logs(tournament) {
            let log = fs::read_to_string(log).expect("it is text");
            let whole = log.rfind('\n').map_or(0, |end| end + 1);
            let lines = log[..whole].lines().map(serde_json::from_str);
            records.extend(lines.map(|line| line.expect("each line is JSON")));
        }
        records.sort_by_key(|record: &Value| {
            let of = |key: &str| ["black", "white"].map(|disc| record[disc][key].to_string());
            (of("name"), of("key"))
        });
        records
    }

    /// Returns everything that does not depend on times: the records without times and origins, and
    /// the table without times and, since ties are shared by time, without scores.
    pub(crate) fn timeless(&self, tournament: &str) -> (Vec<Value>, Vec<Vec<String>>) {
        let mut records = self.records(tournament);
        for record in &mut records {
            let moves = record["moves"].as_array_mut();
            for moved in moves.expect("there are moves") {
                *moved = moved[0].take();
            }
            record["played"].take();
            for disc in ["black", "white"] {
                record[disc]["us"].take();
            }
        }
        let table = self.ok(tournament, "table --format csv");
        let rows = table
            .lines()
            .map(|row| row.split(',').map(str::to_owned).collect());
        let mut table: Vec<Vec<String>> = rows.collect();
        for row in &mut table {
            // The place, the score, the time per move and the version.
            for column in [0, 2, 7, 9] {
                row[column].clear();
            }
        }
        table.sort();
        (records, table)
    }
}

pub(crate) fn of<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    let is_its =
        |record: &&Value| record["black"]["name"] == name || record["white"]["name"] == name;
    records.iter().filter(is_its).collect()
}

pub(crate) fn tests() -> PathBuf {
    course_tests::workspace().join("crates/leaderboard/tests")
}

pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(tests().join(name)).expect("it is there")
}
