//! The programs that run now.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeSpec;
use nix::unistd::Pid;

use super::cgroup::Cgroup;
use super::disk::Written;
use super::message::{Request, Start, Status};
use super::sandbox::{Ending, Supervisor, Unlaunched};
use super::tree::{Usage, children, processor_time, unseen_memory};
use crate::{End, HostError, Level, Limits, Sandbox, lock};

static RUNNING: Mutex<BTreeMap<i32, Arc<Running>>> = Mutex::new(BTreeMap::new());

/// The time in which a supervisor must have ended a program that is killed. It takes
/// milliseconds, unless a program has stopped its supervisor.
const DEATH: Duration = Duration::from_secs(20);

pub(crate) struct Running {
    supervisor: Arc<Supervisor>,
    cgroup: Option<Arc<Cgroup>>,
    pub(crate) started: Instant,
    pub(crate) limits: Limits,
    /// The CPU time of the programs before it, as its control group has counted it, or without
    /// one as the supervisor has.
    pub(crate) cpu_before: Duration,
    /// The CPU time that it was last known to have used.
    cpu: Mutex<Duration>,
    /// The folders on a disk that it writes.
    folders: Vec<PathBuf>,
    /// The time at which they are measured again.
    measure_at: Mutex<Instant>,
    /// The processes that hid their memory when it was last counted.
    hidden: Mutex<BTreeSet<i32>>,
    cause: Mutex<Option<(End, Instant)>>,
    end: Mutex<Option<Result<End, HostError>>>,
    written: Mutex<Option<OwnedFd>>,
}

