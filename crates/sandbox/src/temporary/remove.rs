//! Removing files that a stranger has made.

#[cfg(not(unix))]
pub use elsewhere::remove;
#[cfg(unix)]
pub use unix::remove;

#[cfg(unix)]
mod unix {
    use std::ffi::{CStr, CString};
    use std::io;
    use std::mem;
    use std::os::fd::{AsFd, OwnedFd};
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, fstat, openat, unlinkat};
    use rustix::io::Errno;
    use rustix::path::Arg;

    const FOLDER: OFlags = OFlags::RDONLY
        .union(OFlags::DIRECTORY)
        .union(OFlags::NOFOLLOW)
        .union(OFlags::CLOEXEC);

    /// The number of times a folder is read again because something was added.
    const PASSES: usize = 8;

    /// Removes a file or a folder with everything in it, even if its owner has taken away the right
    /// to read or change it. It follows no link. A missing file is no error.
    ///
    /// A stranger's folders, a million deep, need neither stack nor open files: the way back leads
    /// through `..`, if that is still the same folder.
    pub fn remove(path: &Path) -> io::Result<()> {
        let mut removed = Ok(());
        for _ in 0..PASSES {
            removed = try_to_remove(path);
            if !matches!(removed, Err(Errno::NOTEMPTY | Errno::EXIST)) {
                break;
            }
        }
        Ok(removed?)
    }

    struct Outer {
        device_and_number: (u64, u64),
        inner: CString,
        others: Vec<CString>,
    }

    fn try_to_remove(path: &Path) -> Result<(), Errno> {
        if unlink(CWD, path)? {
            return Ok(());
        }
        let mut folder = open_folder(CWD, path)?;
        let mut full = clear(&folder)?;
        let mut outside: Vec<Outer> = Vec::new();
        loop {
            if let Some(name) = full.pop() {
                let inner = open_folder(&folder, &*name)?;
                outside.push(Outer {
                    device_and_number: device_and_number(&folder)?,
                    inner: name,
                    others: mem::replace(&mut full, clear(&inner)?),
                });
                folder = inner;
            } else if let Some(outer) = outside.pop() {
                folder = openat(&folder, "..", FOLDER, Mode::empty())?;
                if device_and_number(&folder)? != outer.device_and_number {
                    return Err(Errno::STALE);
                }
                remove_empty(&folder, &*outer.inner)?;
                full = outer.others;
            } else {
                return remove_empty(CWD, path);
            }
        }
    }

    fn clear(folder: &OwnedFd) -> Result<Vec<CString>, Errno> {
        let mut full = Vec::new();
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name: &CStr = entry.file_name();
            if !matches!(name.to_bytes(), b"." | b"..") && !unlink(folder, name)? {
                full.push(name.to_owned());
            }
        }
        Ok(full)
    }

    /// Returns `false` if it is a folder that is not empty.
    fn unlink(place: impl AsFd, name: impl Arg + Copy) -> Result<bool, Errno> {
        match unlinkat(&place, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => return Ok(true),
            // POSIX has PERM for a folder, Linux ISDIR.
            Err(Errno::ISDIR | Errno::PERM) => {}
            Err(error) => return Err(error),
        }
        match remove_empty(place, name) {
            Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
            other => other.map(|()| true),
        }
    }

    fn remove_empty(place: impl AsFd, name: impl Arg) -> Result<(), Errno> {
        match unlinkat(place, name, AtFlags::REMOVEDIR) {
            Err(Errno::NOENT) => Ok(()),
            other => other,
        }
    }

    #[cfg_attr(
        not(target_os = "linux"),
        expect(clippy::cast_sign_loss, reason = "a name, not a number")
    )]
    fn device_and_number(folder: &OwnedFd) -> Result<(u64, u64), Errno> {
        let data = fstat(folder)?;
        Ok((data.st_dev as u64, data.st_ino))
    }

    fn open_folder(place: impl AsFd, name: impl Arg + Copy) -> Result<OwnedFd, Errno> {
        // A folder that can be opened may still refuse changes.
        let unlocked = unlock(&place, name);
        match openat(&place, name, FOLDER, Mode::empty()) {
            Err(Errno::ACCESS) => unlocked.and(Err(Errno::ACCESS)),
            other => other,
        }
    }

    #[cfg(target_os = "linux")]
    fn unlock(place: impl AsFd, name: impl Arg) -> Result<(), Errno> {
        use std::os::fd::AsRawFd;

        // There is no chmod that follows no link before Linux 6.6.
        let folder = openat(place, name, FOLDER | OFlags::PATH, Mode::empty())?;
        let path = format!("/proc/self/fd/{}", folder.as_raw_fd());
        rustix::fs::chmod(path, Mode::RWXU)
    }

    #[cfg(not(target_os = "linux"))]
    fn unlock(place: impl AsFd, name: impl Arg) -> Result<(), Errno> {
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
            let open = |place: &OwnedFd| open_folder(place, "d").expect("it is there");
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
                    (proptest::collection::vec("[abc]", 1..6), 0..3_u8),
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

    /// Removes a file or a folder with everything in it. It follows no link. A missing file is no
    /// error.
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
