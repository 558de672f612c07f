//! A copy of a submission, to build and run.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use sandbox::{Limits, confine_this_thread};
use tempfile::TempDir;

use crate::build::{Site, Unbuilt};

/// A submission of more than this is not one of source files.
const LARGEST: u64 = 256 << 20;

/// Where in a copy the submission itself is; beside it, compilers put what
/// they need for a moment.
const SOURCES: &str = "submission";

/// How submissions are built.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// What each build may use.
    pub limits: Limits,
    /// Whether a build is confined to the copy of its submission.
    pub sandbox: bool,
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
