//! A program that a supervisor has started.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::signal::Signal;
use nix::sys::time::TimeSpec;

use super::cgroup::Cgroup;
use super::connection::Connection;
use super::disk::Written;
use super::message::{ProgramStatus, Reply, Request, Start};
use super::sandbox::Idle;
use super::tree::{Tree, tasks, ticks_of_living, unseen_memory};
use crate::launched::{Processes, Usage};
use crate::scratch::{Scratch, gathered, open};
use crate::{End, HostError, Level, Limits, NotStarted, Program, Sandbox, lock, readable};

/// The number of files that each process may have open. It is smaller without a control group,
/// which counts what waits in pipes.
const OPEN_FILES: u64 = 4096;
const FEW_OPEN_FILES: u64 = 256;

/// The kernel allows this many processes and threads above the limit, so that a check sees the
/// excess before the program notices.
const SPARE: u64 = 512;

/// The time in which a supervisor must end a killed program. It takes milliseconds, unless a
/// program has stopped its supervisor.
const DEATH: Duration = Duration::from_secs(20);

/// The processes of a program, all of them descendants of its supervisor.
pub struct Supervised {
    supervisor: Option<Connection>,
    pub(crate) root: i32,
    idle: Idle,
    cgroup: Option<Arc<Cgroup>>,
    limits: Limits,
    before: Duration,
    folders: Vec<PathBuf>,
    measure_at: Instant,
    /// The processes that hide their memory, each with the ticks of processor time it had used when
    /// a check first saw that.
    hidden: BTreeMap<i32, u64>,
    killed: Option<Instant>,
    ended: Option<io::Result<(Reply, Vec<OwnedFd>)>>,
    written: Option<OwnedFd>,
}

