//! Starting a program.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use nix::fcntl::OFlag;
use nix::unistd::pipe2;

use crate::linux::message::Start;
use crate::linux::monitor;
use crate::linux::running::Running;
use crate::scratch::Scratch;
use crate::{End, Limits, Program, Sandbox, readable};

/// A file that a program writes may have this length at least, in bytes.
const FILE: u64 = 64 << 20;

/// A program that was started. Dropping it kills the program.
pub(crate) struct Launched {
    pub(crate) running: Arc<Running>,
    pub(crate) scratch: Scratch,
}

impl Launched {
    /// Starts `program` in `sandbox` with this standard input and output, and
    /// returns the other end of its standard error; or says in words why it
    /// cannot be started.
    pub(crate) fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        [stdin, stdout]: [OwnedFd; 2],
    ) -> Result<(Self, OwnedFd), String> {
        monitor::start();
        let scratch = Scratch::prepare(program, sandbox.scratch()).map_err(|error| {
            format!(
                "cannot link the folder {} into {}: {error}",
                program.folder.display(),
                sandbox.scratch().display()
            )
        })?;
        // A relative path like `../a` names another file from the scratch folder.
        let path = Path::new(&program.command);
        let command = if path.components().count() < 2 || scratch.working.join(path).exists() {
            program.command.clone()
        } else {
            program.folder.join(path).into_os_string()
        };
        let start = Start {
            command,
            name: program.command.clone(),
            args: program.args.clone(),
            env: environment(program, &scratch),
            directory: scratch.working.clone().into(),
            // The monitor sees to the whole tree, and sooner; this is for a
            // process that outruns it.
            cpu: limits.cpu.as_secs() + 1,
            // Longer than it may be, so that output is seen to be too long.
            file_size: FILE.max(limits.output as u64 + 1),
        };
        let started =
            pipe2(OFlag::O_CLOEXEC)
                .map_err(io::Error::from)
                .and_then(|(errors, stderr)| {
                    let streams = [stdin, stdout, stderr];
                    let running = Running::start(sandbox.supervisor()?, start, &streams, limits)?;
                    Ok((running, errors))
                });
        let (running, errors) = started.map_err(|error| reason(program, &error))?;
        Ok((Self { running, scratch }, errors))
    }

    /// Waits for its end, and returns it.
    pub(crate) fn finish(&self) -> End {
        self.running.finish()
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        if !self.running.has_ended() {
            self.running.kill_for(End::WallTime);
            self.finish();
        }
    }
}

/// The whole environment of a program: nothing of the marker's own is in it.
fn environment(program: &Program, scratch: &Scratch) -> Vec<(OsString, OsString)> {
    let folder = || scratch.path.clone().into_os_string();
    let mut all: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), readable::search_path(&[])),
        ("HOME".into(), folder()),
        ("TMPDIR".into(), folder()),
        ("PWD".into(), scratch.working.clone().into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("TERM".into(), "dumb".into()),
        ("NO_COLOR".into(), "1".into()),
        ("PYTHONDONTWRITEBYTECODE".into(), "1".into()),
    ];
    for (name, value) in &program.env {
        all.retain(|(known, _)| known != name);
        all.push((name.clone(), value.clone()));
    }
    all
}

/// The reason why the system did not start `program`.
fn reason(program: &Program, error: &io::Error) -> String {
    let command = program.command.to_string_lossy();
    let path = program.folder.join(&program.command);
    match error.kind() {
        io::ErrorKind::NotFound if command.contains('/') && path.exists() => {
            format!("the interpreter that {command} names does not exist")
        }
        io::ErrorKind::NotFound if command.contains('/') => {
            format!("there is no {command} in {}", program.folder.display())
        }
        io::ErrorKind::NotFound => format!("there is no command {command}"),
        io::ErrorKind::PermissionDenied if path.is_dir() => format!("{command} is a folder"),
        io::ErrorKind::PermissionDenied => format!("{command} is not executable"),
        _ => format!("{command}: {error}"),
    }
}
