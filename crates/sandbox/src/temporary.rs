//! Temporary folders for copies of submissions and for the programs that run in
//! them. They are removed when they are dropped, when a signal ends the process, and,
//! if the process was killed, when the next one starts.
//!
//! ```text
//! $TMPDIR/automarker-1000-x7Qm2z          1000 is the user's number
//! $TMPDIR/automarker-1000-x7Qm2z.lock     locked while its process lives
//! ```
//!
//! The first folder of a process removes those whose lock is free. A process makes the
//! lock before the folder; if another one takes it for free before it is locked, it is
//! removed, and the process makes a new one.

mod remove;

use std::fs::{self, File};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};

use tempfile::NamedTempFile;

use crate::ending::is_ending;
use crate::lock;

pub use remove::remove;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A temporary folder. Dropping it removes it and its content.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    lock: Option<NamedTempFile>,
}

impl TemporaryFolder {
    /// Makes a folder. The first of a process also removes those that earlier processes left.
    pub fn new() -> io::Result<Self> {
        static FIRST: Once = Once::new();
        let base = std::path::absolute(std::env::temp_dir())?;
        FIRST.call_once(|| remove_left(&base));
        let mut folders = lock(&FOLDERS);
        if is_ending() {
            return Err(io::Error::other("this process is ending"));
        }
        let made = Self::below(&base)?;
        folders.push(made.path.clone());
        Ok(made)
    }

    fn below(base: &Path) -> io::Result<Self> {
        let failed =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", base.display()));
        loop {
            let lock = tempfile::Builder::new()
                .prefix(&prefix())
                .suffix(LOCK)
                .tempfile_in(base)
                .map_err(failed)?;
            // If a file cannot be locked, as with some versions of NFS, no other process takes it
            // for free either.
            let _ = lock.as_file().lock();
            if lock.path().exists() {
                let path = lock.path().with_extension("");
                make(&path).map_err(failed)?;
                return Ok(Self {
                    path,
                    lock: Some(lock),
                });
            }
        }
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        lock(&FOLDERS).retain(|path| *path != self.path);
        if remove(&self.path).is_err()
            && let Some(lock) = self.lock.take()
        {
            // With it, the next process removes what could not be removed now.
            let _ = lock.keep();
        }
    }
}

/// Removes all folders of this process, which is ending and makes no more, without dropping its
/// values.
pub(crate) fn end() {
    for path in mem::take(&mut *lock(&FOLDERS)) {
        // Threads that still run may add files, but not under another name.
        let ending = path.with_extension(ENDING);
        let removed = match fs::rename(&path, &ending) {
            Ok(()) => remove(&ending),
            Err(_) => remove(&path),
        };
        if removed.is_ok() {
            let _ = fs::remove_file(path.with_extension(&LOCK[1..]));
        }
    }
}

const LOCK: &str = ".lock";
const ENDING: &str = "ending";

fn remove_left(base: &Path) {
    let prefix = prefix();
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = entry.path();
        if name.starts_with(&prefix)
            && name.ends_with(LOCK)
            && let Ok(lock) = open_own(&path)
            && lock.try_lock().is_ok()
            && remove(&path.with_extension("")).is_ok()
            && remove(&path.with_extension(ENDING)).is_ok()
        {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(unix)]
fn prefix() -> String {
    format!("automarker-{}-", rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn prefix() -> String {
    "automarker-".to_owned()
}

/// Opens a file of this user: the folder of temporary files is shared, and its content may be
/// anybody's.
#[cfg(unix)]
fn open_own(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    use std::os::unix::fs::MetadataExt;

    // A FIFO does not block.
    let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if file.metadata()?.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    Ok(file)
}

#[cfg(not(unix))]
fn open_own(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Makes a folder. Programs of other users can pass through it to their own files, whatever the
/// umask is, but cannot list it.
fn make(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o711))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be read").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().display().to_string())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_left_is_removed_and_what_is_in_use_or_of_others_is_not() {
        let base = tempfile::tempdir().expect("a folder can be made");
        let base = base.path();
        let used = TemporaryFolder::below(base).expect("it can be made");
        fs::write(used.path().join("kept"), "").expect("it is ours");
        let at = |name: &str| base.join(prefix() + name);
        // As after SIGKILL: nobody holds the lock, and there may be no folder yet.
        for name in ["left", "left.ending"] {
            fs::create_dir_all(at(name).join("deep/er")).expect("it can be made");
        }
        for name in ["left.lock", "new.lock"] {
            fs::write(at(name), "").expect("it can be made");
        }
        fs::create_dir(at("other")).expect("it can be made");
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};

            symlink(at("other"), at("link.lock")).expect("it can be made");
            let mode = fs::metadata(used.path())
                .expect("it is there")
                .permissions();
            assert_eq!(mode.mode() & 0o777, 0o711);
        }
        remove_left(base);
        assert!(used.path().join("kept").exists());
        drop(used);
        let kept: &[&str] = if cfg!(unix) {
            &["link.lock", "other"]
        } else {
            &["other"]
        };
        let kept: Vec<String> = kept.iter().map(|name| prefix() + name).collect();
        assert_eq!(names(base), kept);
    }

    #[test]
    fn many_may_start_and_end_at_once() {
        let base = tempfile::tempdir().expect("a folder can be made");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let one = TemporaryFolder::below(base.path()).expect("it can be made");
                        remove_left(base.path());
                        fs::create_dir(one.path().join("inner")).expect("its folder is there");
                    }
                });
            }
        });
        assert!(names(base.path()).is_empty());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let base = tempfile::tempdir().expect("a folder can be made");
        let file = base.path().join("file");
        fs::write(&file, "").expect("it can be made");
        let error = TemporaryFolder::below(&file).expect_err("it is no folder");
        assert!(error.to_string().contains("file: "), "{error}");
    }
}
