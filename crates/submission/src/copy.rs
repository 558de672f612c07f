//! A copy of a submission, to build and run.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sandbox::{Limits, Requirement, Sandbox};
use temporary::TemporaryFolder;
use walkdir::{DirEntry, WalkDir};

use crate::build::{Site, Unbuilt, build_policy};
use crate::export::Submission;

/// The largest submission, in bytes. Source files take far less.
pub(crate) const LARGEST: u64 = 256 << 20;

/// The folder in a copy that holds the submission itself.
const SOURCES: &str = "submission";

/// The settings of builds.
#[derive(Clone, Debug)]
pub struct Building {
    /// The limits of one build.
    pub limits: Limits,
    /// The level of the sandbox in which a copy is built.
    pub requirement: Requirement,
    /// Files and folders that a build needs to read beside its toolchain.
    pub readable: Vec<PathBuf>,
    /// Files and folders that no build may read.
    pub forbidden: Vec<PathBuf>,
    /// Environment variables beside the small fixed set that every build has.
    pub env: Vec<(OsString, OsString)>,
}

/// A copy of a submission. It is deleted when it is dropped.
#[derive(Debug)]
pub struct WorkingCopy {
    folder: TemporaryFolder,
}

impl WorkingCopy {
    /// Copies the folder or file `submission`, without the links in it.
    pub fn of(submission: &Path) -> Result<Self, Unbuilt> {
        Self::without(submission, &[])
    }

    /// Copies all parts of `submission` into one folder, without the links in
    /// them.
    pub fn of_submission(submission: &Submission) -> Result<Self, Unbuilt> {
        let folder = TemporaryFolder::new().map_err(|error| {
            Unbuilt::could_not_start(format!("cannot create a folder: {error}"))
        })?;
        let sources = folder.path().join(SOURCES);
        let mut left = LARGEST;
        for part in &submission.parts {
            copy_files(&part.path, &part.name, &sources, &[], &mut left).map_err(|error| {
                Unbuilt::could_not_start(format!("cannot copy {}: {error}", part.path.display()))
            })?;
        }
        Ok(Self { folder })
    }

    /// Copies the folder or file `submission`, without the links in it and
    /// without `left_out`, files and folders below it.
    pub fn without(submission: &Path, left_out: &[PathBuf]) -> Result<Self, Unbuilt> {
        let copy = || -> io::Result<TemporaryFolder> {
            let folder = TemporaryFolder::new()?;
            let name = submission.file_name().unwrap_or(submission.as_os_str());
            let to = folder.path().join(SOURCES);
            copy_files(submission, name, &to, left_out, &mut LARGEST.clone())?;
            Ok(folder)
        };
        let folder = copy().map_err(|error| {
            Unbuilt::could_not_start(format!("cannot copy {}: {error}", submission.display()))
        })?;
        Ok(Self { folder })
    }

    /// Builds the copy in a sandbox of its own: a Makefile is an untrusted
    /// program too.
    pub fn build<T>(
        self,
        building: &Building,
        prepare: &impl Fn(Site<'_>) -> Result<T, Unbuilt>,
    ) -> (Self, Result<T, Unbuilt>) {
        let program = self.try_to_build(building, prepare);
        (self, program)
    }

    fn try_to_build<T>(
        &self,
        building: &Building,
        prepare: &impl Fn(Site<'_>) -> Result<T, Unbuilt>,
    ) -> Result<T, Unbuilt> {
        let folder = self.folder.path().join(SOURCES);
        let scratch = TemporaryFolder::new().map_err(|error| {
            Unbuilt::could_not_start(format!("cannot create a scratch folder: {error}"))
        })?;
        let mut policy = build_policy(building.requirement, &folder);
        policy.readable.extend(building.readable.iter().cloned());
        policy.forbidden.clone_from(&building.forbidden);
        let sandbox = Sandbox::start(&policy, scratch.path())
            .map_err(|error| Unbuilt::could_not_start(error.to_string()))?;
        prepare(Site {
            folder: &folder,
            sandbox: &sandbox,
            limits: building.limits,
            env: &building.env,
        })
    }
}

/// Copies a folder, or one file as `name`, into the folder `to`. Symbolic links,
/// which could lead anywhere, and special files are left out. `left` bytes may
/// still be copied.
fn copy_files(
    from: &Path,
    name: impl AsRef<Path>,
    to: &Path,
    left_out: &[PathBuf],
    left: &mut u64,
) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let is_file = from.is_file();
    let is_wanted = |entry: &DirEntry| !left_out.iter().any(|path| path == entry.path());
    let entries = WalkDir::new(from).min_depth(usize::from(!is_file));
    for entry in entries.into_iter().filter_entry(is_wanted) {
        let entry = entry?;
        let path = entry.path();
        let to = match path.strip_prefix(from) {
            Ok(below) if !is_file => to.join(below),
            _ => to.join(name.as_ref()),
        };
        if is_file || entry.file_type().is_file() {
            let size = fs::metadata(path)?.len();
            *left = left.checked_sub(size).ok_or_else(|| {
                io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20))
            })?;
            fs::copy(path, to)?;
        } else if entry.file_type().is_dir() {
            fs::create_dir_all(to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Part;

    /// The names in the copy of `submission`.
    fn copied(submission: &Path) -> Vec<String> {
        names(&WorkingCopy::of(submission).expect("it is small"))
    }

    fn names(copy: &WorkingCopy) -> Vec<String> {
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
        let left_out = [submission.join("src")];
        let copy = WorkingCopy::without(&submission, &left_out).expect("it is small");
        assert!(!copy.folder.path().join(SOURCES).join("src").exists());
    }

    #[test]
    fn the_parts_of_a_submission_are_copied_into_one_folder() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("bob/src")).expect("a folder can be made");
        for name in ["bob/src/a.c", "bob_1_b.c"] {
            fs::write(path(name), "").expect("a file can be written");
        }
        let parts = [("bob", "bob"), ("bob_1_b.c", "b.c")].map(|(file, name)| Part {
            path: path(file),
            name: name.to_owned(),
        });
        let submission = Submission {
            parts: parts.to_vec(),
            ..Submission::default()
        };
        let copy = WorkingCopy::of_submission(&submission).expect("it is small");
        assert_eq!(names(&copy), ["b.c", "src/a.c"]);
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
