//! The threads that run programs.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;
use sandbox::{
    HostError, Level, Limits, Policy, Program, Requirement, Sandbox, SandboxError, TemporaryFolder,
};
use submission::Unbuilt;
use transcript::{Case, Overrides, Verdict};

use crate::mark::{MarkOptions, Played, not_run, out_of_time, skipped};
use marking::report::{CaseResult, charge_once};

/// Threads that run programs, each in a sandbox and a scratch folder of its own.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    places: Vec<Mutex<Option<Place>>>,
    level: Level,
    notes: Vec<String>,
    deadline: Option<Instant>,
}

/// A step of marking one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is begun.
    Begun,
    /// It is done.
    Done,
}

#[derive(Debug)]
struct Place {
    /// Declared before `scratch`, in which its programs run: fields drop in
    /// order.
    sandbox: Sandbox,
    policy: Policy,
    scratch: TemporaryFolder,
}

impl Workers {
    /// Starts `jobs` threads.
    pub fn start(jobs: usize, requirement: Requirement) -> Result<Self, WorkersError> {
        let scratch = TemporaryFolder::new().map_err(WorkersError::Scratch)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .thread_name(|index| format!("marking {index}"))
            .build()
            .map_err(|error| WorkersError::Scratch(io::Error::other(error)))?;
        // Whether the system has the level is known before any program runs.
        let policy = Policy {
            requirement,
            ..Policy::default()
        };
        let probe = Sandbox::start(&policy, scratch.path()).map_err(WorkersError::Sandbox)?;
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
        })
    }

    /// Lets no case begin after `deadline`.
    pub fn end_by(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }

    /// The level of the sandboxes.
    pub fn level(&self) -> Level {
        self.level
    }

    pub(crate) fn check(&self) -> Result<(), HostError> {
        let failed = |error: io::Error| HostError::of("cannot write a file", &error);
        let place = Place::new(Policy {
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

    /// Notes for the reader of a report.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Calls `work` with each of `items`, in their order: a thread takes the next
    /// one when it is done with one. [`Workers::mark`] within `work` uses the
    /// thread that calls it, and those for which no item is left.
    pub fn in_turn<T: Sync>(&self, items: &[T], work: impl Fn(&T) + Sync) {
        let next = AtomicUsize::new(0);
        self.pool.broadcast(|_| {
            while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                work(item);
            }
        });
    }

    /// Marks all `cases` of one program, in sandboxes of its policy, or reports for each
    /// case why there is no program. `tell` is called before and
    /// after every case, with its name.
    pub fn mark(
        &self,
        options: &MarkOptions,
        cases: &[Case],
        program: Result<(&Program, &Policy), &Unbuilt>,
        tell: impl Fn(Step, &str) + Sync,
    ) -> Result<Vec<CaseResult>, HostError> {
        let (program, policy) = match program {
            Ok(ready) => ready,
            Err(unbuilt) => {
                let mut marked: Vec<_> = cases.iter().map(|it| not_run(it, unbuilt)).collect();
                charge_once(&mut marked);
                return Ok(marked);
            }
        };
        let timed_out = Mutex::new(vec![false; cases.len()]);
        let timed_out = || timed_out.lock().unwrap_or_else(PoisonError::into_inner);
        let given_up = || given_up_at(&timed_out(), options.give_up_after).unwrap_or(cases.len());
        let is_late = || {
            self.deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        };
        let try_one = |index: usize| {
            let case = &cases[index];
            tell(Step::Begun, &case.name);
            let marked = if index >= given_up() {
                None
            } else if is_late() {
                Some(out_of_time(case))
            } else {
                Some(self.play_one(options, case, program, policy)?.marked)
            };
            timed_out()[index] = marked
                .as_ref()
                .is_some_and(|marked| marked.verdict == Verdict::Timeout);
            tell(Step::Done, &case.name);
            Ok((index, marked))
        };
        // A bridge hands the cases out in order, so that few are marked in vain.
        let tried = (0..cases.len()).par_bridge().map(try_one);
        let mut tried: Vec<_> = self
            .pool
            .install(|| tried.collect::<Result<_, HostError>>())?;
        // A program that a signal has ended with this process has not failed.
        sandbox::park_if_ending();
        tried.sort_by_key(|&(index, _)| index);
        // It counts in the order of the cases, whatever order they end in: the number of
        // jobs changes no mark.
        let given_up = given_up();
        let decided = tried.into_iter().filter_map(|(index, marked)| {
            if index < given_up {
                marked
            } else {
                Some(skipped(&cases[index], options.give_up_after?))
            }
        });
        let mut marked: Vec<CaseResult> = decided.collect();
        charge_once(&mut marked);
        Ok(marked)
    }

    pub(crate) fn play(
        &self,
        options: &MarkOptions,
        case: &Case,
        program: &Program,
        policy: &Policy,
    ) -> Result<Played, HostError> {
        let play = || self.play_one(options, case, program, policy);
        let played = self.pool.install(play);
        sandbox::park_if_ending();
        played
    }

    fn play_one(
        &self,
        options: &MarkOptions,
        case: &Case,
        program: &Program,
        policy: &Policy,
    ) -> Result<Played, HostError> {
        let worker = rayon::current_thread_index().unwrap_or(0);
        // No other thread uses it: the lock only keeps it between cases.
        let mut place = self.places[worker]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let kept = place
            .take()
            .filter(|place| place.policy == *policy && is_clean(place.scratch.path()));
        let ready = match kept {
            Some(place) => place,
            // The level is to be had, so what fails now is the machine.
            None => Place::new(policy.clone())?,
        };
        let limits = overridden(&options.limits, &case.limits);
        let mut played = options.play(case, program.clone(), &limits, &ready.sandbox);
        // The folder is another one for each thread, and means nothing to a reader.
        let scratch = ready.scratch.path().display().to_string();
        if let Ok(played) = &mut played {
            let without = |text: &str| text.replace(&format!("{scratch}/"), "");
            played
                .marked
                .reword(|text| without(text).replace(&scratch, "."));
        }
        *place = Some(ready);
        played
    }
}

fn overridden(limits: &Limits, own: &Overrides) -> Limits {
    let output = own
        .output
        .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Limits {
        wall: own.wall.unwrap_or(limits.wall),
        cpu: own.cpu.unwrap_or(limits.cpu),
        memory: own.memory.unwrap_or(limits.memory),
        output: output.unwrap_or(limits.output),
        processes: own.processes.unwrap_or(limits.processes),
        ..*limits
    }
}

impl Place {
    fn new(policy: Policy) -> Result<Self, HostError> {
        let what = "cannot create a scratch folder";
        let scratch = TemporaryFolder::new().map_err(|error| HostError::of(what, &error))?;
        let sandbox = Sandbox::start(&policy, scratch.path()).map_err(|error| match error {
            SandboxError::Host(error) => error,
            // The level is to be had, so it is the machine that has failed.
            error => HostError::Setup(error.to_string()),
        })?;
        Ok(Self {
            sandbox,
            policy,
            scratch,
        })
    }
}

/// Returns the end of the first row of `after` timeouts: the cases from there on are not
/// run. What is not known yet breaks a row, so that a row that is found stays one.
fn given_up_at(timed_out: &[bool], after: Option<NonZeroUsize>) -> Option<usize> {
    let after = after?.get();
    let mut rows = timed_out.windows(after);
    let start = rows.position(|row| row.iter().all(|&timed_out| timed_out))?;
    Some(start + after)
}

/// The reason why programs cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum WorkersError {
    /// A scratch folder cannot be created.
    #[error("cannot create a scratch folder: {0}")]
    Scratch(io::Error),
    /// The sandbox cannot be started.
    #[error(transparent)]
    Sandbox(SandboxError),
}

/// Returns `true` if a used scratch folder can be used again: a program may have
/// left files that cannot be removed, or locked the folder itself.
fn is_clean(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return false;
    };
    // The next run must be able to remove the links that it does not need.
    let writable = fs::metadata(folder).is_ok_and(|data| !data.permissions().readonly());
    writable
        && entries.all(|entry| {
            entry.is_ok_and(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()))
        })
}
