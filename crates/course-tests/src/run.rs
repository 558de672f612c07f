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
pub fn run(runner: Option<&Path>, program: &Path, case: &Case) -> io::Result<Outcome> {
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
