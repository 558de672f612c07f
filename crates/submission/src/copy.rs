//! A copy of a submission, to build and run.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sandbox::{Limits, Requirement, Sandbox, TemporaryFolder};
use walkdir::{DirEntry, WalkDir};

use crate::archive::{self, UnpackLimits};
use crate::build::{Site, Unbuilt, ambiguous, build_policy, left_wrong};
use crate::clutter::is_clutter;
use crate::export::{Part, Submission};
use crate::files::{self, relative};
use crate::mode;
use crate::tree::{self, Content};

/// The largest submission, in bytes. Source files take far less.
pub(crate) const LARGEST: u64 = 256 << 20;

/// The most that a submission may have.
const MOST: Content = Content {
    entries: UnpackLimits::SUBMISSION.entries as u64,
    bytes: LARGEST,
};

/// The most that a build may leave for the runs of its program.
const LEFT: Content = Content {
    entries: 20_000,
    bytes: 512 << 20,
};

/// The folder in a copy that holds the submission as it was handed in. What was
/// unpacked is beside it.
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

/// The deepest nesting of archives around a submission: a learning management system may
/// pack the archive that a student has made.
const NESTED: usize = 2;

/// A copy of a submission. It is deleted when it is dropped.
#[derive(Debug)]
pub struct WorkingCopy {
    folder: TemporaryFolder,
    /// The folder in it that holds the submission itself.
    sources: PathBuf,
}

impl WorkingCopy {
    /// Copies the folder or file `submission` as [`WorkingCopy::of_submission`]
    /// does.
    pub fn of(submission: &Path) -> Result<Self, Unbuilt> {
        let name = submission.file_name().unwrap_or(submission.as_os_str());
        Self::of_submission(&Submission {
            parts: vec![Part {
                path: submission.to_owned(),
                name: name.to_string_lossy().into_owned(),
            }],
            ..Submission::default()
        })
    }

    /// Copies all parts of `submission` into one folder, without the links in
    /// them and without what systems add. If that is an archive, perhaps with
    /// documents beside it, the copy is of what the archive contains.
    pub fn of_submission(submission: &Submission) -> Result<Self, Unbuilt> {
        if let Some(problem) = &submission.problem {
            return Err(Unbuilt::could_not_start(problem.clone()));
        }
        let mut copy = Self::empty()?;
        let mut copied = Content::default();
        for part in &submission.parts {
            copy_files(&part.path, &part.name, &copy.sources, &[], &mut copied)
                .map_err(|error| cannot_copy(&error))?;
        }
        for level in 0..NESTED {
            match files::only_archives(&copy.sources).as_slice() {
                [] => break,
                [archive] => copy.sources = copy.unpack(archive, level)?,
                several => {
                    let names = several.iter().map(|path| relative(path, &copy.sources));
                    return Err(ambiguous(&names.collect::<Vec<_>>()));
                }
            }
        }
        Ok(copy)
    }

    /// Copies the folder `submission`, without the links in it and without
    /// `left_out`, files and folders below it.
    pub fn without(submission: &Path, left_out: &[PathBuf]) -> Result<Self, Unbuilt> {
        let copy = Self::empty()?;
        copy_files(
            submission,
            "",
            &copy.sources,
            left_out,
            &mut Content::default(),
        )
        .map_err(|error| cannot_copy(&error))?;
        Ok(copy)
    }

    fn empty() -> Result<Self, Unbuilt> {
        let folder = TemporaryFolder::new().map_err(|error| cannot_create(&error))?;
        let sources = folder.path().join(SOURCES);
        fs::create_dir(&sources).map_err(|error| cannot_create(&error))?;
        Ok(Self { folder, sources })
    }

    /// Unpacks an archive of the copy, and returns the folder with its files.
    fn unpack(&self, archive: &Path, level: usize) -> Result<PathBuf, Unbuilt> {
        let into = self.folder.path().join(format!("unpacked-{level}"));
        fs::create_dir(&into).map_err(|error| cannot_create(&error))?;
        archive::unpack(archive, &into, &UnpackLimits::SUBMISSION)
            .map_err(|error| Unbuilt::could_not_start(error.to_string()))?;
        fs::remove_dir_all(&self.sources).map_err(|error| {
            Unbuilt::could_not_start(format!("cannot remove an unpacked archive: {error}"))
        })?;
        Ok(into)
    }

