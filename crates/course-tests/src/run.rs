//! Running a program on a case.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use transcript::{Case, Outcome};

/// The wall-clock limit. Our programs need far less. A program that hangs fails its
/// case, but does not stop the other cases.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs `program` on `case` in an empty folder of its own. `runner` is the emulator
/// that runs it; without one, the system does. The status is -1 if a signal ended
/// the program.
///
/// Once in some thousand runs, Wine ends with status 1 before its program has printed
/// anything. With an emulator, such a run is repeated once: a program that does so itself
/// does it again.
pub fn run(runner: Option<&Path>, program: &Path, case: &Case) -> io::Result<Outcome> {
    let outcome = run_once(runner, program, case)?;
    let is_silent = outcome.stdout.is_empty() && outcome.stderr.is_empty();
    if runner.is_some() && is_silent && outcome.status == 1 {
        return run_once(runner, program, case);
    }
    Ok(outcome)
}

fn run_once(runner: Option<&Path>, program: &Path, case: &Case) -> io::Result<Outcome> {
    let scratch = tempfile::tempdir()?;
    let output = Command::new(runner.unwrap_or(program))
        .args(runner.map(|_| program))
        .args(&case.args)
        .current_dir(scratch.path())
        .write_stdin(case.input.as_slice())
        .timeout(LIMIT)
        .output()?;
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(scratch.path())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, fs::read(entry.path())?);
    }
    Ok(Outcome {
        status: output.status.code().unwrap_or(-1),
        stdout: output.stdout,
        stderr: output.stderr,
        files,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("it can be written");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, mode).expect("a mode can be set");
        path
    }

    #[test]
    fn only_a_silent_run_of_an_emulator_is_repeated_and_only_once() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let folder = folder.path();
        let starts = folder.join("starts");
        let count = format!("echo >>'{}'", starts.display());
        let program = script(folder, "program", "echo right");
        let first_fails = format!(
            "{count}; [ $(wc -l <'{}') -gt 1 ] || exit 1; \"$@\"",
            starts.display()
        );
        let case = Case::new("case", "");
        for (runner, status, runs) in [
            (first_fails, 0, 2),
            (format!("{count}; exit 1"), 1, 2),
            (format!("{count}; echo words; exit 1"), 1, 1),
            (format!("{count}; exit 3"), 3, 1),
        ] {
            let runner = script(folder, "runner", &runner);
            let outcome = run(Some(&runner), &program, &case).expect("it can be run");
            assert_eq!(outcome.status, status);
            assert_eq!(outcome.stdout == b"right\n", status == 0);
            let started = fs::read_to_string(&starts).expect("it was started");
            assert_eq!(started.lines().count(), runs);
            fs::remove_file(&starts).expect("it is there");
        }
        let silent = script(folder, "silent", &format!("{count}; exit 1"));
        let outcome = run(None, &silent, &case).expect("it can be run");
        assert_eq!(outcome.status, 1);
        let started = fs::read_to_string(&starts).expect("it was started");
        assert_eq!(started.lines().count(), 1);
    }
}