/// Waits until one of `files` is ready, or `patience` is over. poll(2) would round
/// less than a millisecond down to nothing, and its callers would turn in circles.
pub(crate) fn await_any_of(files: &mut [PollFd<'_>], patience: Duration) -> nix::Result<i32> {
    const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
    ppoll(files, Some(TimeSpec::from(patience.min(LONGEST))), None)
}

pub(crate) fn all() -> Vec<Arc<Running>> {
    lock(&RUNNING).values().cloned().collect()
}

impl Running {
    pub(crate) fn start(
        sandbox: &Sandbox,
        start: Start,
        streams: &[File; 3],
        limits: &Limits,
    ) -> Result<Arc<Self>, Unlaunched> {
        let supervisor = sandbox.supervisor().map_err(Unlaunched::Host)?;
        let cgroup = sandbox.cgroup();
        if let Some(cgroup) = &cgroup {
            let disk_is_memory = sandbox.level() == Level::Namespaces;
            cgroup
                .limit(limits, disk_is_memory)
                .map_err(Unlaunched::Host)?;
        }
        let counted = cgroup.as_deref().and_then(Cgroup::processor_time);
        let reaped = Duration::from_micros(supervisor.cpu());
        let started = Instant::now();
        supervisor.launch(start, streams)?;
        let program = Arc::new(Self {
            supervisor,
            cgroup,
            started,
            limits: *limits,
            cpu_before: counted.unwrap_or(reaped),
            cpu: Mutex::default(),
            folders: sandbox.written(),
            measure_at: Mutex::new(started),
            hidden: Mutex::default(),
            cause: Mutex::new(None),
            end: Mutex::new(None),
            written: Mutex::new(None),
        });
        lock(&RUNNING).insert(program.root(), Arc::clone(&program));
        Ok(program)
    }

    pub(crate) fn cgroup(&self) -> Option<&Cgroup> {
        self.cgroup.as_deref()
    }

    /// Returns the memory of its processes with that which they do not seem to have; `None`
    /// if one of them hides it, twice in a row.
    pub(crate) fn with_unseen_memory(&self, usage: &Usage) -> Option<u64> {
        let mut hidden = BTreeSet::new();
        let mut memory = usage.memory;
        for &pid in &usage.pids {
            match unseen_memory(pid) {
                Some(unseen) => memory = memory.saturating_add(unseen),
                None => _ = hidden.insert(pid),
            }
        }
        let before = std::mem::replace(&mut *lock(&self.hidden), hidden.clone());
        before.is_disjoint(&hidden).then_some(memory)
    }

    /// Returns `true` if the folders that it writes, and the files that its processes
    /// `pids` have removed but keep open, exceed a limit. Large folders are measured less
    /// often.
    pub(crate) fn has_written_too_much(&self, pids: &[i32]) -> bool {
        let mut measure_at = lock(&self.measure_at);
        let begun = Instant::now();
        if self.folders.is_empty() || begun < *measure_at {
            return false;
        }
        let Limits { disk, files, .. } = self.limits;
        let written = Written::of(&self.folders, pids, files);
        *measure_at = begun + 10 * begun.elapsed();
        written.bytes > disk || written.files > files
    }

    /// The process from which all of the program's processes descend, itself
    /// none of them.
    pub(crate) fn root(&self) -> i32 {
        self.supervisor.root
    }

    /// Kills all processes of the program for a limit that it has exceeded.
    pub(crate) fn kill_for(&self, cause: End) {
        let (_, since) = lock(&self.cause)
            .get_or_insert((cause, Instant::now()))
            .clone();
        self.if_running(|| {
            if since.elapsed() > DEATH {
                self.supervisor.kill();
            }
            // At once and from here, since the supervisor may have to wait for
            // a processor among the processes of a fork bomb.
            self.signal_group(Signal::SIGKILL);
            self.supervisor.signal(Signal::SIGKILL);
        });
    }

    /// Stops all processes of the program, and returns when they are stopped.
    ///
    /// A SIGSTOP that comes while a process forks reaches the child, but a
    /// SIGCONT does not (Linux 6.18): one that was sent late would stop the
    /// child for ever.
    pub(crate) fn pause(&self) {
        self.ask(&Request::Stop);
    }

    fn ask(&self, request: &Request) {
        let mut end = lock(&self.end);
        if end.is_none()
            && let Some(ending) = self.supervisor.ask(request)
        {
            lock(&RUNNING).remove(&self.root());
            *end = Some(self.meaning(ending));
        }
    }

    pub(crate) fn resume(&self) {
        self.if_running(|| {
            self.signal_group(Signal::SIGCONT);
            self.supervisor.signal(Signal::SIGCONT);
        });
    }

    /// Does `action` unless the program has ended. The supervisor is not asked
    /// to start another program meanwhile.
    fn if_running(&self, action: impl FnOnce()) {
        let programs = lock(&RUNNING);
        let known = programs.get(&self.root());
        if known.is_some_and(|known| std::ptr::eq(&raw const **known, self)) {
            action();
        }
    }

    /// Sends `signal` to the group of the main process, the supervisor's oldest
    /// child and the leader of a group. `RUNNING` must be locked, so that no other
    /// program is started meanwhile.
    fn signal_group(&self, signal: Signal) {
        if let Some(&main) = children(self.root()).first() {
            // An error means that it has ended.
            let _ = killpg(Pid::from_raw(main), signal);
        }
    }

    /// Waits for the end of the program, but for no longer than `patience`. Returns `true` if
    /// it has ended.
    pub(crate) fn ends_within(&self, patience: Duration) -> bool {
        if lock(&self.end).is_some() {
            return true;
        }
        let mut watched = [PollFd::new(self.supervisor.as_fd(), PollFlags::POLLIN)];
        let ended = await_any_of(&mut watched, patience).is_ok_and(|ready| ready > 0);
        if ended {
            // Whoever asks for the end gets the error.
            let _ = self.finish();
        }
        ended
    }

    /// Waits until the program has ended and all that it started is gone.
    pub(crate) fn finish(&self) -> Result<End, HostError> {
        let mut end = lock(&self.end);
        end.get_or_insert_with(|| {
            let ending = self.supervisor.ended();
            lock(&RUNNING).remove(&self.root());
            self.meaning(ending)
        })
        .clone()
    }

    /// Returns the processor time of all its processes until now, with those that have
    /// ended; of those only that of the reaped ones if there is no control group.
    pub(crate) fn processor_time(&self) -> Result<Duration, HostError> {
        if self.counted().is_none() {
            self.ask(&Request::ReportTime);
        }
        match &*lock(&self.end) {
            None => {
                let of_others = || self.reaped() + processor_time(self.root());
                self.charge(self.counted().unwrap_or_else(of_others));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.clone()),
        }
        Ok(self.cpu())
    }

    /// The CPU time that it was last known to have used; of a program that has ended, all.
    pub(crate) fn cpu(&self) -> Duration {
        *lock(&self.cpu)
    }

    /// Sets the CPU time. It never goes back, though a process that ended between two reads
    /// was in neither.
    fn charge(&self, cpu: Duration) {
        let mut known = lock(&self.cpu);
        *known = cpu.max(*known);
    }

    /// The CPU time that its control group has counted.
    pub(crate) fn counted(&self) -> Option<Duration> {
        let counted = self.cgroup()?.processor_time()?;
        Some(counted.saturating_sub(self.cpu_before))
    }

    /// The CPU time of what the supervisor had reaped when it last replied.
    fn reaped(&self) -> Duration {
        Duration::from_micros(self.supervisor.cpu()).saturating_sub(self.cpu_before)
    }

    /// The folder with what a program that has ended has written, if its supervisor has
    /// it.
    pub(crate) fn take_written(&self) -> Option<OwnedFd> {
        lock(&self.written).take()
    }

    fn meaning(&self, ending: io::Result<Ending>) -> Result<End, HostError> {
        let (status, written) = ending.map_err(|error| {
            // A program that is able to end its supervisor may do so again.
            HostError::Exhausted(error.to_string())
        })?;
        *lock(&self.written) = written;
        self.charge(self.counted().unwrap_or_else(|| self.reaped()));
        // The kernel may have ended a process before the monitor has seen why.
        if let Some(end) = self.cgroup().and_then(Cgroup::exceeded) {
            return Ok(end);
        }
        let cause = lock(&self.cause).clone();
        Ok(match (status, cause) {
            (Status::Signalled(signal), Some((cause, _))) if signal == Signal::SIGKILL as i32 => {
                cause
            }
            (Status::Signalled(signal), _) if signal == Signal::SIGXCPU as i32 => End::CpuTime,
            (Status::Signalled(signal), _) if signal == Signal::SIGXFSZ as i32 => End::OutputLimit,
            (Status::Signalled(signal), _) => End::Signalled(signal),
            (Status::Exited(status), _) => End::Exited(status),
        })
    }
}
