//! The threads that run programs.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;
use sandbox::{
    HostError, Level, Limits, Policy, Program, Requirement, Sandbox, SandboxError, TemporaryFolder,
};
use submission::Unbuilt;
use transcript::{Case, Verdict};

use crate::give_up::{Fate, GiveUp, Patience, SHORT, Tried};
use crate::limits;
use crate::mark::{Marker, Played, cut_short, not_run, out_of_time, skipped};
use marking::report::{Marked, charge_once};

/// Threads that run programs, each in a sandbox and a scratch folder of its own.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    places: Vec<Mutex<Option<Place>>>,
    level: Level,
    notes: Vec<String>,
    deadline: Option<Instant>,
}

/// A sandbox and the program that it is for.
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
            format!("sandbox level {level}: {}", level.promise()),
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

    /// Checks that this machine can run a program.
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

    /// Adds a note for the reader of a report.
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
    /// case why there is no program. `done` is called after every case.
    pub fn mark(
        &self,
        marker: &Marker,
        cases: &[Case],
        program: Result<(&Program, &Policy), &Unbuilt>,
        done: impl Fn() + Sync,
    ) -> Result<Vec<Marked>, HostError> {
        let (program, policy) = match program {
            Ok(ready) => ready,
            Err(unbuilt) => {
                let all = cases.iter().inspect(|_| done());
                let mut marked: Vec<_> = all.map(|case| not_run(case, unbuilt)).collect();
                charge_once(&mut marked);
                return Ok(marked);
            }
        };
        let give_up = GiveUp::new(marker.give_up_after, cases.len());
        let try_one = |index: usize, patience: Patience| {
            let case = &cases[index];
            if self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            {
                give_up.add(index, Tried::EndedSoon);
                return Ok((index, out_of_time(case)));
            }
            let whole = limits::apply(&marker.limits, &case.limits);
            let short = limits::shorter(&whole, SHORT);
            let given = match patience {
                Patience::Whole => &whole,
                Patience::Short => &short,
            };
            let marked = self.play_one(marker, case, given, program, policy)?.marked;
            let result = match (marked.verdict == Verdict::Timeout, patience) {
                (true, Patience::Whole) => Tried::TimedOut,
                (true, Patience::Short) => Tried::CutShort,
                (false, Patience::Whole) if !limits::is_within(&short, &marked) => Tried::EndedLate,
                (false, _) => Tried::EndedSoon,
            };
            give_up.add(index, result);
            Ok((index, marked))
        };
        let first = |index: usize| {
            let tried = give_up
                .patience(index)
                .map(|patience| try_one(index, patience));
            done();
            tried
        };
        // A bridge hands the cases out in order, so that few are marked in vain.
        let bridged = (0..cases.len()).par_bridge();
        let tried = bridged.filter_map(first);
        let mut tried: Vec<_> = self.pool.install(|| tried.collect::<Result<_, _>>())?;
        let mut marked: Vec<Option<Marked>> = vec![None; cases.len()];
        let fates = loop {
            for (index, one) in tried {
                marked[index] = Some(one);
            }
            let fates = give_up.fates();
            let again = fates
                .iter()
                .enumerate()
                .filter_map(|(index, fate)| match fate {
                    Fate::ToTry(patience) => Some((index, *patience)),
                    _ => None,
                });
            let again: Vec<_> = again.collect();
            if again.is_empty() {
                break fates;
            }
            let again = again.into_par_iter().with_max_len(1);
            let again = again.map(|(index, patience)| try_one(index, patience));
            tried = self.pool.install(|| again.collect::<Result<_, _>>())?;
        };
        // A program that a signal has ended with this process has not failed.
        sandbox::park_if_ending();
        let decided = cases.iter().zip(fates).zip(marked);
        let decided = decided.filter_map(|((case, fate), marked)| match fate {
            Fate::Skipped => Some(skipped(case, marker.give_up_after?)),
            Fate::CutShort => marked.map(cut_short),
            Fate::Marked | Fate::ToTry(_) => marked,
        });
        let mut marked: Vec<Marked> = decided.collect();
        charge_once(&mut marked);
        Ok(marked)
    }

    /// Runs and marks `case`, with all its time.
    pub(crate) fn play(
        &self,
        marker: &Marker,
        case: &Case,
        program: &Program,
        policy: &Policy,
    ) -> Result<Played, HostError> {
        let limits = limits::apply(&marker.limits, &case.limits);
        let play = || self.play_one(marker, case, &limits, program, policy);
        let played = self.pool.install(play);
        sandbox::park_if_ending();
        played
    }

    fn play_one(
        &self,
        marker: &Marker,
        case: &Case,
        limits: &Limits,
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
        let played = marker.play(case, program.clone(), limits, &ready.sandbox);
        *place = Some(ready);
        played
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

/// The reason why programs cannot be run.
#[derive(Debug)]
pub enum WorkersError {
    /// A scratch folder cannot be created.
    Scratch(io::Error),
    /// The sandbox cannot be started.
    Sandbox(SandboxError),
}

impl fmt::Display for WorkersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scratch(source) => write!(f, "cannot create a scratch folder: {source}"),
            Self::Sandbox(source) => source.fmt(f),
        }
    }
}

impl Error for WorkersError {}

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
