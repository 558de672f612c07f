//! Many submissions, none of which can spoil another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use rayon::prelude::*;
use tempfile::TempDir;

use crate::build::{Site, Unbuilt};
use crate::mark::Marker;
use crate::marked::Report;
use crate::workers::Workers;
use transcript::Case;
use transcript::process::{Limits, Program, confine_this_thread};

/// A submission of more than this is not one of source files.
const LARGEST: u64 = 256 << 20;

/// Where in a copy the submission itself is; beside it, compilers put what
/// they need for a moment.
const SOURCES: &str = "submission";

/// One student's folder or file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Submission {
    /// The name of the folder or file.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// How submissions are built.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// What each build may use.
    pub limits: Limits,
    /// Whether a build is confined to the copy of its submission.
    pub sandbox: bool,
}

/// The submissions in `folder`, by name. Files that begin with a dot are none.
pub fn submissions(folder: &Path) -> io::Result<Vec<Submission>> {
    let mut submissions = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            submissions.push(Submission {
                name,
                path: entry.path(),
            });
        }
    }
    submissions.sort();
    Ok(submissions)
}

/// Marks every submission. `prepare` makes a program of a copy of it, so that
/// the submissions themselves stay as they are; `done` gets each report, in no
/// particular order, and may take its time: it does not run on a thread that
/// marks.
pub fn mark(
    workers: &Workers,
    marker: &Marker,
    cases: &[Case],
    submissions: &[Submission],
    building: Building,
    prepare: impl Fn(Site<'_>) -> Result<Program, Unbuilt> + Sync,
    mut done: impl FnMut(Report),
) {
    // The threads that mark may not write outside of their scratch folders, so
    // that all is built before, on others.
    let built: Vec<_> = submissions
        .par_iter()
        .map(|submission| Copy::of(&submission.path).map(|copy| copy.build(building, &prepare)))
        .collect();
    let (sender, reports) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mark = |sender: &mut mpsc::Sender<Report>,
                        (submission, built): (&Submission, _)| {
                let program = match built {
                    &Ok((_, ref program)) => program,
                    Err(unbuilt) => &Err(Unbuilt::clone(unbuilt)),
                };
                let report = Report {
                    submission: submission.name.clone(),
                    course: marker.course.name.to_owned(),
                    cases: workers.mark(marker, cases, program, || ()),
                    notes: workers.notes().to_vec(),
                };
                // The receiver goes only when the batch as a whole ends.
                let _ = sender.send(report);
            };
            workers.install(|| {
                let pairs = submissions.par_iter().zip(&built);
                pairs.for_each_with(sender, mark);
            });
        });
        for report in reports {
            done(report);
        }
    });
}

/// A copy of a submission, gone when it is dropped.
#[derive(Debug)]
pub struct Copy {
    folder: TempDir,
}

impl Copy {
    /// Copies the folder or file `submission`, without the links in it.
    pub fn of(submission: &Path) -> Result<Self, Unbuilt> {
        let copy = || -> io::Result<TempDir> {
            let folder = tempfile::tempdir()?;
            let sources = folder.path().join(SOURCES);
            fs::create_dir(&sources)?;
            let mut left = LARGEST;
            if submission.is_dir() {
                copy_folder(submission, &sources, &mut left)?;
            } else if let Some(name) = submission.file_name() {
                copy_file(submission, &sources.join(name), &mut left)?;
            }
            Ok(folder)
        };
        let folder = copy().map_err(|error| {
            Unbuilt::could_not_start(format!("cannot copy {}: {error}", submission.display()))
        })?;
        Ok(Self { folder })
    }

    /// Builds the copy on a thread of its own, so that a build is confined to
    /// it: a Makefile is a stranger's program too.
    pub fn build<T: Send>(
        self,
        building: Building,
        prepare: &(impl Fn(Site<'_>) -> Result<T, Unbuilt> + Sync),
    ) -> (Self, Result<T, Unbuilt>) {
        let folder = self.folder.path();
        let program = thread::scope(|scope| {
            let build = || {
                if building.sandbox {
                    // What is missing of it, the threads that mark will say.
                    let _ = confine_this_thread(folder);
                }
                prepare(Site {
                    folder: &self.folder.path().join(SOURCES),
                    temporary: Some(folder),
                    limits: building.limits,
                    offline: building.sandbox,
                })
            };
            scope.spawn(build).join()
        });
        let program = program
            .unwrap_or_else(|_| Err(Unbuilt::could_not_start("the marker failed to build it")));
        (self, program)
    }
}

/// Symbolic links and whatever else is no file or folder stay behind: they
/// could lead anywhere.
fn copy_folder(from: &Path, to: &Path, left: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, to) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            fs::create_dir(&to)?;
            copy_folder(&entry.path(), &to, left)?;
        } else if kind.is_file() {
            copy_file(&entry.path(), &to, left)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path, left: &mut u64) -> io::Result<()> {
    let size = fs::metadata(from)?.len();
    *left = left
        .checked_sub(size)
        .ok_or_else(|| io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20)))?;
    fs::copy(from, to).map(|_| ())
}
