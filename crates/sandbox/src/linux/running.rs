//! The programs that run now.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeSpec;
use nix::unistd::Pid;

use crate::linux::message::{Start, Status};
use crate::linux::sandbox::Supervisor;
use crate::linux::tree::{children, duration};
use crate::{End, Limits};

static RUNNING: Mutex<BTreeMap<i32, Arc<Running>>> = Mutex::new(BTreeMap::new());
static STARTED: Condvar = Condvar::new();

/// A program that runs.
pub(crate) struct Running {
    supervisor: Arc<Supervisor>,
    pub(crate) started: Instant,
    pub(crate) limits: Limits,
    /// The CPU time that the supervisor had used before, in ticks, with that
    /// of earlier programs.
    pub(crate) ticks_before: u64,
    cause: Mutex<Option<End>>,
    end: Mutex<Option<End>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until one of `files` is ready, or `patience` is over. poll(2) would round
/// less than a millisecond down to nothing, and its callers would turn in circles.
pub(crate) fn await_any_of(files: &mut [PollFd<'_>], patience: Duration) -> nix::Result<i32> {
    const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
    ppoll(files, Some(TimeSpec::from(patience.min(LONGEST))), None)
}

/// Waits until a program runs.
pub(crate) fn await_any() {
    let mut programs = lock(&RUNNING);
    while programs.is_empty() {
        programs = STARTED
            .wait(programs)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

/// The programs that have run for `age` or longer.
pub(crate) fn older_than(age: Duration) -> Vec<Arc<Running>> {
    let programs = lock(&RUNNING);
    let old = programs.values().filter(|one| one.started.elapsed() >= age);
    old.cloned().collect()
}

/// The lowest limit of processes among the running programs.
pub(crate) fn fewest_processes() -> usize {
    let programs = lock(&RUNNING);
    let limits = programs.values().map(|one| one.limits.processes);
    limits.min().unwrap_or(usize::MAX)
}

/// Sends `signal` to the group of every program that runs.
pub(crate) fn send_to_all(signal: Signal) {
    for program in lock(&RUNNING).values() {
        program.signal_group(signal);
    }
}

impl Running {
    /// Starts a program.
    pub(crate) fn start(
        supervisor: Arc<Supervisor>,
        start: Start,
        streams: &[OwnedFd; 3],
        limits: &Limits,
    ) -> io::Result<Arc<Self>> {
        let ticks_before = supervisor.ticks();
        let started = Instant::now();
        supervisor.launch(start, streams)?;
        let program = Arc::new(Self {
            supervisor,
            started,
            limits: *limits,
            ticks_before,
            cause: Mutex::new(None),
            end: Mutex::new(None),
        });
        let mut programs = lock(&RUNNING);
        programs.insert(program.root(), Arc::clone(&program));
        if programs.len() == 1 {
            STARTED.notify_all();
        }
        Ok(program)
    }

    /// The process from which all of the program's processes descend, itself
    /// none of them.
    pub(crate) fn root(&self) -> i32 {
        self.supervisor.root
    }

    /// Kills all processes of the program for a limit that it has exceeded.
    pub(crate) fn kill_for(&self, cause: End) {
        lock(&self.cause).get_or_insert(cause);
        self.if_running(|| {
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
        let mut end = lock(&self.end);
        if end.is_none()
            && let Some(status) = self.supervisor.stop()
        {
            lock(&RUNNING).remove(&self.root());
            *end = Some(self.meaning(status));
        }
    }

    /// Lets a program that was paused go on.
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

    /// Returns `true` if the program has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.await_end_or(None, Duration::ZERO).0
    }

    /// Waits until the program has ended, or `stream` can be read or has
    /// ended, or `patience` is over; and returns which of the first two it was.
    pub(crate) fn await_end_or(
        &self,
        stream: Option<&OwnedFd>,
        patience: Duration,
    ) -> (bool, bool) {
        if lock(&self.end).is_some() {
            return (true, false);
        }
        let mut watched = vec![PollFd::new(self.supervisor.as_fd(), PollFlags::POLLIN)];
        watched.extend(stream.map(|stream| PollFd::new(stream.as_fd(), PollFlags::POLLIN)));
        if await_any_of(&mut watched, patience).is_err() {
            return (false, false);
        }
        let ready = |index: usize| {
            watched
                .get(index)
                .is_some_and(|one: &PollFd| one.any() == Some(true))
        };
        let (ended, readable) = (ready(0), ready(1));
        if ended {
            self.finish();
        }
        (ended, readable)
    }

    /// Waits until the program has ended and all that it started is gone.
    pub(crate) fn finish(&self) -> End {
        let mut end = lock(&self.end);
        end.get_or_insert_with(|| {
            let status = self.supervisor.ended();
            lock(&RUNNING).remove(&self.root());
            self.meaning(status)
        })
        .clone()
    }

    /// The CPU time of a program that has ended, until another one is started.
    pub(crate) fn cpu(&self) -> Duration {
        duration(self.supervisor.ticks().saturating_sub(self.ticks_before))
    }

    fn meaning(&self, status: io::Result<Status>) -> End {
        match (status, lock(&self.cause).clone()) {
            (Ok(Status::Signalled(signal)), Some(cause)) if signal == Signal::SIGKILL as i32 => {
                cause
            }
            (Ok(Status::Signalled(signal)), _) if signal == Signal::SIGXCPU as i32 => End::CpuTime,
            (Ok(Status::Signalled(signal)), _) if signal == Signal::SIGXFSZ as i32 => {
                End::OutputLimit
            }
            (Ok(Status::Signalled(signal)), _) => End::Signalled(signal),
            (Ok(Status::Exited(status)), _) => End::Exited(status),
            (Err(error), _) => End::CouldNotStart(error.to_string()),
        }
    }
}
