//! Removing files that a stranger has made.

#[cfg(not(unix))]
pub use elsewhere::remove;
#[cfg(unix)]
pub use unix::remove;

#[cfg(unix)]
mod unix {
    use std::ffi::{CString, OsStr};
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, renameat, unlinkat};
    use rustix::io::Errno;

    /// How often a folder is read again to which something was added meanwhile.
    const PASSES: usize = 8;

    /// Removes a file or a folder with everything in it, though its owner may
    /// have taken the right to read or change it. It follows no link, and
    /// removes what it can even if it cannot remove all. What is gone already is
    /// no error.
    ///
    /// Folders nested in the folder are first moved to its top, so that a
    /// stranger's folders, a million deep, need neither stack nor open files.
    pub fn remove(path: &Path) -> io::Result<()> {
        Ok(remove_at(CWD, path.as_os_str())?)
    }

    fn remove_at(place: impl AsFd, name: &OsStr) -> Result<(), Errno> {
        let place = place.as_fd();
        if unlink(place, name)? {
            return Ok(());
        }
        let top = Top {
            folder: open_folder(place, name)?,
            moved: 0,
        };
        top.remove_content();
        done(unlinkat(place, name, AtFlags::REMOVEDIR))
    }

    /// Removes a file or an empty folder. Returns `false` if it is a folder that
    /// is not empty.
    fn unlink(place: impl AsFd, name: &OsStr) -> Result<bool, Errno> {
        match unlinkat(&place, name, AtFlags::empty()) {
            // POSIX has PERM for a folder, Linux ISDIR.
            Err(Errno::ISDIR | Errno::PERM) => {}
            other => return done(other).map(|()| true),
        }
        match unlinkat(&place, name, AtFlags::REMOVEDIR) {
            Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
            other => done(other).map(|()| true),
        }
    }

    fn done(result: Result<(), Errno>) -> Result<(), Errno> {
        match result {
            Err(Errno::NOENT) => Ok(()),
            other => other,
        }
    }

    struct Top {
        folder: OwnedFd,
        /// The number of folders that were moved to it.
        moved: u64,
    }

    impl Top {
        fn remove_content(mut self) {
            let mut waiting = Vec::new();
            for _ in 0..PASSES {
                let Ok(found) = self.clear(None) else {
                    return;
                };
                if found.is_empty() {
                    return;
                }
                waiting.extend(found);
                while let Some(name) = waiting.pop() {
                    let Ok(folder) = open_folder(&self.folder, OsStr::from_bytes(name.to_bytes()))
                    else {
                        continue;
                    };
                    for _ in 0..PASSES {
                        let found = self.clear(Some(&folder)).unwrap_or_default();
                        waiting.extend(found);
                        match unlinkat(&self.folder, &*name, AtFlags::REMOVEDIR) {
                            Err(Errno::NOTEMPTY | Errno::EXIST) => {}
                            _ => break,
                        }
                    }
                }
            }
        }

        /// Removes the files and empty folders in `folder`, or at the top, and
        /// moves its other folders to the top. Returns the names that those
        /// have there.
        fn clear(&mut self, folder: Option<&OwnedFd>) -> Result<Vec<CString>, Errno> {
            let from = folder.unwrap_or(&self.folder).try_clone();
            let from = from.map_err(|_| Errno::MFILE)?;
            let mut folders = Vec::new();
            for entry in Dir::read_from(&from)? {
                let entry = entry?;
                let name = entry.file_name();
                if matches!(name.to_bytes(), b"." | b"..") {
                    continue;
                }
                let text = OsStr::from_bytes(name.to_bytes());
                // An error says that the file is in the way; the rest is not.
                if unlink(&from, text) != Ok(false) {
                    continue;
                }
                if folder.is_none() {
                    folders.push(name.to_owned());
                } else if open_folder(&from, text).is_ok()
                    && let Some(moved) = self.take(&from, name)
                {
                    folders.push(moved);
                }
            }
            Ok(folders)
        }

        /// Moves the folder `name` in `from` to the top. Returns its new name.
        fn take(&mut self, from: &OwnedFd, name: &std::ffi::CStr) -> Option<CString> {
            loop {
                self.moved += 1;
                let new = CString::new(format!("moved-{}", self.moved)).ok()?;
                match renameat(from, name, &self.folder, &*new) {
                    Ok(()) => return Some(new),
                    // There is such a name already.
                    Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                    Err(_) => return None,
                }
            }
        }
    }

    /// Opens a folder with all rights of its owner.
    fn open_folder(place: impl AsFd, name: &OsStr) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        // A folder that can be opened may still refuse changes.
        let unlocked = unlock(&place, name);
        match openat(&place, name, flags, Mode::empty()) {
            Err(Errno::ACCESS) => unlocked.and(Err(Errno::ACCESS)),
            other => other,
        }
    }

    #[cfg(target_os = "linux")]
    fn unlock(place: impl AsFd, name: &OsStr) -> Result<(), Errno> {
        use std::os::fd::AsRawFd;

        // There is no chmod that follows no link before Linux 6.6.
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = openat(place, name, flags, Mode::empty())?;
        let path = format!("/proc/self/fd/{}", folder.as_raw_fd());
        rustix::fs::chmod(path, Mode::RWXU)
    }

    #[cfg(not(target_os = "linux"))]
    fn unlock(place: impl AsFd, name: &OsStr) -> Result<(), Errno> {
        rustix::fs::chmodat(place, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use proptest::prelude::*;
        use std::fs::{self, File};
        use std::os::unix::fs::{PermissionsExt, symlink};

        fn lock(path: &Path) {
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("it is ours");
        }

        #[test]
        fn a_link_is_not_followed() {
            let outside = tempfile::tempdir().expect("a folder can be made");
            fs::write(outside.path().join("kept"), "").expect("it can be written");
            let folder = tempfile::tempdir().expect("a folder can be made");
            let victim = folder.path().join("victim");
            fs::create_dir_all(victim.join("deep/er")).expect("it can be made");
            for at in ["link", "deep/link", "deep/er/link"] {
                symlink(outside.path(), victim.join(at)).expect("it can be made");
            }
            symlink(outside.path(), folder.path().join("link")).expect("it can be made");
            remove(&folder.path().join("link")).expect("it can be removed");
            remove(&victim).expect("it can be removed");
            remove(&victim).expect("what is gone is no error");
            assert!(outside.path().join("kept").exists());
            assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
        }

        #[test]
        fn folders_nested_more_deeply_than_a_path_can_be_long_are_removed() {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let victim = folder.path().join("victim");
            fs::create_dir(&victim).expect("it can be made");
            let open = |place: &OwnedFd| open_folder(place, OsStr::new("d")).expect("it is there");
            let mut inner: OwnedFd = File::open(&victim).expect("it is there").into();
            for _ in 0..5000 {
                rustix::fs::mkdirat(&inner, "d", Mode::RWXU).expect("it can be made");
                inner = open(&inner);
            }
            remove(&victim).expect("it can be removed");
            assert!(!victim.exists());
        }

        proptest! {
            #[test]
            fn whatever_a_program_leaves_is_removed(
                paths in proptest::collection::vec(
                    (proptest::collection::vec("[ab]|moved-[12]", 1..6), 0..3_u8),
                    0..20,
                ),
            ) {
                let folder = tempfile::tempdir().expect("a folder can be made");
                let victim = folder.path().join("victim");
                fs::create_dir(&victim).expect("it can be made");
                for (names, kind) in &paths {
                    let path = victim.join(names.join("/"));
                    // One path may be a file where another needs a folder.
                    let _ = path.parent().map(fs::create_dir_all);
                    let _ = match kind {
                        0 => fs::create_dir_all(&path),
                        // It follows no link.
                        1 => File::create_new(&path).map(|_| ()),
                        _ => symlink("/nowhere", &path),
                    };
                }
                for (names, _) in &paths {
                    let path = victim.join(names.join("/"));
                    if path.symlink_metadata().is_ok_and(|data| data.is_dir()) {
                        lock(&path);
                    }
                }
                prop_assert!(remove(&victim).is_ok());
                prop_assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
            }
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::fs;
    use std::io;
    use std::path::Path;

    /// Removes a file or a folder with everything in it, and follows no link.
    /// What is gone already is no error.
    pub fn remove(path: &Path) -> io::Result<()> {
        let removed = match path.symlink_metadata() {
            Ok(data) if data.is_dir() => fs::remove_dir_all(path),
            Ok(_) => fs::remove_file(path),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}
