//! Submissions of every kind, and hostile builds.
//!
//! The tests need cargo, gcc, g++, go, make, node, python3 and a JDK (java and javac).

#![cfg(unix)]

mod any_export;
mod archive;
mod export;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod interpreter;
#[cfg(target_os = "linux")]
mod own;
mod packed;
mod programs;

use std::fs;
use std::path::Path;
use std::process;

use sandbox::{Limits, Run, Sandbox, TemporaryFolder, run};
use submission::{Building, Failed, Unbuilt, WorkingCopy, limit_java_heap};
use tempfile::TempDir;

/// A supervisor is this executable, run again.
#[ctor::ctor(unsafe)]
fn become_supervisor() {
    sandbox::supervise_if_asked();
}

fn require(command: &str) {
    let found = process::Command::new(command).arg("--version").output();
    assert!(
        found.is_ok(),
        "this test needs {command}: please install it"
    );
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        let parent = path.parent().expect("it is in a folder");
        fs::create_dir_all(parent).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
}

fn build_and_run(files: &[(&str, &str)], build: Limits, limits: &Limits) -> Result<Run, Failed> {
    let folder = folder();
    write(folder.path(), files);
    let building = Building {
        limits: build,
        prefers: ["part1", ".c"].map(str::to_owned).to_vec(),
        ..Building::default()
    };
    let copy = WorkingCopy::of(folder.path())?;
    let policy = copy.run_policy(&building);
    let mut program = copy.build(&building, &submission::find)?.program;
    limit_java_heap(&mut program, limits);
    let scratch = TemporaryFolder::new().expect("a folder can be made");
    let sandbox = Sandbox::start(&policy, scratch.path()).expect("there is a sandbox");
    Ok(run(&sandbox, &program, b"a\nb\n", limits)?)
}

fn own(failed: Failed) -> Unbuilt {
    match failed {
        Failed::Unbuilt(unbuilt) => unbuilt,
        Failed::Host(error) => panic!("{error}"),
    }
}