/// Waits until one of `files` is ready, at most `patience`. poll(2) would round less than a
/// millisecond down to zero, and its callers would spin.
pub(crate) fn await_any_of(files: &mut [PollFd<'_>], patience: Duration) -> nix::Result<i32> {
    ppoll(files, Some(TimeSpec::from(patience)), None)
}

impl Processes for Supervised {
    fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        _: bool,
    ) -> Result<(Self, Scratch), NotStarted> {
        let host = |error: io::Error| {
            let what = format_args!("cannot start {}", program.command.to_string_lossy());
            NotStarted::Host(HostError::of(what, &error))
        };
        let disk_is_memory = sandbox.level() == Level::Namespaces;
        let scratch = if disk_is_memory && !program.at_home {
            Scratch::elsewhere(program, sandbox.scratch())
        } else {
            Scratch::prepare(program, sandbox.scratch())
        };
        let scratch = scratch.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                NotStarted::Program(format!("there is no folder {}", program.folder.display()))
            }
            _ => host(error),
        })?;
        let start = request(sandbox, program, limits, &scratch);
        if let Some(cgroup) = &sandbox.cgroup {
            cgroup.limit(limits, disk_is_memory).map_err(host)?;
        }
        let (supervisor, idle) = sandbox.supervisor().map_err(host)?;
        let root = supervisor.root;
        let before = cpu_of_all(sandbox.cgroup.as_deref(), root);
        let streams = streams.each_ref().map(AsFd::as_fd);
        let asked = supervisor.ask(&Request::Start(start), &streams);
        let error = io::Error::from_raw_os_error;
        let not_started = match asked.map_err(host)?.0 {
            Reply::Started => {
                let started = Self {
                    supervisor: Some(supervisor),
                    root,
                    idle,
                    cgroup: sandbox.cgroup.clone(),
                    limits: *limits,
                    before,
                    folders: sandbox.written(),
                    measure_at: Instant::now(),
                    hidden: BTreeMap::new(),
                    killed: None,
                    ended: None,
                    written: None,
                };
                return Ok((started, scratch));
            }
            Reply::NotStarted(number) => NotStarted::Program(reason(program, &error(number))),
            Reply::Failed(number) => host(error(number)),
            _ => return Err(host(io::ErrorKind::InvalidData.into())),
        };
        *lock(&idle) = Some(supervisor);
        Err(not_started)
    }

    fn ended_within(&mut self, patience: Duration) -> Option<Result<End, HostError>> {
        let supervisor = self.supervisor.take()?;
        let reply = self.ended.take().or_else(|| {
            let mut watched = [PollFd::new(supervisor.as_fd(), PollFlags::POLLIN)];
            let is_ready = await_any_of(&mut watched, patience).is_ok_and(|ready| ready > 0);
            is_ready.then(|| supervisor.reply())
        });
        let Some(reply) = reply else {
            self.supervisor = Some(supervisor);
            return None;
        };
        let (status, written) = match reply {
            Ok((Reply::Ended(status), written)) => (status, written),
            // A program that can end its supervisor may do so again.
            other => {
                let why = other.map_or_else(|error| error.to_string(), |_| "no end".to_owned());
                return Some(Err(HostError::Exhausted(why)));
            }
        };
        *lock(&self.idle) = Some(supervisor);
        self.written = written.into_iter().next();
        // The kernel may have ended a process before a check saw why.
        let exceeded = self.cgroup.as_deref().and_then(Cgroup::exceeded);
        Some(Ok(exceeded.unwrap_or_else(|| match status {
            ProgramStatus::Exited(status) => End::Exited(status),
            ProgramStatus::Signalled(signal) => End::of_signal(signal),
        })))
    }

    fn usage(&mut self) -> Usage {
        let tree = Tree::of(self.root);
        // A control group also counts files in memory, which have their own limit; without a group,
        // some memory belongs to no process.
        let (exceeded, processes, memory) = match &self.cgroup {
            Some(cgroup) => (cgroup.exceeded(), 0, tree.memory),
            None => (None, tree.tasks, self.with_unseen_memory(&tree)),
        };
        let written_too_much = || {
            let is_over = self.has_written_too_much(&tree.pids);
            is_over.then_some(End::DiskLimit)
        };
        Usage {
            exceeded: exceeded.or_else(written_too_much),
            processes,
            memory,
            cpu: self.cpu(),
            is_runnable: tree.is_runnable,
        }
    }

    fn cpu(&mut self) -> Duration {
        cpu_of_all(self.cgroup.as_deref(), self.root).saturating_sub(self.before)
    }

    fn kill(&mut self) {
        let since = *self.killed.get_or_insert_with(Instant::now);
        if let Some(supervisor) = &mut self.supervisor {
            if since.elapsed() > DEATH {
                supervisor.kill();
            }
            supervisor.signal(Signal::SIGKILL);
        }
    }

    /// Returns when all are stopped.
    ///
    /// A SIGSTOP that arrives while a process forks reaches the child, but a SIGCONT does not
    /// (Linux 6.18): a late SIGSTOP would stop the child for ever.
    fn pause(&mut self) {
        let Some(supervisor) = &self.supervisor else {
            return;
        };
        match supervisor.ask(&Request::Stop, &[]) {
            Ok((Reply::Stopped, _)) => {}
            ended => {
                // The reply to the request comes after the end.
                if ended.is_ok() {
                    let _ = supervisor.reply();
                }
                self.ended = Some(ended);
            }
        }
    }

    fn resume(&mut self) {
        if let Some(supervisor) = &self.supervisor {
            supervisor.signal(Signal::SIGCONT);
        }
    }

    fn collect(&mut self, scratch: &Scratch) -> BTreeMap<String, Vec<u8>> {
        match self.written.take() {
            // Only the descriptor leads to the folder.
            Some(folder) => gathered(Path::new(&format!("/proc/self/fd/{}", folder.as_raw_fd()))),
            None => scratch.collect(),
        }
    }
}

