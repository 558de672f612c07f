//! Submissions, and the command as a test runs it.
#![allow(
    dead_code,
    reason = "each file of tests is a program of its own and uses a part of this"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

pub(crate) struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::create_dir(folder.path().join("submissions")).expect("it is empty");
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn submissions(&self) -> PathBuf {
        self.path("submissions")
    }

    /// Adds a file to the submissions.
    pub(crate) fn add(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.submissions().join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder"))
            .and_then(|()| fs::write(&path, bytes))
            .expect("a file can be written");
        self
    }

    /// Adds one of `tests/players/` as the folder `name`, with DEPTH as it is
    /// given where the player looks ahead.
    pub(crate) fn player(&self, name: &str, file: &str, depth: u32) -> &Self {
        let source = read(&format!("players/{file}"));
        let source = source.replace("#define DEPTH 5", &format!("#define DEPTH {depth}"));
        self.add(&format!("{name}/{file}"), source);
        self.add(&format!("{name}/rules.h"), read("players/rules.h"))
    }

    /// Adds one of `tests/hostile/`.
    pub(crate) fn hostile(&self, file: &str) -> &Self {
        let to = self.submissions().join(file);
        fs::copy(tests().join("hostile").join(file), to).expect("it is there");
        self
    }

    /// The command, on the tournament in the folder `tournament`.
    pub(crate) fn command(&self, tournament: &str, args: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("leaderboard"));
        command
            .args(args)
            .arg("--tournament")
            .arg(self.path(tournament))
            .env_remove("SLURM_ARRAY_TASK_ID")
            .env_remove("JOB_COMPLETION_INDEX")
            .current_dir(self.folder.path());
        command
    }

    /// What the command does, if it is to succeed.
    pub(crate) fn ok(&self, tournament: &str, args: &[&str]) -> String {
        let output = self.output(tournament, args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).expect("it writes text")
    }

    /// What it says on standard error, if its exit status is to be `status`.
    pub(crate) fn refused(&self, tournament: &str, args: &[&str], status: i32) -> String {
        let output = self.output(tournament, args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        String::from_utf8(output.stderr).expect("it writes text")
    }

    pub(crate) fn output(&self, tournament: &str, args: &[&str]) -> Output {
        let command = &mut self.command(tournament, args);
        command.output().expect("the command can be run")
    }

    /// The records of a tournament, after a merge, in the order of the games.
    pub(crate) fn records(&self, tournament: &str) -> Vec<Value> {
        self.ok(tournament, &["merge"]);
        let log = fs::read_to_string(self.path(tournament).join("games.jsonl"));
        let log = log.expect("merge writes it");
        let records = log.lines().map(serde_json::from_str);
        records
            .collect::<Result<_, _>>()
            .expect("each line is JSON")
    }

    /// What no clock has a part in: of every record all but the times, and the
    /// table without times, and without scores where a tie is shared out.
    pub(crate) fn timeless(&self, tournament: &str) -> (Vec<Value>, Vec<Value>) {
        let mut records = self.records(tournament);
        let has_ties = records.iter().any(|record| record["result"] == "tie");
        for record in &mut records {
            let moves = record["moves"].as_array_mut().expect("there are moves");
            for moved in moves {
                *moved = moved[0].take();
            }
            for time in ["black_us", "white_us"] {
                record[time].take();
            }
        }
        let table = self.ok(tournament, &["table", "--format", "json"]);
        let mut table: Vec<Value> = serde_json::from_str(&table).expect("it is JSON");
        for row in &mut table {
            row["ms_a_move"].take();
            if has_ties {
                row["score"].take();
                row["place"].take();
            }
        }
        if has_ties {
            table.sort_by_key(|row| row["player"].to_string());
        }
        (records, table)
    }
}

pub(crate) fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(tests().join(name)).expect("it is there")
}
