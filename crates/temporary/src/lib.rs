#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod parent;
mod remove;
mod run_folder;

use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use run_folder::RunFolder;

pub use remove::remove;

/// The folder of this process.
enum Current {
    /// It exists as long as a [`TemporaryFolder`] does.
    Used(Weak<RunFolder>),
    /// The process is ending.
    Ended,
}

static CURRENT: Mutex<Current> = Mutex::new(Current::Used(Weak::new()));

fn current() -> MutexGuard<'static, Current> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary folder. Dropping it removes it with everything in it.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// Removed with the last folder in it.
    _run: Arc<RunFolder>,
}

impl TemporaryFolder {
    /// Makes a folder. The first of a process also removes what earlier processes
    /// have left.
    pub fn new() -> io::Result<Self> {
        let run = {
            let mut current = current();
            let Current::Used(used) = &*current else {
                return Err(io::Error::other("this process is ending"));
            };
            if let Some(run) = used.upgrade() {
                run
            } else {
                let run = Arc::new(RunFolder::new(&std::env::temp_dir())?);
                *current = Current::Used(Arc::downgrade(&run));
                run
            }
        };
        let folder = tempfile::Builder::new().prefix("").tempdir_in(run.path())?;
        Ok(Self {
            path: folder.keep(),
            _run: run,
        })
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next start.
        let _ = remove(&self.path);
    }
}

/// Removes all folders of this process, and makes no more. It is for a process
/// that ends without dropping its values.
pub fn end() {
    if let Current::Used(used) = mem::replace(&mut *current(), Current::Ended)
        && let Some(run) = used.upgrade()
    {
        run.remove();
    }
}
