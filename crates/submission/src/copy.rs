//! A copy of a submission, to build and run.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sandbox::{HostError, Policy, TemporaryFolder, User};
use walkdir::{DirEntry, WalkDir};

use crate::advice::nothing_but;
use crate::archive::{self, UnpackLimits, shown};
use crate::build::cannot_use;
use crate::building::{Building, Site, cannot_create, temporary_folder};
use crate::clutter::is_clutter;
use crate::export::Submission;
use crate::failed::{Failed, Unbuilt};
use crate::files::{self, relative};
use crate::language::ProgramKind;
use crate::mode;
use crate::tree::{self, Content};

/// The largest submission, in bytes. Source files take far less.
pub(crate) const LARGEST: u64 = 256 << 20;

const MOST: Content = Content {
    entries: UnpackLimits::SUBMISSION.entries as u64,
    bytes: LARGEST,
};

const LEFT: Content = Content {
    entries: 20_000,
    bytes: 512 << 20,
};

/// The folder for the submission as it was handed in. Unpacked files are beside it.
const SOURCES: &str = "submission";

/// The deepest nesting of archives: a learning management system may pack a student's archive.
const NESTED: usize = 2;

/// A copy of a submission, deleted when it is dropped.
#[derive(Debug)]
pub struct WorkingCopy {
    folder: TemporaryFolder,
    sources: PathBuf,
    user: Option<User>,
    /// The sources that are no regular files.
    not_copied: Vec<String>,
}

impl WorkingCopy {
    /// Copies the folder or file `submission` as [`WorkingCopy::of_submission`] does.
    pub fn of(submission: &Path) -> Result<Self, Failed> {
        Self::of_submission(&Submission::of(submission))
    }

    /// Copies all parts of `submission` into one folder, without links and without what systems
    /// add. If it is an archive, perhaps with documents beside it, copies the contents of the
    /// archive.
    pub fn of_submission(submission: &Submission) -> Result<Self, Failed> {
        if let Some(why) = &submission.unclear {
            return Err(HostError::Setup(why.clone()).into());
        }
        if let Some(problem) = &submission.problem {
            return Err(Failed::could_not_start(problem.clone()));
        }
        let mut copy = Self::empty()?;
        let mut copied = Content::default();
        for part in &submission.parts {
            copy_files(&part.path, &part.name, &copy.sources, &[], &mut copied)
                .map_err(|error| cannot_copy(&error))?;
            copy.not_copied.extend(not_copied(&part.path));
        }
        for level in 0..NESTED {
            match files::only_archives(&copy.sources).as_slice() {
                [] => break,
                [archive] => copy.sources = copy.unpack(archive, level)?,
                several => {
                    let names = several.iter().map(|path| relative(path, &copy.sources));
                    let names: Vec<_> = names.map(|name| shown(&name)).collect();
                    return Err(Failed::could_not_start(format!(
                        "only one archive is unpacked, and there are several: {}",
                        names.join(", ")
                    )));
                }
            }
        }
        copy.owned()
    }

