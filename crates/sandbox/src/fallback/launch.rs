//! Starting a program, and holding it to its limits.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::Usage;
use super::command::resolve;
use super::sandbox::Sandbox;
use super::system::{INHERITED, Process};
use crate::ending::is_ending;
use crate::error::is_exhaustion;
use crate::run::{Launch, Unstarted};
use crate::scratch::Scratch;
use crate::{End, HostError, Limits, Program, lock};

/// The times between two checks if a program has ended, and of what it uses.
const CHECK: Duration = Duration::from_millis(2);
const TICK: Duration = Duration::from_millis(20);

static RUNNING: Mutex<usize> = Mutex::new(0);

/// Waits until all programs have ended, but no longer than `patience`. The
/// threads that run them see that this process is ending.
pub(crate) fn await_end_of_all(patience: Duration) {
    let begun = Instant::now();
    while *lock(&RUNNING) > 0 && begun.elapsed() < patience {
        thread::sleep(Duration::from_millis(1));
    }
}

pub(super) struct Start<'a> {
    /// An absolute path.
    pub(super) command: &'a Path,
    pub(super) args: &'a [OsString],
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) directory: &'a Path,
    pub(super) limits: &'a Limits,
    #[cfg(windows)]
    pub(super) level: crate::Level,
    /// If set, the program is to show each prompt before it reads. A terminal alone
    /// has that effect on Unix.
    #[cfg(windows)]
    pub(super) is_session: bool,
}

/// A program that was started. Dropping it kills the program.
pub struct Launched {
    process: Process,
    pub(super) scratch: Scratch,
    limits: Limits,
    started: Instant,
    /// The time that does not count.
    excused: Duration,
    measured: Instant,
    usage: Usage,
    cause: Option<End>,
    end: Option<End>,
}

impl Launch for Launched {
    type Sandbox = Sandbox;

    fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        is_session: bool,
    ) -> Result<Self, Unstarted> {
        let name = program.command.to_string_lossy();
        let scratch = Scratch::prepare(program, sandbox.scratch()).map_err(|error| {
            Unstarted::Host(HostError::of(format_args!("cannot start {name}"), &error))
        })?;
        // Of the marker's own only what compilers and interpreters need to find themselves.
        let inherited = INHERITED
            .iter()
            .filter_map(|name| Some((*name, std::env::var_os(name)?)));
        let folders = ["TMP", "TEMP"].map(|name| (name, scratch.path.clone().into()));
        // Python keeps what it prints into a pipe until its end.
        let unbuffered = is_session.then(|| ("PYTHONUNBUFFERED", "1".into()));
        let env = program.environment(&scratch.path, inherited.chain(folders).chain(unbuffered));
        let command = resolve(program, &scratch, &env).map_err(Unstarted::Program)?;
        let start = Start {
            command: &command,
            args: &program.args,
            env,
            directory: &scratch.working,
            limits,
            #[cfg(windows)]
            level: sandbox.level(),
            #[cfg(windows)]
            is_session,
        };
        let started = Instant::now();
        // Counted before it runs, so that the end of this process waits for it.
        *lock(&RUNNING) += 1;
        let process = Process::start(&start, streams).map_err(|error| {
            *lock(&RUNNING) -= 1;
            if is_exhaustion(&error) {
                Unstarted::Host(HostError::of(format_args!("cannot start {name}"), &error))
            } else {
                Unstarted::Program(format!("{name}: {error}"))
            }
        })?;
        Ok(Self {
            process,
            scratch,
            limits: *limits,
            started,
            excused: Duration::ZERO,
            measured: started,
            usage: Usage::default(),
            cause: None,
            end: None,
        })
    }

    fn ends_within(&mut self, patience: Duration) -> bool {
        let begun = Instant::now();
        while self.ended().is_none() {
            let left = patience.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return false;
            }
            thread::sleep(left.min(CHECK));
        }
        true
    }

    fn finish(&mut self) -> Result<End, HostError> {
        loop {
            if let Some(end) = self.ended() {
                return Ok(end);
            }
            thread::sleep(CHECK);
        }
    }

    fn kill_for(&mut self, cause: End) {
        if self.end.is_none() {
            self.cause.get_or_insert(cause);
            self.process.kill();
        }
    }

    fn pause(&self) {
        self.process.pause();
    }

    fn resume(&self) {
        self.process.resume();
    }

    fn processor_time(&mut self) -> Result<Duration, HostError> {
        if self.end.is_none() {
            self.measure();
        }
        Ok(self.usage.cpu)
    }

    fn cpu(&self) -> Option<Duration> {
        Process::REPORTS_CPU.then_some(self.usage.cpu)
    }

    fn collect(&self) -> BTreeMap<String, Vec<u8>> {
        self.scratch.collect()
    }
}

impl Launched {
    /// Returns the end of the program if it has ended, and ends its other processes.
    /// Otherwise it holds the program to its limits.
    fn ended(&mut self) -> Option<End> {
        if self.end.is_none() {
            let end = match self.process.ended() {
                Ok(end) => end,
                Err(error) => Some(End::CouldNotStart(error.to_string())),
            };
            if let Some(end) = end {
                self.measure();
                self.process.kill();
                self.end = Some(self.cause.take().unwrap_or(end));
            } else {
                self.enforce();
            }
        }
        self.end.clone()
    }

    /// Leaves `time` out of the program's wall-clock time.
    pub(super) fn excuse(&mut self, time: Duration) {
        self.excused += time;
    }

    /// The CPU time that it has used, as far as it is known.
    pub(super) fn cpu_so_far(&self) -> Duration {
        self.usage.cpu
    }

    fn measure(&mut self) {
        let before = self.usage.cpu;
        self.usage = self.process.usage();
        self.usage.cpu = self.usage.cpu.max(before);
    }

    fn enforce(&mut self) {
        let wall = self.started.elapsed().saturating_sub(self.excused);
        if wall > self.limits.wall || is_ending() {
            self.kill_for(End::WallTime);
        } else if self.measured.elapsed() >= TICK {
            self.measure();
            self.measured = Instant::now();
            if let Some(cause) = exceeded(&self.usage, &self.limits) {
                self.kill_for(cause);
            }
        }
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        self.process.kill();
        let begun = Instant::now();
        while matches!(self.process.ended(), Ok(None)) && begun.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(1));
        }
        *lock(&RUNNING) -= 1;
    }
}

fn exceeded(usage: &Usage, limits: &Limits) -> Option<End> {
    if usage.processes > limits.processes {
        Some(End::ProcessLimit)
    } else if usage.memory > limits.memory {
        Some(End::MemoryLimit)
    } else if usage.cpu > limits.cpu {
        Some(End::CpuTime)
    } else {
        None
    }
}
