//! The programs that run now, and how everything they started is killed.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::{Pid, getpgrp};
use rustix::process::{PidfdFlags, pidfd_open};

use crate::tree::{children, process};
use crate::{End, Limits};

/// An environment variable of every program: it identifies a process of ours
/// that has moved into the process group of the caller.
pub(crate) const MARK: &str = "SANDBOX_STARTED_BY";

/// How long to kill the processes that a program left. Only a program that forks
/// faster than it can be killed lasts longer; the monitor then goes on.
const KILLING: Duration = Duration::from_secs(5);

/// Locked for reading from the start of a program until it is in `RUNNING`, and
/// for writing while strangers are killed: so no new child is mistaken for a
/// stranger, and no process number is reused between finding a stranger and
/// killing it.
static STARTING: RwLock<()> = RwLock::new(());
static RUNNING: Mutex<BTreeMap<i32, Arc<Running>>> = Mutex::new(BTreeMap::new());
static STARTED: Condvar = Condvar::new();

/// A running program: the leader of a process group.
pub(crate) struct Running {
    pid: Pid,
    /// A pidfd, readable once the main process has ended; `None` before Linux
    /// 5.3.
    ended: Option<OwnedFd>,
    pub(crate) started: Instant,
    pub(crate) limits: Limits,
    cause: Mutex<Option<End>>,
}

fn running() -> MutexGuard<'static, BTreeMap<i32, Arc<Running>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `action` while no program is being started, so that no program inherits
/// a file that `action` opens without close-on-exec.
pub(crate) fn without_starts<T>(action: impl FnOnce() -> T) -> T {
    let _alone = STARTING.write().unwrap_or_else(PoisonError::into_inner);
    action()
}

