//! A copy of a submission, to build and run.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use sandbox::{Limits, confine_this_thread};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::build::{Site, Unbuilt};

/// The largest submission, in bytes. Source files take far less.
const LARGEST: u64 = 256 << 20;

/// The folder in a copy that holds the submission itself. Compilers put their
/// temporary files beside it.
const SOURCES: &str = "submission";

/// How submissions are built.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// The limits of one build.
    pub limits: Limits,
    /// If set, a build is confined to the copy of its submission.
    pub sandbox: bool,
}

/// A copy of a submission. It is deleted when it is dropped.
#[derive(Debug)]
pub struct WorkingCopy {
    folder: TempDir,
}

impl WorkingCopy {
    /// Copies the folder or file `submission`, without the links in it.
    pub fn of(submission: &Path) -> Result<Self, Unbuilt> {
        let copy = || -> io::Result<TempDir> {
            let folder = tempfile::tempdir()?;
            copy_files(submission, &folder.path().join(SOURCES))?;
            Ok(folder)
        };
        let folder = copy().map_err(|error| {
            Unbuilt::could_not_start(format!("cannot copy {}: {error}", submission.display()))
        })?;
        Ok(Self { folder })
    }

    /// Builds the copy on a thread of its own, so that the build can be
    /// confined to it: a Makefile is an untrusted program too.
    pub fn build<T: Send>(
        self,
        building: Building,
        prepare: &(impl Fn(Site<'_>) -> Result<T, Unbuilt> + Sync),
    ) -> (Self, Result<T, Unbuilt>) {
        let folder = self.folder.path();
        let program = thread::scope(|scope| {
            let build = || {
                if building.sandbox {
                    // The threads that run programs report what is missing.
                    let _ = confine_this_thread(folder);
                }
                prepare(Site {
                    folder: &folder.join(SOURCES),
                    temporary: Some(folder),
                    limits: building.limits,
                    offline: building.sandbox,
                })
            };
            scope.spawn(build).join()
        });
        let panicked = |_| Err(Unbuilt::could_not_start("the build thread panicked"));
        (self, program.unwrap_or_else(panicked))
    }
}

/// Copies a folder, or one file, into the new folder `to`. Symbolic links, which
/// could lead anywhere, and special files are left out.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    let is_file = from.is_file();
    let mut left = LARGEST;
    for entry in WalkDir::new(from).min_depth(usize::from(!is_file)) {
        let entry = entry?;
        let path = entry.path();
        let to = match path.strip_prefix(from) {
            Ok(name) if !is_file => to.join(name),
            _ => to.join(entry.file_name()),
        };
        if is_file || entry.file_type().is_file() {
            let size = fs::metadata(path)?.len();
            left = left.checked_sub(size).ok_or_else(|| {
                io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20))
            })?;
            fs::copy(path, to)?;
        } else if entry.file_type().is_dir() {
            fs::create_dir(to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in the copy of `submission`.
    fn copied(submission: &Path) -> Vec<String> {
        let copy = WorkingCopy::of(submission).expect("it is small");
        let sources = copy.folder.path().join(SOURCES);
        crate::files::files(&sources)
            .iter()
            .map(|path| crate::files::relative(path, &sources))
            .collect()
    }

    #[test]
    fn a_folder_and_a_file_are_copied_without_links() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let submission = folder.path().join("alice");
        fs::create_dir_all(submission.join("src/empty")).expect("a folder can be made");
        fs::write(submission.join("src/a.c"), "").expect("a file can be written");
        fs::write(submission.join("b.c"), "").expect("a file can be written");
        #[cfg(unix)]
        for (name, to) in [("link.c", "/etc/passwd"), ("links", "/etc")] {
            std::os::unix::fs::symlink(to, submission.join(name)).expect("a link can be made");
        }
        assert_eq!(copied(&submission), ["b.c", "src/a.c"]);
        assert_eq!(copied(&submission.join("src/a.c")), ["a.c"]);
    }

    #[test]
    fn a_submission_that_is_too_large_or_gone_is_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = fs::File::create(folder.path().join("a")).expect("a file can be written");
        file.set_len(LARGEST + 1).expect("a file can be long");
        let reason = |path: &Path| WorkingCopy::of(path).expect_err("it is refused").reason;
        assert!(reason(folder.path()).ends_with("it is larger than 256 MiB"));
        assert!(reason(&folder.path().join("gone")).starts_with("cannot copy "));
    }
}
