//! A running program, and the loop that enforces its limits.

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::ending::is_ending;
use crate::scratch::Scratch;
use crate::{End, HostError, Level, Limits, NotStarted, Program, Sandbox};

const TICK: Duration = Duration::from_millis(20);

const DEATH: Duration = Duration::from_secs(60);

pub(crate) static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// On a busy machine, a program may take this multiple of its wall-clock limit.
const PATIENCE: u32 = 10;

/// Set if the CPU time at the end is that of all processes.
const REPORTS_CPU: bool = cfg!(any(target_os = "linux", windows));

/// The processes of a program, as a system shows and controls them.
pub trait Processes: Sized {
    /// Starts `program` with these standard streams. If `is_session` is set, it is to show each
    /// prompt before it reads.
    fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        is_session: bool,
    ) -> Result<(Self, Scratch), NotStarted>;

    /// Waits at most `patience` for the main process to end. When it returns that end, it has ended
    /// all other processes.
    fn ended_within(&mut self, patience: Duration) -> Option<Result<End, HostError>>;

    fn usage(&mut self) -> Usage;

    fn cpu(&mut self) -> Duration {
        self.usage().cpu
    }

    /// Called again while processes remain.
    fn kill(&mut self);

    fn pause(&mut self) {}

    fn resume(&mut self) {}

    fn collect(&mut self, scratch: &Scratch) -> BTreeMap<String, Vec<u8>> {
        scratch.collect()
    }
}

/// The resources used by a program and everything it has started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub(crate) processes: usize,
    /// In bytes.
    pub(crate) memory: u64,
    pub(crate) cpu: Duration,
    /// If set, a thread runs or waits for a processor, if the system shows that.
    pub(crate) is_runnable: bool,
    pub(crate) exceeded: Option<End>,
}

/// The wall-clock time of a program, without the time in which it, or this process, waited for a
/// processor.
#[derive(Clone, Copy, Debug, Default)]
struct Wall {
    /// The time in which a thread was runnable. Only as much of it counts as the program has used
    /// processor time.
    runnable: Duration,
    idle: Duration,
}

impl Wall {
    fn add(&mut self, time: Duration, is_runnable: bool) {
        let part = if is_runnable {
            &mut self.runnable
        } else {
            &mut self.idle
        };
        *part += time.min(2 * TICK);
    }

    fn time(&self, cpu: Duration) -> Duration {
        self.idle + self.runnable.min(cpu)
    }
}

impl Usage {
    fn exceeds(&self, limits: &Limits) -> Option<End> {
        if self.exceeded.is_some() {
            self.exceeded.clone()
        } else if self.processes > limits.processes {
            Some(End::ProcessLimit)
        } else if self.memory > limits.memory {
            Some(End::MemoryLimit)
        } else if self.cpu > limits.cpu {
            Some(End::CpuTime)
        } else {
            None
        }
    }
}

/// A started program. Dropping it kills the program.
///
/// Its limits are enforced only while somebody waits for it.
pub struct Launched<P: Processes> {
    pub(crate) processes: P,
    pub(crate) level: Level,
    scratch: Scratch,
    limits: Limits,
    started: Instant,
    wall: Wall,
    measured: Instant,
    /// Never decreases, although a process that ends between two checks is in neither.
    pub(crate) cpu: Duration,
    cause: Option<Result<End, HostError>>,
    end: Option<Result<End, HostError>>,
}

impl<P: Processes> Launched<P> {
    pub(crate) fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        is_session: bool,
    ) -> Result<Self, NotStarted> {
        // Before it runs, so that the end of this process waits for it.
        RUNNING.fetch_add(1, Ordering::SeqCst);
        let started = Instant::now();
        let (processes, scratch) = P::start(sandbox, program, limits, streams, is_session)
            .inspect_err(|_| _ = RUNNING.fetch_sub(1, Ordering::SeqCst))?;
        Ok(Self {
            processes,
            level: sandbox.level(),
            scratch,
            limits: *limits,
            started,
            wall: Wall::default(),
            measured: started,
            cpu: Duration::ZERO,
            cause: None,
            end: None,
        })
    }

    pub(crate) fn ends_within(&mut self, patience: Duration) -> bool {
        let begun = Instant::now();
        while self.end.is_none() {
            let left = patience.saturating_sub(begun.elapsed());
            if let Some(end) = self.processes.ended_within(left.min(TICK)) {
                self.charge();
                self.end = Some(end.and_then(|end| self.cause.take().unwrap_or(Ok(end))));
            } else if left.is_zero() {
                self.enforce();
                return false;
            } else {
                self.enforce();
            }
        }
        true
    }

    pub(crate) fn finish(&mut self) -> Result<End, HostError> {
        loop {
            self.ends_within(Duration::MAX);
            if let Some(end) = &self.end {
                return end.clone();
            }
        }
    }

    pub(crate) fn kill_for(&mut self, cause: End) {
        self.kill_because(Ok(cause));
    }

    fn kill_because(&mut self, cause: Result<End, HostError>) {
        if self.end.is_none() {
            self.cause.get_or_insert(cause);
            self.processes.kill();
        }
    }

    pub(crate) fn pause(&mut self) {
        if self.end.is_none() {
            self.processes.pause();
        }
    }

    pub(crate) fn resume(&mut self) {
        if self.end.is_none() {
            self.processes.resume();
        }
    }

    #[cfg(any(test, not(target_os = "linux")))]
    pub(crate) fn excuse(&mut self, time: Duration) {
        self.wall.idle = self.wall.idle.saturating_sub(time);
    }

    pub(crate) fn processor_time(&mut self) -> Result<Duration, HostError> {
        if let Some(Err(error)) = &self.end {
            return Err(error.clone());
        }
        if self.end.is_none() {
            self.charge();
        }
        Ok(self.cpu)
    }

    pub(crate) fn wall_time(&self) -> Duration {
        self.wall.time(self.cpu)
    }

    pub(crate) fn cpu(&self) -> Option<Duration> {
        REPORTS_CPU.then_some(self.cpu)
    }

    pub(crate) fn collect(&mut self) -> BTreeMap<String, Vec<u8>> {
        self.processes.collect(&self.scratch)
    }

    fn charge(&mut self) {
        self.cpu = self.cpu.max(self.processes.cpu());
    }

    fn enforce(&mut self) {
        let since = self.measured.elapsed();
        if since < TICK {
            return;
        }
        self.measured = Instant::now();
        if self.cause.is_some() {
            return self.processes.kill();
        }
        let usage = self.processes.usage();
        self.cpu = self.cpu.max(usage.cpu);
        self.wall.add(since, usage.is_runnable);
        if let Some(cause) = usage.exceeds(&self.limits) {
            self.kill_for(cause);
        } else if self.wall_time() > self.limits.wall || is_ending() {
            self.kill_for(End::WallTime);
        } else if self.started.elapsed() > self.limits.wall.saturating_mul(PATIENCE) {
            let used = self.cpu.as_secs_f64();
            self.kill_because(Err(HostError::Busy(format!(
                "the machine is too busy: a program had the processors for only {used:.2} s of {:.0} s",
                self.started.elapsed().as_secs_f64()
            ))));
        }
    }
}

impl<P: Processes> Drop for Launched<P> {
    fn drop(&mut self) {
        self.kill_for(End::WallTime);
        self.ends_within(DEATH);
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}
