//! Untrusted programs: each must end in the given way and leave no process.
#![cfg(target_os = "linux")]

mod confined;
mod hostile;
mod plain;
mod session;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sandbox::{Limits, Program, Run, run};
use tempfile::TempDir;

/// A folder for a program, and one to run it in.
struct Bench {
    folder: TempDir,
    scratch: TempDir,
    /// An argument that no other process has.
    mark: String,
}

impl Bench {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let folder = || tempfile::tempdir().expect("a folder can be made");
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            folder: folder(),
            scratch: folder(),
            mark: format!("marked-{}-{next}.", std::process::id()),
        }
    }

    fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    fn program(&self, command: &str, args: &[&str]) -> Program {
        Program {
            command: command.into(),
            args: args
                .iter()
                .map(OsString::from)
                .chain([OsString::from(&self.mark)])
                .collect(),
            folder: self.folder.path().to_owned(),
            ..Program::default()
        }
    }

    fn sh(&self, script: &str) -> Program {
        self.program("sh", &["-c", script, "sh"])
    }

    fn python(&self, script: &str) -> Program {
        require("python3");
        self.program("python3", &["-c", script])
    }

    fn c(&self, source: &str) -> Program {
        require("gcc");
        fs::write(self.folder.path().join("part1.c"), source).expect("a file can be written");
        let status = Command::new("gcc")
            .args(["-o", "part1", "part1.c"])
            .current_dir(self.folder.path())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "gcc failed");
        self.program("./part1", &[])
    }

    fn run(&self, program: &Program, input: &[u8], limits: &Limits) -> Run {
        let run = run(program, input, limits, self.scratch());
        self.assert_nothing_is_left();
        run
    }

    /// Every process that the program started has the mark among its arguments.
    fn assert_nothing_is_left(&self) {
        let left: Vec<String> = fs::read_dir("/proc")
            .expect("there is a /proc")
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).into_owned())
            .filter(|line| line.contains(&self.mark))
            .collect();
        assert_eq!(left, Vec::<String>::new());
    }
}

fn require(command: &str) {
    let found = Command::new(command).arg("--version").output();
    assert!(
        found.is_ok(),
        "this test needs {command}: please install it"
    );
}

/// Limits so short that a test can wait for them.
fn short() -> Limits {
    Limits {
        wall: Duration::from_millis(500),
        ..Limits::default()
    }
}
