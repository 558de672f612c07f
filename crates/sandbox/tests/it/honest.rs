//! Honest programs at every level. `.ci/run` runs this as root and as an ordinary user, with and
//! without a control group.

use std::fs;
use std::process::Command;

use sandbox::{End, HostError, Limits, Program};

use super::{Bench, LEVELS};

/// A line per program: its name, its compiler, and the command that runs it.
const PROGRAMS: &str = include_str!("programs/honest/programs.txt");

/// Programs whose compiler or interpreter may be missing, or missing for this user.
const OPTIONAL: [&str; 3] = ["node", "go", "rust"];

/// The programs that need what a level may lack.
const LACKING: [&str; 3] = ["multiprocessing", "c", "c++"];

#[test]
fn honest_programs_run_at_every_level() {
    let bench = Bench::new();
    for entry in fs::read_dir("tests/it/programs/honest").expect("it is there") {
        let entry = entry.expect("it is there");
        let to = bench.folder.path().join(entry.file_name());
        fs::copy(entry.path(), to).expect("it can be copied");
    }
    for line in PROGRAMS.lines() {
        let parts: Vec<_> = line.splitn(3, ':').map(str::trim).collect();
        let [name, compiler, command] = parts[..] else {
            panic!("three parts: {line}");
        };
        let mut sh = Command::new("sh");
        let compiled = sh.args(["-c", compiler]).current_dir(bench.folder.path());
        if !compiled.status().is_ok_and(|status| status.success()) {
            assert!(OPTIONAL.contains(&name), "{compiler}");
            continue;
        }
        let mut words = command.split(' ');
        let program = Program {
            command: words.next().unwrap_or_default().into(),
            args: words.map(Into::into).collect(),
            ..bench.program("", &[])
        };
        for level in LEVELS {
            let sandbox = bench.sandbox(level);
            match sandbox::run(&sandbox, &program, b"", &Limits::default()) {
                Ok(run) if run.end == End::Exited(0) && run.stdout == b"ok\n" => {}
                Ok(run) => {
                    let is_missing = matches!(run.end, End::CouldNotStart(_));
                    assert!(
                        is_missing && OPTIONAL.contains(&name),
                        "{level}: {line}: {run:?}"
                    );
                }
                Err(HostError::Setup(_))
                    if LACKING.contains(&name) && !level.lacks().is_empty() => {}
                Err(error) => panic!("{level}: {line}: {error}"),
            }
        }
    }
}