/// Waits until a program runs.
pub(crate) fn await_any() {
    let mut programs = running();
    while programs.is_empty() {
        programs = STARTED
            .wait(programs)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

/// The programs that have run for `age` or longer.
pub(crate) fn older_than(age: Duration) -> Vec<Arc<Running>> {
    let programs = running();
    let old = programs.values().filter(|one| one.started.elapsed() >= age);
    old.cloned().collect()
}

/// The lowest limit of processes among the running programs.
pub(crate) fn fewest_processes() -> usize {
    let programs = running();
    let limits = programs.values().map(|one| one.limits.processes);
    limits.min().unwrap_or(usize::MAX)
}

/// Sends `signal` to the group of every running program.
pub(crate) fn send_to_all(signal: Signal) {
    for program in running().values() {
        // An error means that it has ended.
        let _ = killpg(program.pid, signal);
    }
}

fn awaited(descriptor: &OwnedFd) -> PollFd<'_> {
    PollFd::new(descriptor.as_fd(), PollFlags::POLLIN)
}

impl Running {
    /// Starts `command` as the leader of a group of its own.
    pub(crate) fn start(command: &mut Command, limits: &Limits) -> io::Result<(Child, Arc<Self>)> {
        let _known_soon = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let started = Instant::now();
        let child = command.spawn()?;
        let pid = Pid::from_raw(i32::try_from(child.id()).map_err(io::Error::other)?);
        let program = Arc::new(Self {
            pid,
            ended: rustix::process::Pid::from_raw(pid.as_raw())
                .and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()),
            started,
            limits: *limits,
            cause: Mutex::new(None),
        });
        let mut programs = running();
        programs.insert(pid.as_raw(), Arc::clone(&program));
        if programs.len() == 1 {
            STARTED.notify_all();
        }
        Ok((child, program))
    }

    pub(crate) fn number(&self) -> i32 {
        self.pid.as_raw()
    }

    /// Kills the program and its group because of `cause`, unless it has been
    /// waited for.
    pub(crate) fn kill_for(&self, cause: End) {
        let programs = running();
        if self.is_among(&programs) {
            let mut first = self.cause.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(cause);
            self.kill_group();
        }
    }

    /// Sends `signal` to the program's group, unless it has been waited for.
    pub(crate) fn send(&self, signal: Signal) {
        let programs = running();
        if self.is_among(&programs) {
            // An error means that it has ended.
            let _ = killpg(self.pid, signal);
        }
    }

    fn is_among(&self, programs: &BTreeMap<i32, Arc<Self>>) -> bool {
        programs
            .get(&self.number())
            .is_some_and(|known| std::ptr::eq(&raw const **known, self))
    }

    fn kill_group(&self) {
        // An error means that nothing is left to kill.
        let _ = killpg(self.pid, Signal::SIGKILL);
        let _ = kill(self.pid, Signal::SIGKILL);
    }

    /// Returns `true` if the main process has ended. It stays a zombie, and so
    /// keeps its number.
    pub(crate) fn has_ended(&self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        !matches!(waitid(Id::Pid(self.pid), flags), Ok(WaitStatus::StillAlive))
    }

    /// Waits until the main process has ended, or `stream` can be read or has
    /// ended, but for no longer than `patience`. Returns whether the process has
    /// ended, and whether the stream can be read.
    pub(crate) fn await_end_or(
        &self,
        stream: Option<&OwnedFd>,
        patience: Duration,
    ) -> (bool, bool) {
        let ready = |one: Option<&PollFd>| one.is_some_and(|one| one.any() == Some(true));
        let ended = self.ended.iter().map(awaited);
        let mut all: Vec<PollFd> = ended.chain(stream.map(awaited)).collect();
        let patience = PollTimeout::try_from(patience).unwrap_or(PollTimeout::MAX);
        if poll(&mut all, patience).is_err() {
            return (self.has_ended(), false);
        }
        let (ended, streams) = all.split_at(usize::from(self.ended.is_some()));
        let ended = match ended.first() {
            Some(end) => ready(Some(end)),
            None => self.has_ended(),
        };
        (ended, ready(streams.first()))
    }

    /// Waits for the end of the main process, kills what is left of its tree, and
    /// returns how it ended.
    pub(crate) fn finish(&self, mut child: Child) -> End {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(self.pid), flags) == Err(Errno::EINTR) {}
        self.end_group();
        let status = {
            let mut programs = running();
            programs.remove(&self.number());
            child.wait()
        };
        match status {
            Ok(status) => self.end(status),
            Err(error) => End::CouldNotStart(format!("cannot wait for its end: {error}")),
        }
    }

    /// Kills what is left of the group and every stranger. It must be called
    /// before the main process is reaped, while its number is still its own.
    fn end_group(&self) {
        let deadline = Instant::now() + KILLING;
        loop {
            // Each time again: a member may have forked just before it died.
            let _ = killpg(self.pid, Signal::SIGKILL);
            if !end_strangers(Some(self.number())) || Instant::now() > deadline {
                return;
            }
        }
    }

    fn end(&self, status: ExitStatus) -> End {
        let cause = self.cause.lock().unwrap_or_else(PoisonError::into_inner);
        match (status.signal(), &*cause) {
            (Some(libc_signal), Some(cause)) if libc_signal == Signal::SIGKILL as i32 => {
                cause.clone()
            }
            (Some(signal), _) if signal == Signal::SIGXCPU as i32 => End::CpuTime,
            (Some(signal), _) if signal == Signal::SIGXFSZ as i32 => End::OutputLimit,
            (Some(signal), _) => End::Signalled(signal),
            (None, _) => End::Exited(status.code().unwrap_or_default()),
        }
    }
}

/// Kills and reaps the strangers: children of this process that are no running
/// program, are not in the group of one other than `ended`, and were not started
/// in another way. Returns `true` if there was one.
pub(crate) fn end_strangers(ended: Option<i32>) -> bool {
    if strangers(ended).is_empty() {
        return false;
    }
    let _alone = STARTING.write().unwrap_or_else(PoisonError::into_inner);
    let mut any = false;
    for pid in strangers(ended).into_iter().map(Pid::from_raw) {
        // Landlock keeps a confined thread from killing what another confined
        // thread has started: that thread does it, or the monitor.
        if kill(pid, Signal::SIGKILL) == Ok(()) {
            while waitpid(pid, None) == Err(Errno::EINTR) {}
            any = true;
        }
    }
    any
}

fn strangers(ended: Option<i32>) -> Vec<i32> {
    let mut own = children(std::process::id().cast_signed());
    let programs = running();
    own.retain(|pid| !programs.contains_key(pid));
    own.retain(|&pid| {
        process(pid).is_some_and(|process| {
            if process.pgrp == getpgrp().as_raw() {
                return is_marked(pid);
            }
            Some(process.pgrp) == ended || !programs.contains_key(&process.pgrp)
        })
    });
    own
}

fn is_marked(pid: i32) -> bool {
    let mark = mark();
    std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|variables| {
        variables
            .split(|&byte| byte == 0)
            .any(|variable| variable == mark.as_bytes())
    })
}

fn mark() -> String {
    format!("{MARK}={}", std::process::id())
}
