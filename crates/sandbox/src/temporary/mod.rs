//! Temporary folders for copies of submissions and for the programs that run in
//! them. They are removed when they are dropped, when a signal ends the process, and,
//! if the process was killed, when the next one starts.
//!
//! All folders of a user lie in one parent:
//!
//! ```text
//! $TMPDIR/automarker-1000/          1000 is the user's number
//!     4711-x7Qm2z/                  one per process, removed with its last folder
//!         lock                      locked while the process lives
//!         Rk31aP/                   a TemporaryFolder
//! ```
//!
//! The first folder of a process removes those whose lock nobody holds. While a
//! process makes its own, or looks for others, it holds a lock of the parent, so
//! several may start at once. The parent is removed when it is empty. (On Windows it
//! is `automarker`, holds a file `lock`, and stays.)
//!
//! `/tmp` is shared: a parent that belongs to another user, or that others may write
//! to, is not used. The next start takes `automarker-1000-` and six random characters
//! instead.

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
        Ok(Self {
            path: parent::make("", run.path())?,
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
pub(crate) fn end() {
    if let Current::Used(used) = mem::replace(&mut *current(), Current::Ended)
        && let Some(run) = used.upgrade()
    {
        run.remove();
    }
}
