//! The file tree of a copy: only regular files and folders, whatever a build has made of it.

use std::fs::File;
use std::io;
use std::path::{Component, Path};

#[cfg(not(unix))]
pub(crate) use elsewhere::{clean, open};
#[cfg(unix)]
pub(crate) use unix::{clean, open};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
}

const DEPTH: usize = 100;

/// Returns `true` if `below` is a regular file in the folder `root`, and no part of the path is
/// a link.
pub(crate) fn is_file(root: &Path, below: &Path) -> bool {
    open(root, below)
        .and_then(|file| file.metadata())
        .is_ok_and(|data| data.is_file())
}

/// Calls `step` with each component of `below`, which must not lead upwards.
fn walk(below: &Path, mut step: impl FnMut(&Path) -> io::Result<()>) -> io::Result<()> {
    below.components().try_for_each(|part| match part {
        Component::Normal(name) => step(Path::new(name)),
        Component::CurDir => Ok(()),
        _ => Err(io::ErrorKind::InvalidInput.into()),
    })
}

fn check_depth(below: &Path) -> io::Result<()> {
    if below.components().count() > DEPTH {
        let why = format!("folders are nested more than {DEPTH} deep");
        return Err(io::Error::other(why));
    }
    Ok(())
}

#[cfg(unix)]
mod unix {
    use super::{Content, File, Path, check_depth, io, walk};

    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::PathBuf;

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
    use rustix::fs::{chmodat, openat, statat, unlinkat};

    /// Opens the file or folder `below` in the folder `root`. Follows no links, and does not
    /// wait for the other end of a FIFO.
    pub(crate) fn open(root: &Path, below: &Path) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let mut at = openat(CWD, root, flags, Mode::empty())?;
        walk(below, |name| {
            at = openat(&at, name, flags | OFlags::NOFOLLOW, Mode::empty())?;
            Ok(())
        })?;
        Ok(at.into())
    }

    /// Removes everything but regular files and folders from the folder `root`, and special
    /// mode bits. Returns what is left.
    pub(crate) fn clean(root: &Path) -> io::Result<Content> {
        let special = Mode::SUID | Mode::SGID | Mode::SVTX;
        let mut content = Content::default();
        let mut folders = vec![PathBuf::new()];
        while let Some(below) = folders.pop() {
            check_depth(&below)?;
            let folder = open(root, &below)?;
            for entry in Dir::read_from(&folder)? {
                let entry = entry?;
                let name = OsStr::from_bytes(entry.file_name().to_bytes());
                if name == "." || name == ".." {
                    continue;
                }
                let data = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
                match FileType::from_raw_mode(data.st_mode) {
                    FileType::Directory => folders.push(below.join(name)),
                    FileType::RegularFile => {
                        content.bytes += u64::try_from(data.st_size).unwrap_or(u64::MAX);
                    }
                    _ => {
                        unlinkat(&folder, name, AtFlags::empty())?;
                        continue;
                    }
                }
                content.entries += 1;
                let mode = Mode::from_raw_mode(data.st_mode);
                if mode.intersects(special) {
                    // It is no link, and nothing else runs that could replace it.
                    chmodat(&folder, name, mode - special, AtFlags::empty())?;
                }
            }
        }
        Ok(content)
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::{Content, File, Path, check_depth, io, walk};

    use walkdir::WalkDir;

    pub(crate) fn open(root: &Path, below: &Path) -> io::Result<File> {
        let mut at = root.to_owned();
        walk(below, |name| {
            at.push(name);
            if at.symlink_metadata()?.is_symlink() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            Ok(())
        })?;
        File::open(at)
    }

    pub(crate) fn clean(root: &Path) -> io::Result<Content> {
        let mut content = Content::default();
        for entry in WalkDir::new(root).min_depth(1) {
            let entry = entry?;
            check_depth(entry.path().strip_prefix(root).unwrap_or(root))?;
            if entry.file_type().is_file() {
                content.bytes += entry.metadata()?.len();
            } else if !entry.file_type().is_dir() {
                sandbox::remove(entry.path())?;
                continue;
            }
            content.entries += 1;
        }
        Ok(content)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;
    use std::process::Command;

    fn fifo(path: PathBuf) {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("POSIX has it").success());
    }

    fn tree() -> tempfile::TempDir {
        let tree = tempfile::tempdir().expect("a folder can be made");
        fs::create_dir_all(tree.path().join("a/b")).expect("a folder can be made");
        fs::write(tree.path().join("a/b/c"), "12345").expect("a file can be written");
        tree
    }

    #[test]
    fn only_regular_files_and_folders_are_left() {
        let outside = tree();
        let tree = tree();
        let path = |name: &str| tree.path().join(name);
        for (to, at) in [
            ("../..", "up"),
            ("c", "a/b/link"),
            ("gone", "a/gone"),
            (outside.path().to_str().expect("text"), "a/out"),
        ] {
            symlink(to, path(at)).expect("a link can be made");
        }
        fifo(path("a/fifo"));
        UnixListener::bind(path("socket")).expect("a socket can be made");
        for (name, mode) in [("a/b/c", 0o6755), ("a/b", 0o3755)] {
            let mode = fs::Permissions::from_mode(mode);
            fs::set_permissions(path(name), mode).expect("they are ours");
        }
        let left = Content {
            entries: 3,
            bytes: 5,
        };
        assert_eq!(clean(tree.path()).expect("it can be read"), left);
        assert_eq!(clean(tree.path()).expect("it can be read"), left);
        let mode = |name| {
            let data = path(name).symlink_metadata().expect("it is there");
            data.permissions().mode() & 0o7777
        };
        assert_eq!((mode("a/b/c"), mode("a/b")), (0o755, 0o755));
        assert!(outside.path().join("a/b/c").exists());
    }

    #[test]
    fn a_folder_that_is_too_deep_is_refused() {
        let tree = tree();
        let deep = vec!["d"; DEPTH + 1].join("/");
        fs::create_dir_all(tree.path().join(deep)).expect("a folder can be made");
        let error = clean(tree.path()).expect_err("it is too deep");
        assert!(error.to_string().contains("100 deep"), "{error}");
    }

    #[test]
    fn no_link_is_followed_to_a_file() {
        let tree = tree();
        let path = |name: &str| tree.path().join(name);
        symlink("a", path("link")).expect("a link can be made");
        symlink("c", path("a/b/link")).expect("a link can be made");
        fifo(path("fifo"));
        let is_file = |below: &str| is_file(tree.path(), Path::new(below));
        assert!(is_file("a/b/c") && is_file("./a/./b/c"));
        for below in [
            "link/b/c",
            "a/b/link",
            "fifo",
            "a/b",
            "a/../a/b/c",
            "/etc/passwd",
            "gone",
        ] {
            assert!(!is_file(below), "{below}");
        }
    }
}
