//! The folder a program runs in.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::Program;

const FILES: usize = 16;
const FILE_BYTES: u64 = 64 << 10;
/// How deep files are looked for: a program that nests folders without end
/// gets no more of the marker's time.
const DEPTH: usize = 4;

/// The scratch folder of a run, as it was made ready.
pub(crate) struct Scratch {
    /// An absolute path.
    pub(crate) path: PathBuf,
    /// Where the program runs: there, or at home.
    pub(crate) working: PathBuf,
    links: BTreeSet<OsString>,
}

impl Scratch {
    /// Links all that is in the program's folder into `path`. Links that are
    /// there from an earlier run stay, if they lead where they should.
    pub(crate) fn prepare(program: &Program, path: &Path) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        let folder = std::path::absolute(&program.folder)?;
        if program.at_home {
            return Ok(Self {
                path,
                working: folder,
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
            // A program may have bent a link to something of its own.
            if links.contains(&name) && is_link(&entry, &folder.join(&name)) {
                there.insert(name);
            } else {
                remove(&entry)?;
            }
        }
        for name in links.difference(&there) {
            link(&folder.join(name), &path.join(name))?;
        }
        Ok(Self {
            working: path.clone(),
            path,
            links,
        })
    }

    /// The files that the program left; everything but the links is removed,
    /// so that the next run finds none of it.
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
            // What cannot be removed (its folder made read-only) is no
            // concern of this run.
            let _ = remove(&entry);
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
        if let Ok(file) = File::open(path)
            && file.take(FILE_BYTES).read_to_end(&mut bytes).is_ok()
        {
            files.insert(name.to_owned(), bytes);
        }
    }
}

fn remove(entry: &fs::DirEntry) -> io::Result<()> {
    if entry.file_type()?.is_dir() {
        fs::remove_dir_all(entry.path())
    } else {
        fs::remove_file(entry.path())
    }
}

/// Whether `entry` is a link to `target`.
#[cfg(unix)]
fn is_link(entry: &fs::DirEntry, target: &Path) -> bool {
    fs::read_link(entry.path()).is_ok_and(|leads_to| leads_to == target)
}

/// A copy may have been changed.
#[cfg(not(unix))]
fn is_link(_: &fs::DirEntry, _: &Path) -> bool {
    false
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

/// Links need a privilege on Windows, so files are copied there; folders stay
/// behind.
#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    if to.is_file() {
        fs::copy(to, at)?;
    }
    Ok(())
}
