//! The threads that run programs.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use sandbox::{
    HostError, Level, Limits, Policy, Program, Requirement, Sandbox, SandboxError, TemporaryFolder,
};

use crate::gate::{Gate, lock};

/// Threads that run programs, each in a sandbox and a scratch folder of its own.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    places: Vec<Mutex<Option<WorkerPlace>>>,
    level: Level,
    notes: Vec<String>,
    deadline: Option<Instant>,
    pub(crate) gate: Gate,
}

#[derive(Debug)]
struct WorkerPlace {
    /// Declared before `scratch`, where its programs run: fields drop in order.
    sandbox: Sandbox,
    policy: Policy,
    scratch: TemporaryFolder,
}

impl Workers {
    /// Starts `jobs` threads.
    pub fn start(jobs: usize, requirement: Requirement) -> Result<Self, SandboxError> {
        let scratch = scratch_folder()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .thread_name(|index| format!("marking {index}"))
            .build()
            .map_err(|error| HostError::of("cannot start threads", &io::Error::other(error)))?;
        // This shows that the system supports the level, before any program runs.
        let policy = Policy {
            requirement,
            ..Policy::default()
        };
        let probe = Sandbox::start(&policy, scratch.path())?;
        let level = probe.level();
        let mut notes = vec![
            format!("sandbox level {level}"),
            format!("sandbox: {}", level.promise()),
            format!("sandbox: {}", probe.limited_by()),
        ];
        notes.extend(
            probe
                .missing()
                .iter()
                .map(|missing| format!("sandbox: {missing}")),
        );
        Ok(Self {
            places: (0..pool.current_num_threads())
                .map(|_| Mutex::new(None))
                .collect(),
            pool,
            level,
            notes,
            deadline: None,
            gate: Gate::default(),
        })
    }

    /// Starts no case after `deadline`.
    pub fn end_by(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }

    /// Returns the level of the sandboxes.
    pub fn level(&self) -> Level {
        self.level
    }

    pub(crate) fn check(&self) -> Result<(), HostError> {
        let failed = |error: io::Error| HostError::of("cannot write a file", &error);
        let place = WorkerPlace::new(Policy {
            requirement: Requirement::Exactly(self.level),
            ..Policy::default()
        })?;
        fs::write(place.scratch.path().join("file"), vec![0; 1 << 20]).map_err(failed)?;
        let program = Program {
            command: "true".into(),
            folder: place.scratch.path().to_owned(),
            at_home: true,
            ..Program::default()
        };
        sandbox::run(&place.sandbox, &program, b"", &Limits::default()).map(drop)
    }

    pub(crate) fn add_note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Returns notes for readers of a report.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Calls `work` with each of `items`, in order: a thread takes the next item when it is
    /// done with one. Within `work`, [`mark_cases`](crate::mark::mark_cases) uses the calling
    /// thread, and those for which no item is left.
    pub fn in_turn<T: Sync>(&self, items: &[T], work: impl Fn(&T) + Sync) {
        let next = AtomicUsize::new(0);
        self.pool.broadcast(|_| {
            while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                work(item);
            }
        });
    }

    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|it| it <= Instant::now())
    }

    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let done = self.pool.install(work);
        // A program that was ended by a signal together with this process has not failed.
        sandbox::park_if_ending();
        done
    }

    pub(crate) fn in_place<T>(
        &self,
        policy: &Policy,
        work: impl FnOnce(&Sandbox, &Path) -> T,
    ) -> Result<T, HostError> {
        let worker = rayon::current_thread_index().unwrap_or(0);
        // No other thread uses it: the lock only keeps it between cases.
        let mut place = lock(&self.places[worker]);
        let kept = place
            .take()
            .filter(|place| place.policy == *policy && is_clean(place.scratch.path()));
        let ready = match kept {
            Some(place) => place,
            None => WorkerPlace::new(policy.clone())?,
        };
        let done = work(&ready.sandbox, ready.scratch.path());
        *place = Some(ready);
        Ok(done)
    }
}

impl WorkerPlace {
    fn new(policy: Policy) -> Result<Self, HostError> {
        let scratch = scratch_folder()?;
        // The system supports the level, so an error is a failure of the machine.
        let sandbox = Sandbox::start(&policy, scratch.path())?;
        Ok(Self {
            sandbox,
            policy,
            scratch,
        })
    }
}

fn scratch_folder() -> Result<TemporaryFolder, HostError> {
    let made = TemporaryFolder::new();
    made.map_err(|error| HostError::of("cannot create a scratch folder", &error))
}

/// Returns `true` if a used scratch folder can be used again: a program may have left files
/// that cannot be removed, or locked the folder itself.
fn is_clean(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return false;
    };
    // The next run must be able to remove unneeded links.
    let writable = fs::metadata(folder).is_ok_and(|data| !data.permissions().readonly());
    writable
        && entries.all(|entry| {
            entry.is_ok_and(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()))
        })
}
