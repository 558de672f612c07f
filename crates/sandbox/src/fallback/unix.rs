//! Programs on a Unix system other than Linux, each in a process group of its own.
//! The unit tests run them on Linux, too.

mod processes;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, PipeReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use sysinfo::System;

use super::Usage;
use super::launch::Start;
use crate::terminal::make_plain;
use crate::{End, Level};

use processes::Members;

/// The character that ends the input on a terminal.
pub(super) const END_OF_INPUT: Option<u8> = Some(crate::terminal::END_OF_INPUT);

/// The variables that programs, compilers and their installers' shims need.
pub(super) const INHERITED: &[&str] = &[
    "CARGO_HOME",
    "DEVELOPER_DIR",
    "HOME",
    "JAVA_HOME",
    "LANG",
    "PATH",
    "RUSTUP_HOME",
    "SDKROOT",
    "USER",
];

/// A file that a program writes may have this length at least, in bytes.
const FILE: u64 = 64 << 20;

/// Sets the limits of a process, and becomes the program. The kernel enforces them
/// on each process; `$1` is CPU time in seconds and `$2` a file's length in units of
/// 512 bytes.
const LIMITED: &str = r#"ulimit -t "$1"; ulimit -f "$2"; shift 2; exec "$@""#;

pub(super) fn executable(path: &Path) -> Option<PathBuf> {
    let data = path.metadata().ok()?;
    (data.is_file() && data.permissions().mode() & 0o111 != 0).then(|| path.to_owned())
}

/// Checks that there is `level` here, or returns the reason why there is not.
pub(super) fn check(level: Level) -> Result<(), String> {
    match level {
        Level::Off => Ok(()),
        level => Err(format!("{level} is a level of another system")),
    }
}

pub(super) struct Ends {
    pub(super) input: File,
    pub(super) output: File,
    pub(super) errors: PipeReader,
    pub(super) theirs: [File; 3],
}

impl Ends {
    pub(super) fn open() -> io::Result<Self> {
        let terminal = openpty(None, None)?;
        make_plain(&terminal.slave)?;
        let (errors, stderr) = io::pipe()?;
        let ours = File::from(terminal.master);
        Ok(Self {
            input: ours.try_clone()?,
            output: ours,
            errors,
            theirs: [terminal.slave.try_clone()?, terminal.slave, stderr.into()].map(File::from),
        })
    }
}

/// The main process of a program, and the group that its processes are in.
pub(super) struct Process {
    main: Child,
    members: Members,
}

impl Process {
    /// Set if the CPU time at the end is that of all processes.
    pub(super) const REPORTS_CPU: bool = false;

    pub(super) fn start(start: &Start<'_>, streams: [File; 3]) -> io::Result<Self> {
        let file = FILE.max(start.limits.output as u64 + 1);
        let mut command = Command::new("/bin/sh");
        let [stdin, stdout, stderr] = streams.map(Stdio::from);
        command
            .args(["-c", LIMITED, "sh"])
            .arg((start.limits.cpu.as_secs() + 1).to_string())
            .arg(file.div_ceil(512).to_string())
            .arg(start.command)
            .args(start.args)
            .env_clear()
            .envs(start.env.iter().map(|(name, value)| (name, value)))
            .current_dir(start.directory)
            .process_group(0)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr);
        let system = System::new().map_err(io::Error::other)?;
        let main = command.spawn()?;
        Ok(Self {
            members: Members::of(main.id().cast_signed(), system),
            main,
        })
    }

    pub(super) fn ended(&mut self) -> io::Result<Option<End>> {
        let status = self.main.try_wait()?;
        Ok(status.map(|status| match status.signal() {
            Some(signal) if signal == Signal::SIGXCPU as i32 => End::CpuTime,
            Some(signal) if signal == Signal::SIGXFSZ as i32 => End::OutputLimit,
            Some(signal) => End::Signalled(signal),
            None => End::Exited(status.code().unwrap_or_default()),
        }))
    }

    pub(super) fn usage(&mut self) -> Usage {
        self.members.usage()
    }

    /// Kills all processes that are in the group, or were seen to descend from the
    /// program.
    pub(super) fn kill(&mut self) {
        self.signal(Signal::SIGKILL);
        self.members.find();
        for pid in self.members.alive() {
            // An error means that it has ended.
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
    }

    pub(super) fn pause(&self) {
        self.signal(Signal::SIGSTOP);
    }

    pub(super) fn resume(&self) {
        self.signal(Signal::SIGCONT);
    }

    fn signal(&self, signal: Signal) {
        // An error means that nothing is left.
        let _ = killpg(Pid::from_raw(self.main.id().cast_signed()), signal);
    }
}
