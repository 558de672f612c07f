//! The folder in which all folders of a user lie.

use std::io;
use std::path::{Path, PathBuf};

/// The parent, locked.
#[derive(Debug)]
pub(crate) struct Parent {
    pub(crate) path: PathBuf,
    _lock: std::fs::File,
}

#[cfg(unix)]
pub(crate) use unix::{is_lock, make, others, remove_if_empty};

#[cfg(not(unix))]
pub(crate) use elsewhere::{is_lock, make, others, remove_if_empty};

#[cfg(unix)]
mod unix {
    use super::{Parent, Path, PathBuf, io};

    use std::fs::{self, DirBuilder, File, Permissions};
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};

    use rustix::fs::{Mode, OFlags, open};
    use rustix::process::geteuid;

    /// Programs that are other users get through to their own folders below, and see no
    /// names.
    const MODE: u32 = 0o711;

    fn name() -> String {
        format!("automarker-{}", geteuid().as_raw())
    }

    impl Parent {
        /// Opens the parent in `base`, or makes it, and locks it.
        pub(crate) fn open(base: &Path) -> io::Result<Self> {
            let path = base.join(name());
            loop {
                match DirBuilder::new().mode(MODE).create(&path) {
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                        return Err(error);
                    }
                    // What is there may be anyone's.
                    Ok(()) | Err(_) => {}
                }
                let opened = match Self::own(&path) {
                    Err(_) => match others(base, &path).next() {
                        Some(other) => Some(other),
                        None => Self::own(&make_other(base)?)?,
                    },
                    opened => opened?,
                };
                // Otherwise the last process that used it has removed it
                // meanwhile.
                if let Some(parent) = opened {
                    return Ok(parent);
                }
            }
        }

        /// Opens and locks a folder of this user, which no other can list or change;
        /// `None` if it is gone.
        fn own(path: &Path) -> io::Result<Option<Self>> {
            let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let lock = match open(path, flags, Mode::empty()) {
                Ok(folder) => File::from(folder),
                Err(rustix::io::Errno::NOENT) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            let data = lock.metadata()?;
            if data.uid() != geteuid().as_raw() || data.mode() & 0o066 != 0 {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            // The umask has an effect where it was made.
            lock.set_permissions(Permissions::from_mode(MODE))?;
            // Where a folder cannot be locked, as with NFS, two starts may meet.
            let _ = lock.lock();
            let is_there = fs::symlink_metadata(path)
                .is_ok_and(|now| (now.dev(), now.ino()) == (data.dev(), data.ino()));
            Ok(is_there.then(|| Self {
                path: path.to_owned(),
                _lock: lock,
            }))
        }
    }

    /// Makes a folder in `place` that lets programs through, whatever the umask is.
    pub(crate) fn make(prefix: &str, place: &Path) -> io::Result<PathBuf> {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(place)?;
        fs::set_permissions(folder.path(), Permissions::from_mode(MODE))?;
        Ok(folder.keep())
    }

    /// Makes a parent whose name no other user can have taken.
    fn make_other(base: &Path) -> io::Result<PathBuf> {
        let prefix = format!("{}-", name());
        make(&prefix, base)
    }

    /// The other parents of this user in `base`: those that were made while
    /// another user had taken the name.
    pub(crate) fn others<'a>(base: &Path, known: &'a Path) -> impl Iterator<Item = Parent> + 'a {
        let prefix = format!("{}-", name());
        let entries = fs::read_dir(base).into_iter().flatten().flatten();
        let ours = move |entry: &fs::DirEntry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with(&prefix) && entry.path() != known
        };
        entries
            .filter(ours)
            .filter_map(|entry| Parent::own(&entry.path()).ok().flatten())
    }

    /// Removes the parent if no process uses it.
    pub(crate) fn remove_if_empty(path: &Path) {
        // The lock keeps others from using it meanwhile. An error says that it
        // is not empty.
        if let Ok(Some(_lock)) = Parent::own(path) {
            let _ = fs::remove_dir(path);
        }
    }

    /// Returns `false`: the parent itself is locked, and no file in it.
    pub(crate) fn is_lock(_: &Path) -> bool {
        false
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::os::unix::fs::symlink;

        fn open(base: &Path) -> Parent {
            Parent::open(base).expect("it can be made")
        }

        #[test]
        fn no_other_user_can_list_or_change_it() {
            let base = tempfile::tempdir().expect("a folder can be made");
            let parent = open(base.path());
            assert_eq!(parent.path, base.path().join(name()));
            let mode = fs::metadata(&parent.path).expect("it is there").mode();
            assert_eq!(mode & 0o777, 0o711);
        }

        #[test]
        fn what_another_user_may_have_made_is_not_used() {
            let elsewhere = tempfile::tempdir().expect("a folder can be made");
            for hostile in ["open to all", "a link", "a file"] {
                let base = tempfile::tempdir().expect("a folder can be made");
                let taken = base.path().join(name());
                match hostile {
                    "a link" => symlink(elsewhere.path(), &taken).expect("it can be made"),
                    "a file" => fs::write(&taken, "").expect("it can be made"),
                    _ => {
                        fs::create_dir(&taken).expect("it can be made");
                        let all = Permissions::from_mode(0o777);
                        fs::set_permissions(&taken, all).expect("it is ours");
                    }
                }
                let path = open(base.path()).path;
                assert_ne!(path, taken, "{hostile}");
                // The next start finds it again.
                assert_eq!(open(base.path()).path, path, "{hostile}");
                assert!(others(base.path(), &path).next().is_none());
                remove_if_empty(&path);
                assert!(!path.exists());
            }
            let there = fs::read_dir(elsewhere.path()).expect("it is there");
            assert_eq!(there.count(), 0);
        }

        #[test]
        fn one_that_is_used_is_not_removed() {
            let base = tempfile::tempdir().expect("a folder can be made");
            let path = open(base.path()).path;
            fs::create_dir(path.join("1-run")).expect("it can be made");
            remove_if_empty(&path);
            assert!(path.exists());
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::{Parent, Path, PathBuf, io};

    use std::fs::{self, File};

    const LOCK: &str = "lock";

    impl Parent {
        /// Makes the parent in `base`, which is a folder of this user, and locks
        /// it.
        pub(crate) fn open(base: &Path) -> io::Result<Self> {
            let path = base.join("automarker");
            fs::create_dir_all(&path)?;
            let lock = File::create(path.join(LOCK))?;
            lock.lock()?;
            Ok(Self { path, _lock: lock })
        }
    }

    /// Makes a folder in `place`.
    pub(crate) fn make(prefix: &str, place: &Path) -> io::Result<PathBuf> {
        Ok(tempfile::Builder::new()
            .prefix(prefix)
            .tempdir_in(place)?
            .keep())
    }

    /// There are none: nobody else can take the name.
    pub(crate) fn others(_: &Path, _: &Path) -> impl Iterator<Item = Parent> + use<> {
        std::iter::empty()
    }

    /// Leaves it: its lock could be somebody's.
    pub(crate) fn remove_if_empty(_: &Path) {}

    /// Returns `true` if `path` is the lock of the parent.
    pub(crate) fn is_lock(path: &Path) -> bool {
        path.ends_with(LOCK)
    }
}
