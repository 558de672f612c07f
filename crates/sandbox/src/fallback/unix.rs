//! Programs on a Unix system other than Linux, each in its own process group. The unit tests also
//! run on Linux.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::{Pid, getpgid};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

use super::channel::Terminal;
use super::launch::{LaunchRequest, not_started};
use crate::launched::Usage;
use crate::scratch::Scratch;
use crate::terminal::make_plain;
use crate::{End, HostError, Level, Limits, NotStarted, Program, Sandbox};

pub(super) const END_OF_INPUT: Option<u8> = Some(crate::terminal::END_OF_INPUT);

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

const CHECK: Duration = Duration::from_millis(2);

/// Sets the limits of a process, and executes the program. The kernel enforces them per process;
/// `$1` is CPU time in seconds and `$2` a file's length in units of 512 bytes.
const LIMITED: &str = r#"ulimit -t "$1"; ulimit -f "$2"; shift 2; exec "$@""#;

pub(super) fn executable(path: &Path) -> Option<PathBuf> {
    let data = path.metadata().ok()?;
    (data.is_file() && data.permissions().mode() & 0o111 != 0).then(|| path.to_owned())
}

pub(super) fn check(level: Level) -> Result<(), String> {
    match level {
        Level::Off => Ok(()),
        level => Err(format!("{level} is a level of another system")),
    }
}

pub(super) fn open_terminal() -> io::Result<(Terminal, [File; 3])> {
    let terminal = openpty(None, None)?;
    make_plain(&terminal.slave)?;
    let (errors, stderr) = io::pipe()?;
    let ours = File::from(terminal.master);
    let theirs = [terminal.slave.try_clone()?, terminal.slave, stderr.into()];
    let terminal = Terminal::new(ours.try_clone()?, ours, errors);
    Ok((terminal, theirs.map(File::from)))
}

/// The main process of a program, its group, and its descendants.
pub struct Processes {
    main: Child,
    system: System,
    /// By process number, with the start time: a number may be used again.
    seen: BTreeMap<i32, u64>,
    cpu: BTreeMap<i32, Duration>,
}

impl crate::launched::Processes for Processes {
    fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        is_session: bool,
    ) -> Result<(Self, Scratch), NotStarted> {
        let start = LaunchRequest::of(program, sandbox, is_session)?;
        let mut command = Command::new("/bin/sh");
        let [stdin, stdout, stderr] = streams.map(Stdio::from);
        command
            .args(["-c", LIMITED, "sh"])
            .arg((limits.cpu.as_secs() + 1).to_string())
            .arg(limits.file_size().div_ceil(512).to_string())
            .arg(start.command)
            .args(&program.args)
            .env_clear()
            .envs(start.env)
            .current_dir(&start.scratch.working)
            .process_group(0)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr);
        let system = System::new().map_err(io::Error::other);
        let started = system.and_then(|system| Ok((system, command.spawn()?)));
        let (system, main) = started.map_err(|error| not_started(program, &error))?;
        let started = Self {
            main,
            system,
            seen: BTreeMap::new(),
            cpu: BTreeMap::new(),
        };
        Ok((started, start.scratch))
    }

    fn ended_within(&mut self, patience: Duration) -> Option<Result<End, HostError>> {
        let begun = Instant::now();
        let status = loop {
            match self.main.try_wait() {
                Ok(None) if begun.elapsed() >= patience => return None,
                Ok(None) => thread::sleep(CHECK.min(patience)),
                Ok(Some(status)) => break status,
                Err(error) => {
                    return Some(Err(HostError::of("cannot wait for a program", &error)));
                }
            }
        };
        self.find();
        self.kill();
        Some(Ok(match status.signal() {
            Some(signal) => End::of_signal(signal),
            None => End::Exited(status.code().unwrap_or_default()),
        }))
    }

    /// Includes the CPU time of processes that have ended.
    fn usage(&mut self) -> Usage {
        self.find();
        let mut memory = 0;
        for pid in self.seen.keys() {
            let pid_of = sysinfo::Pid::from_u32(pid.cast_unsigned());
            if let Some(process) = self.system.process(pid_of) {
                memory += process.memory();
                let time = Duration::from_millis(process.accumulated_cpu_time());
                self.cpu.insert(*pid, time);
            }
        }
        Usage {
            processes: self.seen.len(),
            memory,
            cpu: self.cpu.values().sum(),
            ..Usage::default()
        }
    }

    fn kill(&mut self) {
        self.signal(Signal::SIGKILL);
        self.find();
        for pid in self.seen.keys() {
            // An error means that it has ended.
            let _ = kill(Pid::from_raw(*pid), Signal::SIGKILL);
        }
    }

    fn pause(&mut self) {
        self.signal(Signal::SIGSTOP);
    }

    fn resume(&mut self) {
        self.signal(Signal::SIGCONT);
    }
}

impl Processes {
    fn leader(&self) -> Pid {
        Pid::from_raw(self.main.id().cast_signed())
    }

    fn signal(&self, signal: Signal) {
        // An error means that nothing is left.
        let _ = killpg(self.leader(), signal);
    }

    fn find(&mut self) {
        let kind = ProcessRefreshKind::nothing()
            .with_memory()
            .with_cpu()
            .without_tasks();
        self.system
            .refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        let mut there = BTreeMap::new();
        for (pid, process) in self.system.processes() {
            let pid = pid.as_u32().cast_signed();
            let parent = process.parent().map(|pid| pid.as_u32().cast_signed());
            there.insert(pid, (process.start_time(), parent));
        }
        self.seen
            .retain(|pid, start| there.get(pid).is_some_and(|(now, _)| now == start));
        loop {
            let before = self.seen.len();
            for (pid, (start, parent)) in &there {
                let is_child = parent.is_some_and(|parent| self.seen.contains_key(&parent));
                let in_group = || getpgid(Some(Pid::from_raw(*pid))) == Ok(self.leader());
                if !self.seen.contains_key(pid) && (is_child || in_group()) {
                    self.seen.insert(*pid, *start);
                }
            }
            if self.seen.len() == before {
                return;
            }
        }
    }
}
