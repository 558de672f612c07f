//! Batches on a machine that fails or is interrupted, and with a bug in the marker.

#![cfg(target_os = "linux")]

mod in_process;
mod not_marked;
mod unkillable;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::cli::{ended, script, write_all};

const BATCH: [&str; 6] = [
    "batch",
    "utoronto-a1",
    "submissions",
    "--cases",
    "cases",
    "--trust-cases",
];

const RIGHT: &str = "#!/bin/sh\nwhile read -r line; do echo \"$line\"; echo \"$line\"; done\n";

const WRONG: &str = "#!/bin/sh\nread -r line; echo \"$line\"; echo \"$line\"\n";

struct TestClass {
    folder: TempDir,
}

impl TestClass {
    fn new(programs: &[(&str, &str)]) -> Self {
        let class = Self {
            folder: tempfile::tempdir().expect("a folder can be made"),
        };
        class.write("cases/one.in", "a\n");
        class.write("cases/one.out", "a\na\n");
        class.write("cases/two.in", "b\nc\n");
        class.write("cases/two.out", "b\nb\nc\nc\n");
        for (name, text) in programs {
            class.submit(name, text);
        }
        class
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        write_all(self.folder.path(), &[(name, text)]);
    }

    fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn submit(&self, student: &str, text: &str) {
        let name = format!("submissions/{student}/program");
        self.write(&name, text);
        script(&self.path(&name), text);
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("automarker"));
        command
            .args(BATCH)
            .args(options)
            .current_dir(self.folder.path());
        command
    }

    fn mark(&self, options: &[&str]) -> (Option<i32>, String, String) {
        ended(&mut self.command(options))
    }
}
