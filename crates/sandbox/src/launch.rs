//! Starting a program.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use crate::running::{MARK, Running};
use crate::scratch::Scratch;
use crate::{End, Limits, Program, monitor};

/// A program that was started. Dropping it kills the program.
pub(crate) struct Launched {
    /// `None` once the program was waited for.
    child: Option<Child>,
    pub(crate) running: Arc<Running>,
    pub(crate) scratch: Scratch,
}

impl Launched {
    /// Starts `program` in `scratch`, or returns the reason why it cannot.
    pub(crate) fn start(
        program: &Program,
        limits: &Limits,
        scratch: &Path,
        streams: (Stdio, Stdio, Stdio),
    ) -> Result<Self, String> {
        monitor::start();
        let scratch = Scratch::prepare(program, scratch).map_err(|error| {
            format!(
                "cannot link the folder {} into {}: {error}",
                program.folder.display(),
                scratch.display()
            )
        })?;
        // A relative path like `../a` names another file from the scratch folder.
        let path = Path::new(&program.command);
        let mut command = if path.components().count() < 2 || scratch.working.join(path).exists() {
            Command::new(path)
        } else {
            Command::new(program.folder.join(path))
        };
        command
            .arg0(&program.command)
            .args(&program.args)
            .current_dir(&scratch.working)
            .env("PWD", &scratch.working)
            .env("TMPDIR", &scratch.path)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("TERM", "dumb")
            .env("NO_COLOR", "1")
            .envs(program.env.iter().map(|(name, value)| (name, value)))
            .env(MARK, std::process::id().to_string())
            .process_group(0)
            .stdin(streams.0)
            .stdout(streams.1)
            .stderr(streams.2);
        let (child, running) =
            Running::start(&mut command, limits).map_err(|error| reason(program, &error))?;
        limit(running.number(), limits);
        monitor::lower_priority(running.number());
        Ok(Self {
            child: Some(child),
            running,
            scratch,
        })
    }

    /// Takes our end of its standard error; `None` if that is no pipe or was
    /// taken before.
    pub(crate) fn errors(&mut self) -> Option<OwnedFd> {
        let pipe = self.child.as_mut()?.stderr.take()?;
        Some(OwnedFd::from(pipe))
    }

    /// Waits for its end, and kills everything that it started.
    pub(crate) fn finish(&mut self) -> End {
        let end = self.child.take().map(|child| self.running.finish(child));
        end.expect("a program is waited for once")
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.running.kill_for(End::WallTime);
            self.finish();
        }
    }
}

/// Sets the limits that the kernel enforces for each process. The monitor limits
/// the whole tree, and acts sooner; this is for a program that outruns it.
fn limit(pid: i32, limits: &Limits) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    /// The lowest limit of the size of a file, in bytes.
    const FILE: u64 = 64 << 20;

    let seconds = limits.cpu.as_secs() + 1;
    // Above the limit of output, so that too much output is noticed.
    let file = FILE.max(limits.output as u64 + 1);
    for (resource, soft, hard) in [
        (Resource::Cpu, seconds, seconds + 1),
        (Resource::Core, 0, 0),
        (Resource::Fsize, file, file),
    ] {
        // It fails if a lower limit is in force or the program has ended.
        let limit = Rlimit {
            current: Some(soft),
            maximum: Some(hard),
        };
        let _ = prlimit(Pid::from_raw(pid), resource, limit);
    }
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