    /// Builds the copy in a sandbox of its own: a Makefile is an untrusted
    /// program too.
    pub fn build<T>(
        self,
        building: &Building,
        prepare: &impl Fn(Site<'_>) -> Result<T, Unbuilt>,
    ) -> (Self, Result<T, Unbuilt>) {
        let scratch = TemporaryFolder::new();
        let built = match &scratch {
            Ok(scratch) => self.try_to_build(building, scratch.path(), prepare),
            Err(error) => Err(Unbuilt::could_not_start(format!(
                "cannot create a scratch folder: {error}"
            ))),
        };
        let built = built.map_err(|unbuilt| {
            let hide = |text: &str| {
                let text = self.without_paths(text);
                let scratch = scratch.as_ref().map(TemporaryFolder::path);
                scratch.map_or(text.clone(), |path| without(&text, path))
            };
            Unbuilt {
                reason: hide(&unbuilt.reason),
                output: hide(&unbuilt.output),
                ..unbuilt
            }
        });
        (self, built)
    }

    /// Returns `text` without the paths of the copy, which mean nothing to its reader.
    pub fn without_paths(&self, text: &str) -> String {
        without(&without(text, &self.sources), self.folder.path())
    }

    fn try_to_build<T>(
        &self,
        building: &Building,
        scratch: &Path,
        prepare: &impl Fn(Site<'_>) -> Result<T, Unbuilt>,
    ) -> Result<T, Unbuilt> {
        let mut policy = build_policy(building.requirement, &self.sources);
        policy.readable.extend(building.readable.iter().cloned());
        policy.secret.clone_from(&building.forbidden);
        let sandbox = Sandbox::start(&policy, scratch)
            .map_err(|error| Unbuilt::could_not_start(error.to_string()))?;
        let built = prepare(Site {
            folder: &self.sources,
            copy: Some(&self.sources),
            sandbox: &sandbox,
            limits: building.limits,
            env: &building.env,
        })?;
        let left = tree::clean(&self.sources).map_err(left_wrong)?;
        if left.entries > LEFT.entries || left.bytes > LEFT.bytes {
            return Err(left_wrong(format_args!(
                "{} files and folders, {} MiB together; at most {} and {} MiB may be left",
                left.entries,
                left.bytes >> 20,
                LEFT.entries,
                LEFT.bytes >> 20
            )));
        }
        Ok(built)
    }
}

/// Returns `text` with paths relative to `folder`.
fn without(text: &str, folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    text.replace(&format!("{folder}/"), "")
        .replace(&*folder, ".")
}

/// Copies a folder, or one file as `name`, into the folder `to`. Symbolic links,
/// which could lead anywhere, special files and what systems add are left out.
/// `copied` is what was copied before.
fn copy_files(
    from: &Path,
    name: &str,
    to: &Path,
    left_out: &[PathBuf],
    copied: &mut Content,
) -> io::Result<()> {
    if from.is_file() {
        // The user may have put a link there.
        let from = fs::canonicalize(from)?;
        let (Some(folder), Some(file)) = (from.parent(), from.file_name()) else {
            return Err(io::ErrorKind::NotADirectory.into());
        };
        return copy_file(folder, file.as_ref(), &to.join(name), copied);
    }
    let is_wanted = |entry: &DirEntry| {
        let is_clutter = entry.depth() > 0 && is_clutter(entry.file_name());
        !is_clutter && !left_out.iter().any(|path| path == entry.path())
    };
    let entries = WalkDir::new(from).min_depth(1).into_iter();
    for entry in entries.filter_entry(is_wanted) {
        // Its own message would name the whole path.
        let entry = entry.map_err(|error| {
            let error = error.into_io_error();
            error.unwrap_or_else(|| io::ErrorKind::Other.into())
        })?;
        let below = entry.path().strip_prefix(from).unwrap_or(entry.path());
        let to = to.join(below);
        if entry.file_type().is_file() {
            copy_file(from, below, &to, copied)?;
        } else if entry.file_type().is_dir() {
            copied.add(0)?;
            fs::create_dir_all(to)?;
        }
    }
    Ok(())
}

/// Copies the file `below` in the folder `from`, if it is one.
fn copy_file(from: &Path, below: &Path, to: &Path, copied: &mut Content) -> io::Result<()> {
    let from = tree::open(from, below)?;
    let data = from.metadata()?;
    if !data.is_file() {
        return Ok(());
    }
    copied.add(data.len())?;
    let mut to = File::create_new(to)?;
    io::copy(&mut from.take(data.len()), &mut to)?;
    mode::set(&to, mode::is_executable(&data))
}

impl Content {
    /// Adds a file of this length, or a folder.
    fn add(&mut self, bytes: u64) -> io::Result<()> {
        self.entries += 1;
        self.bytes += bytes;
        let why = if self.entries > MOST.entries {
            format!("it has more than {} files and folders", MOST.entries)
        } else if self.bytes > MOST.bytes {
            format!("it is larger than {} MiB", MOST.bytes >> 20)
        } else {
            return Ok(());
        };
        Err(io::Error::other(why))
    }
}

fn cannot_copy(error: &io::Error) -> Unbuilt {
    Unbuilt::could_not_start(format!("cannot copy the submission: {error}"))
}

fn cannot_create(error: &io::Error) -> Unbuilt {
    Unbuilt::could_not_start(format!("cannot create a folder: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in the copy of `submission`.
    fn copied(submission: &Path) -> Vec<String> {
        names(&WorkingCopy::of(submission).expect("it is small"))
    }

    fn names(copy: &WorkingCopy) -> Vec<String> {
        files::files(&copy.sources)
            .iter()
            .map(|path| relative(path, &copy.sources))
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
        assert!(!copy.sources.join("src").exists());
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
        let gone = reason(&folder.path().join("gone"));
        assert!(gone.starts_with("cannot copy the submission: "), "{gone}");
    }
}