    /// Copies the folder `submission`, without links and without the files and folders
    /// `left_out` below it. It belongs to the caller: its programs run as the same user.
    pub fn without(submission: &Path, left_out: &[PathBuf]) -> Result<Self, Failed> {
        let copy = Self {
            user: None,
            ..Self::empty()?
        };
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

    fn empty() -> Result<Self, Failed> {
        let folder = temporary_folder()?;
        let sources = folder.path().join(SOURCES);
        create_private(&sources).map_err(|error| cannot_create(&error))?;
        Ok(Self {
            folder,
            sources,
            user: User::claim()?,
            not_copied: Vec::new(),
        })
    }

    fn owned(self) -> Result<Self, Failed> {
        if let Some(user) = &self.user {
            let owned = user.own(&self.sources);
            owned.map_err(|error| HostError::of("cannot give a copy to its user", &error))?;
        }
        Ok(self)
    }

    fn unpack(&self, archive: &Path, level: usize) -> Result<PathBuf, Failed> {
        let into = self.folder.path().join(format!("unpacked-{level}"));
        create_private(&into).map_err(|error| cannot_create(&error))?;
        archive::unpack(archive, &into, &UnpackLimits::SUBMISSION).map_err(|error| {
            let why = error.to_string();
            if error.is_exhaustion {
                Failed::Host(HostError::Exhausted(why))
            } else {
                Failed::could_not_start(why)
            }
        })?;
        sandbox::remove(&self.sources)
            .map_err(|error| HostError::of("cannot remove an unpacked archive", &error))?;
        Ok(into)
    }

    /// Returns the total size of the files, in bytes.
    pub fn size(&self) -> u64 {
        tree::clean(&self.sources).map_or(0, |content| content.bytes)
    }

    /// Returns the folder of the submission's files.
    pub fn folder(&self) -> &Path {
        &self.sources
    }

    /// Returns the sandbox policy for the program, which does not depend on the build.
    pub fn run_policy(&self, building: &Building) -> Policy {
        Policy {
            user: self.user.clone(),
            ..building.run_policy(&self.sources)
        }
    }

    /// Builds the copy in a sandbox of its own, since a Makefile is an untrusted program too.
    /// The result exists as long as the copy does.
    pub fn build<T>(
        &self,
        building: &Building,
        prepare: &impl Fn(Site<'_>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let temporary = temporary_folder()?;
        let copy = Some(&*self.sources);
        let user = self.user.as_ref();
        let built = building.at(&self.sources, copy, user, &temporary, prepare);
        let built = built.and_then(|built| self.check().map(|()| built));
        built.map_err(|failed| {
            let failed = nothing_but(failed, &self.not_copied);
            let hide = |text: &str| without(&self.without_paths(text), temporary.path());
            failed.map_unbuilt(|unbuilt| Unbuilt {
                reason: hide(&unbuilt.reason),
                output: hide(&unbuilt.output),
                ..unbuilt
            })
        })
    }

    fn check(&self) -> Result<(), Failed> {
        let left = tree::clean(&self.sources).map_err(|error| cannot_use(&error))?;
        if left.entries > LEFT.entries || left.bytes > LEFT.bytes {
            return Err(cannot_use(&io::Error::other(format!(
                "{} files and folders, {} MiB together; at most {} and {} MiB may be left",
                left.entries,
                left.bytes >> 20,
                LEFT.entries,
                LEFT.bytes >> 20
            ))));
        }
        Ok(())
    }

    /// Removes the paths of the copy, which mean nothing to a reader, from `text`.
    pub fn without_paths(&self, text: &str) -> String {
        without(&without(text, &self.sources), self.folder.path())
    }
}

fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

fn without(text: &str, folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    text.replace(&format!("{folder}/"), "")
        .replace(&*folder, ".")
}

/// Copies a folder, or one file as `name`, into the folder `to`. Leaves out symbolic links,
/// which could lead anywhere, special files, and what systems add. `copied` counts what was
/// copied before.
fn copy_files(
    from: &Path,
    name: &str,
    to: &Path,
    left_out: &[PathBuf],
    copied: &mut Content,
) -> io::Result<()> {
    if from.is_file() {
        // This may be a link that the user created.
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
        // The error's own message would contain the whole path.
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

/// Returns the names of sources below `folder` that [`copy_files`] leaves out.
fn not_copied(folder: &Path) -> Vec<String> {
    let entries = WalkDir::new(folder).min_depth(1).sort_by_file_name();
    let entries = entries.into_iter().take(UnpackLimits::SUBMISSION.entries);
    let left_out = entries.flatten().filter(|entry| {
        let kind = entry.file_type();
        !kind.is_file() && !kind.is_dir() && ProgramKind::of(entry.path()).is_some()
    });
    left_out
        .map(|entry| relative(entry.path(), folder))
        .collect()
}

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
        Err(io::Error::new(io::ErrorKind::FileTooLarge, why))
    }
}

/// The submission is to blame for its size and names, but not for an unreadable file: another
/// submission's build may have caused that.
fn cannot_copy(error: &io::Error) -> Failed {
    use io::ErrorKind::{AlreadyExists, FileTooLarge, InvalidFilename, NotADirectory};
    let what = "cannot copy the submission";
    match error.kind() {
        AlreadyExists | FileTooLarge | InvalidFilename | NotADirectory => {
            Failed::of_files(what, error)
        }
        _ => HostError::of(what, error).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_submission_that_is_too_large_is_refused_and_one_that_is_gone_is_not_marked() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = fs::File::create(folder.path().join("a")).expect("a file can be written");
        file.set_len(LARGEST + 1).expect("a file can be long");
        match WorkingCopy::of(folder.path()) {
            Err(Failed::Unbuilt(it)) => assert!(it.reason.ends_with("it is larger than 256 MiB")),
            other => panic!("{other:?}"),
        }
        let gone = WorkingCopy::of(&folder.path().join("gone"));
        assert!(
            matches!(gone, Err(Failed::Host(HostError::Setup(_)))),
            "{gone:?}"
        );
    }
}
