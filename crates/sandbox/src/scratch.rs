//! The folder that a program runs in.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf, absolute};

use crate::{Program, remove};

/// The most files that are collected, and the most bytes of each.
const FILES: usize = 16;
const FILE_BYTES: u64 = 64 << 10;
/// How many folders deep files are collected: a program may nest folders without
/// end.
const DEPTH: usize = 4;

/// The scratch folder of a run.
pub struct Scratch {
    /// An absolute path.
    pub(crate) path: PathBuf,
    /// The working directory of the program: `path`, or the program's folder.
    pub(crate) working: PathBuf,
    /// The program's folder, as an absolute path.
    #[cfg(target_os = "linux")]
    pub(crate) folder: PathBuf,
    links: BTreeSet<OsString>,
}

impl Scratch {
    /// Links everything in the program's folder into `path`. Links of an earlier
    /// run stay if they have the right target.
    pub(crate) fn prepare(program: &Program, path: &Path) -> io::Result<Self> {
        let path = absolute(path)?;
        let folder = absolute(&program.folder)?;
        if program.at_home {
            return Ok(Self {
                path,
                working: folder.clone(),
                #[cfg(target_os = "linux")]
                folder,
                links: BTreeSet::new(),
            });
        }
        let mut links = BTreeSet::new();
        for entry in fs::read_dir(&folder)? {
            let name = entry?.file_name();
            if program.writes.iter().any(|written| name == **written) {
                continue;
            }
            links.insert(name);
        }
        let mut there = BTreeSet::new();
        for entry in fs::read_dir(&path)? {
            let entry = entry?;
            let name = entry.file_name();
            // A program may have replaced a link.
            if links.contains(&name) && is_link(&entry, &folder.join(&name)) {
                there.insert(name);
            } else {
                remove(&entry.path())?;
            }
        }
        for name in links.difference(&there) {
            link(&folder.join(name), &path.join(name))?;
        }
        Ok(Self {
            working: path.clone(),
            path,
            #[cfg(target_os = "linux")]
            folder,
            links,
        })
    }

    /// Returns a scratch folder that the supervisor makes at `path`.
    #[cfg(target_os = "linux")]
    pub(crate) fn elsewhere(program: &Program, path: &Path) -> io::Result<Self> {
        let (path, folder) = (absolute(path)?, fs::canonicalize(&program.folder)?);
        fs::read_dir(&folder)?;
        Ok(Self {
            working: path.clone(),
            path,
            folder,
            links: BTreeSet::new(),
        })
    }

    /// Returns the files that the program left, and removes everything but the
    /// links, so that the next run finds none of it.
    pub(crate) fn collect(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let Ok(entries) = fs::read_dir(&self.path) else {
            return files;
        };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_symlink() && self.links.contains(&entry.file_name()) {
                continue;
            }
            let path = entry.path();
            gather(
                &path,
                &entry.file_name().to_string_lossy(),
                DEPTH,
                &mut files,
            );
            // What cannot be removed is no error of this run.
            let _ = remove(&path);
        }
        files
    }
}

fn gather(path: &Path, name: &str, depth: usize, files: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(kind) = path.symlink_metadata().map(|data| data.file_type()) else {
        return;
    };
    if files.len() == FILES || depth == 0 {
        return;
    }
    if kind.is_dir() {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
            gather(&entry.path(), &inner, depth - 1, files);
        }
    } else if kind.is_file() {
        let mut bytes = Vec::new();
        if let Ok(file) = open(path)
            && file.take(FILE_BYTES).read_to_end(&mut bytes).is_ok()
        {
            files.insert(name.to_owned(), bytes);
        }
    }
}

/// Returns the files in `folder`.
#[cfg(target_os = "linux")]
pub(crate) fn gathered(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        gather(&entry.path(), &name, DEPTH, &mut files);
    }
    files
}

/// Opens a file, which may have been replaced since it was seen to be one.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};

    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?.into())
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn is_link(entry: &fs::DirEntry, target: &Path) -> bool {
    fs::read_link(entry.path()).is_ok_and(|leads_to| leads_to == target)
}

/// Returns `false`: a copy may have been changed.
#[cfg(not(unix))]
fn is_link(_: &fs::DirEntry, _: &Path) -> bool {
    false
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

/// Copies a file: links need a privilege on Windows. Folders are left out.
#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    if to.is_file() {
        fs::copy(to, at)?;
    }
    Ok(())
}
