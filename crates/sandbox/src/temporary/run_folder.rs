//! The folder of one process, and those that processes have left.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use super::parent::{self, Parent};
use super::remove::{self, remove};

/// The file that a process locks while it lives.
const LOCK: &str = "lock";

/// The folder of this process. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct RunFolder {
    path: PathBuf,
    parent: PathBuf,
    /// Locked, if the file system has locks.
    _lock: File,
}

impl RunFolder {
    /// Makes a folder below `base`, and removes those that nobody uses.
    pub(crate) fn new(base: &Path) -> io::Result<Self> {
        let at = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        let base = std::path::absolute(base).map_err(|error| at(base, error))?;
        let parent = Parent::open(&base).map_err(|error| at(&base, error))?;
        let path = parent.path.clone();
        let made = Self::make(&parent).map_err(|error| at(&path, error))?;
        let mut left = unused(&parent);
        drop(parent);
        for other in parent::others(&base, &path) {
            left.extend(unused(&other));
        }
        for (path, lock) in left {
            // The lock is held meanwhile. What cannot be removed stays.
            let _ = remove(&path);
            drop(lock);
        }
        Ok(made)
    }

    /// Makes and locks a folder. `parent` is locked, so that nobody takes it for
    /// unused before it is locked.
    fn make(parent: &Parent) -> io::Result<Self> {
        let prefix = format!("{}-", process::id());
        let path = parent::make(&prefix, &parent.path)?;
        let lock = File::create_new(path.join(LOCK))?;
        // Without locks in the file system nobody takes a folder for unused.
        let _ = lock.try_lock();
        Ok(Self {
            path,
            parent: parent.path.clone(),
            _lock: lock,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the folder.
    pub(crate) fn remove(&self) {
        // Threads that still run may add files; under another name they cannot.
        let ending = self.path.with_extension("ending");
        let path = match fs::rename(&self.path, &ending) {
            Ok(()) => &ending,
            Err(_) => &self.path,
        };
        // What cannot be removed now is removed by the next start.
        let _ = remove(path);
        parent::remove_if_empty(&self.parent);
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        self.remove();
    }
}

/// The folders in `parent`, which is locked, that no process uses, with their
/// locks, which are now held.
fn unused(parent: &Parent) -> Vec<(PathBuf, Option<File>)> {
    let entries = fs::read_dir(&parent.path).into_iter().flatten().flatten();
    let is_run = |path: &PathBuf| !parent::is_lock(path);
    let paths = entries.map(|entry| entry.path()).filter(is_run);
    paths
        .filter_map(|path| match take(&path) {
            Taken::Unused(lock) => Some((path, lock)),
            Taken::InUse => None,
        })
        .collect()
}

enum Taken {
    /// With its lock, if it has one.
    Unused(Option<File>),
    InUse,
}

/// Locks the folder at `path`, unless it is in use.
fn take(path: &Path) -> Taken {
    match remove::open_file(path, LOCK) {
        Ok(lock) => match lock.try_lock() {
            Ok(()) => Taken::Unused(Some(lock)),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => Taken::InUse,
        },
        // Its process was killed before it made the lock, or while it removed
        // the folder.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Taken::Unused(None),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Taken::Unused(None),
        Err(_) => Taken::InUse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be read");
        let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name());
        let names = entries.map(|entry| name(entry).expect("it can be read"));
        names.map(|name| name.display().to_string()).collect()
    }

    /// The names in the parents below `base`, but for a lock.
    fn left(base: &Path) -> Vec<String> {
        let parents = names(base).into_iter().map(|name| base.join(name));
        let left = parents.flat_map(|parent| names(&parent));
        left.filter(|name| name != LOCK).collect()
    }

    #[test]
    fn what_was_left_is_removed_and_what_is_in_use_is_not() {
        let base = tempfile::tempdir().expect("a folder can be made");
        let one = RunFolder::new(base.path()).expect("it can be made");
        let parent = one.parent.clone();
        // As after SIGKILL: nobody holds the lock, or there is none yet.
        fs::create_dir_all(parent.join("1-dead/deep/er")).expect("it can be made");
        File::create(parent.join("1-dead/lock")).expect("it can be made");
        fs::create_dir(parent.join("2-new")).expect("it can be made");
        fs::write(parent.join("stray"), "").expect("it can be made");
        let two = RunFolder::new(base.path()).expect("it can be made");
        assert_eq!(
            names(&parent).iter().filter(|name| *name != LOCK).count(),
            2
        );
        assert!(one.path.join(LOCK).exists() && two.path.join(LOCK).exists());
        #[cfg(unix)]
        for path in [&one.path, &two.path, &parent] {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(path).expect("it is there").permissions();
            assert_eq!(mode.mode() & 0o777, 0o711);
        }
        drop((one, two));
        assert!(left(base.path()).is_empty());
    }

    #[test]
    fn many_may_start_and_end_at_once() {
        let base = tempfile::tempdir().expect("a folder can be made");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let one = RunFolder::new(base.path()).expect("it can be made");
                        let inner = one.path.join("inner");
                        fs::create_dir(&inner).expect("its folder is there");
                        assert!(one.path.join(LOCK).exists());
                        assert!(inner.exists());
                    }
                });
            }
        });
        assert!(left(base.path()).is_empty());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let base = tempfile::tempdir().expect("a folder can be made");
        let file = base.path().join("file");
        fs::write(&file, "").expect("it can be made");
        let error = RunFolder::new(&file).expect_err("it is no folder");
        assert!(error.to_string().contains("file: "), "{error}");
    }
}
