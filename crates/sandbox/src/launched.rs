//! A program that runs, and the loop that enforces its limits.

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::ending::is_ending;
use crate::scratch::Scratch;
use crate::{End, HostError, Limits, NotStarted, Program};

const TICK: Duration = Duration::from_millis(20);

const DEATH: Duration = Duration::from_secs(60);

pub(crate) static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// The processes of a program, as a system shows and controls them.
pub trait Processes: Sized {
    type Sandbox;

    /// Set if the CPU time at the end is that of all processes.
    const REPORTS_CPU: bool;

    /// Starts `program` in `sandbox` with these standard streams. If `is_session` is set, it
    /// is to show each prompt before it reads.
    fn start(
        sandbox: &Self::Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        is_session: bool,
    ) -> Result<(Self, Scratch), NotStarted>;

    /// Waits for the end of the main process, but for no longer than `patience`. Once it
    /// returns that end, it has ended all other processes.
    fn ended_within(&mut self, patience: Duration) -> Option<Result<End, HostError>>;

    fn usage(&mut self, limits: &Limits) -> Usage;

    fn cpu(&mut self) -> Duration;

    /// Kills all processes. It is called again while they do not end.
    fn kill(&mut self);

    fn pause(&mut self) {}

    fn resume(&mut self) {}

    fn collect(&mut self, scratch: &Scratch) -> BTreeMap<String, Vec<u8>> {
        scratch.collect()
    }
}

/// The resources that a program uses, together with everything it has started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub(crate) processes: usize,
    /// In bytes.
    pub(crate) memory: u64,
    pub(crate) cpu: Duration,
    pub(crate) exceeded: Option<End>,
}

impl Usage {
    fn exceeds(self, limits: &Limits) -> Option<End> {
        if self.exceeded.is_some() {
            self.exceeded
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

/// A program that was started. Dropping it kills the program.
///
/// Its limits are enforced by whoever waits for it.
pub struct Launched<P: Processes> {
    pub(crate) processes: P,
    scratch: Scratch,
    limits: Limits,
    started: Instant,
    excused: Duration,
    measured: Instant,
    /// It never decreases, though a process that ended between two checks was in neither.
    cpu: Duration,
    cause: Option<End>,
    end: Option<Result<End, HostError>>,
}

impl<P: Processes> Launched<P> {
    pub(crate) fn start(
        sandbox: &P::Sandbox,
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
            scratch,
            limits: *limits,
            started,
            excused: Duration::ZERO,
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
                self.end = Some(end.map(|end| self.cause.take().unwrap_or(end)));
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
        self.excused += time;
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

    #[cfg(any(test, not(target_os = "linux")))]
    pub(crate) fn checked_cpu(&self) -> Duration {
        self.cpu
    }

    pub(crate) fn cpu(&self) -> Option<Duration> {
        P::REPORTS_CPU.then_some(self.cpu)
    }

    pub(crate) fn collect(&mut self) -> BTreeMap<String, Vec<u8>> {
        self.processes.collect(&self.scratch)
    }

    fn charge(&mut self) {
        self.cpu = self.cpu.max(self.processes.cpu());
    }

    fn enforce(&mut self) {
        if self.measured.elapsed() < TICK {
            return;
        }
        self.measured = Instant::now();
        if self.cause.is_some() {
            return self.processes.kill();
        }
        let usage = self.processes.usage(&self.limits);
        self.cpu = self.cpu.max(usage.cpu);
        let wall = self.started.elapsed().saturating_sub(self.excused);
        if let Some(cause) = usage.exceeds(&self.limits) {
            self.kill_for(cause);
        } else if wall > self.limits.wall || is_ending() {
            self.kill_for(End::WallTime);
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