impl Supervised {
    /// Returns the memory of its processes including hidden memory, or more than any limit if a
    /// process keeps hiding it. A process hides it for a moment in exec, which can take long on a
    /// busy machine but uses no processor time.
    fn with_unseen_memory(&mut self, tree: &Tree) -> u64 {
        let mut hidden = BTreeMap::new();
        let (mut memory, mut used_hidden) = (tree.memory, 0);
        for &pid in &tree.pids {
            if let Some(unseen) = unseen_memory(pid) {
                memory = memory.saturating_add(unseen);
            } else if let Some(used) = ticks_of_living(pid) {
                let first = *self.hidden.get(&pid).unwrap_or(&used);
                hidden.insert(pid, first);
                used_hidden += used.saturating_sub(first);
            }
        }
        self.hidden = hidden;
        if used_hidden > 1 { u64::MAX } else { memory }
    }

    /// Returns `true` if its folders, and the removed files that the processes `pids` still have
    /// open, exceed a limit. Large folders are measured less often.
    fn has_written_too_much(&mut self, pids: &[i32]) -> bool {
        let begun = Instant::now();
        if self.folders.is_empty() || begun < self.measure_at {
            return false;
        }
        let written = Written::of(&self.folders, pids, self.limits.files);
        self.measure_at = begun + 10 * begun.elapsed();
        written.bytes > self.limits.disk || written.files > self.limits.files
    }
}

fn cpu_of_all(cgroup: Option<&Cgroup>, root: i32) -> Duration {
    let counted = cgroup.and_then(Cgroup::processor_time);
    counted.unwrap_or_else(|| Tree::of(root).cpu)
}

fn request(sandbox: &Sandbox, program: &Program, limits: &Limits, scratch: &Scratch) -> Start {
    // From the scratch folder, a relative path such as `../a` names another file.
    let path = Path::new(&program.command);
    let folder = scratch.lower.as_ref().unwrap_or(&scratch.working);
    let is_there = || !path.starts_with("..") && folder.join(path).exists();
    let command = if path.components().count() < 2 || is_there() {
        program.command.clone()
    } else {
        program.folder.join(path).into_os_string()
    };
    let processes = match sandbox.level() {
        // Each namespace counts its own.
        Level::Namespaces => 0,
        _ => tasks(),
    };
    // Nothing of the marker's environment.
    let env = program.environment(
        &scratch.path,
        [
            ("PATH", readable::search_path(&[])),
            ("HOME", scratch.path.clone().into()),
            ("PWD", scratch.working.clone().into()),
            ("LANG", "C.UTF-8".into()),
        ],
    );
    Start {
        command,
        name: program.command.clone(),
        args: program.args.clone(),
        env,
        directory: scratch.working.clone().into(),
        folder: scratch.lower.clone().map(PathBuf::into_os_string),
        writes: program.writes.clone(),
        limits: *limits,
        processes: processes + limits.processes as u64 + SPARE,
        open_files: match sandbox.cgroup {
            None if !program.at_home => FEW_OPEN_FILES,
            _ => OPEN_FILES,
        },
    }
}

fn reason(program: &Program, error: &io::Error) -> String {
    let command = program.command.to_string_lossy();
    let path = program.folder.join(&program.command);
    match error.kind() {
        io::ErrorKind::NotFound if command.contains('/') && path.exists() => {
            if names_carriage_return(&path) {
                format!(
                    "the first line of {command} ends with a carriage return, as on Windows, so its \
                     interpreter is not found"
                )
            } else {
                format!("the interpreter that {command} names does not exist")
            }
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

/// Returns `true` for a script whose first line ends as on Windows: the kernel takes the carriage
/// return as the end of the interpreter's name.
fn names_carriage_return(script: &Path) -> bool {
    let mut start = Vec::new();
    let read = open(script).and_then(|file| file.take(256).read_to_end(&mut start));
    let first = start.split(|byte| *byte == b'\n').next();
    read.is_ok() && first.is_some_and(|line| line.starts_with(b"#!") && line.ends_with(b"\r"))
}
