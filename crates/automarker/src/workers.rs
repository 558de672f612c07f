//! The threads that run programs.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use sandbox::{Confinement, Program, confine_this_thread};
use submission::Unbuilt;
use tempfile::TempDir;
use transcript::Case;

use crate::mark::{Marker, not_run};
use marking::report::Marked;

/// Threads that run programs, each confined to a scratch folder of its own.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    /// Declared before `scratch`, which holds them: fields drop in order.
    used: Vec<Mutex<Option<TempDir>>>,
    scratch: TempDir,
    notes: Vec<String>,
}

impl Workers {
    /// Starts `jobs` threads, in a sandbox if `sandbox` is set. [`Workers::notes`]
    /// reports what the system does not support of it.
    pub fn start(jobs: usize, sandbox: bool) -> io::Result<Self> {
        let scratch = tempfile::tempdir()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .thread_name(|index| format!("marking {index}"))
            .build()
            .map_err(io::Error::other)?;
        let folders: Result<Vec<_>, io::Error> = (0..pool.current_num_threads())
            .map(|index| scratch.path().join(index.to_string()))
            .map(|folder| std::fs::create_dir(&folder).map(|()| folder))
            .collect();
        let folders = folders?;
        let confine = |context: rayon::BroadcastContext<'_>| {
            // Confinement lasts, and applies to every program of the thread.
            match confine_this_thread(&folders[context.index()]) {
                Confinement::Full => None,
                Confinement::Partial(missing) => {
                    Some(format!("the sandbox is incomplete: {missing}"))
                }
                Confinement::None(reason) => Some(format!("no sandbox: {reason}")),
            }
        };
        let mut notes = if sandbox {
            pool.broadcast(confine)
        } else {
            vec![Some("no sandbox: --no-sandbox was given".to_owned())]
        };
        notes.sort();
        notes.dedup();
        Ok(Self {
            used: folders.iter().map(|_| Mutex::new(None)).collect(),
            pool,
            scratch,
            notes: notes.into_iter().flatten().collect(),
        })
    }

    /// Notes for the reader of a report.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Runs `work` on the threads; within it, [`Workers::mark`] does not wait for
    /// a thread of its own.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Marks all `cases` of one program, or reports for each case why there is no
    /// program. `done` is called after every case.
    pub fn mark(
        &self,
        marker: &Marker,
        cases: &[Case],
        program: &Result<Program, Unbuilt>,
        done: impl Fn() + Sync,
    ) -> Vec<Marked> {
        let mark = |case: &Case| {
            let marked = match program {
                Ok(program) => self.mark_one(marker, case, program),
                Err(unbuilt) => not_run(case, unbuilt),
            };
            done();
            marked
        };
        self.install(|| cases.par_iter().map(mark).collect())
    }

    fn mark_one(&self, marker: &Marker, case: &Case, program: &Program) -> Marked {
        let worker = rayon::current_thread_index().unwrap_or(0);
        // No other thread uses it: the lock only keeps it between cases.
        let mut used = self.used[worker]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let scratch = match used.take().filter(|folder| is_clean(folder.path())) {
            Some(folder) => Ok(folder),
            None => tempfile::tempdir_in(self.scratch.path().join(worker.to_string())),
        };
        match scratch {
            Ok(scratch) => {
                let marked = marker.mark(case, program, scratch.path());
                *used = Some(scratch);
                marked
            }
            Err(error) => {
                let reason = format!("cannot create a scratch folder: {error}");
                not_run(case, &Unbuilt::could_not_start(reason))
            }
        }
    }
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
