//! The folder that a program runs in.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path, PathBuf, absolute};

use walkdir::WalkDir;

use crate::{Program, remove};

const FILES: usize = 16;
const FILE_BYTES: u64 = 64 << 10;
/// Files are collected from folders up to this depth: a program may nest folders without end.
const DEPTH: usize = 4;

pub struct Scratch {
    pub(crate) path: PathBuf,
    pub(crate) working: PathBuf,
    /// The program's folder, if the scratch folder is to be an overlay of it.
    #[cfg(target_os = "linux")]
    pub(crate) lower: Option<PathBuf>,
}

impl Scratch {
    pub(crate) fn prepare(program: &Program, path: &Path) -> io::Result<Self> {
        let path = absolute(path)?;
        let folder = absolute(&program.folder)?;
        if !program.at_home {
            empty(&path)?;
            for entry in fs::read_dir(&folder)? {
                let name = entry?.file_name();
                if !program.writes.iter().any(|written| name == **written) {
                    link(&folder.join(&name), &path.join(&name))?;
                }
            }
        }
        Ok(Self {
            working: if program.at_home {
                folder
            } else {
                path.clone()
            },
            path,
            #[cfg(target_os = "linux")]
            lower: None,
        })
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn elsewhere(program: &Program, path: &Path) -> io::Result<Self> {
        let (path, folder) = (absolute(path)?, fs::canonicalize(&program.folder)?);
        fs::read_dir(&folder)?;
        Ok(Self {
            working: path.clone(),
            path,
            lower: Some(folder),
        })
    }

    pub(crate) fn collect(&self) -> BTreeMap<String, Vec<u8>> {
        let files = gathered(&self.path);
        // Failing to remove it is no error of this run.
        let _ = empty(&self.path);
        files
    }
}

fn empty(folder: &Path) -> io::Result<()> {
    let mut done = Ok(());
    for entry in fs::read_dir(folder)? {
        done = done.and(remove(&entry?.path()));
    }
    done
}

pub(crate) fn gathered(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let entries = WalkDir::new(folder).min_depth(1).max_depth(DEPTH);
    for entry in entries.into_iter().flatten() {
        if files.len() == FILES {
            break;
        }
        let path = entry.path();
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
        let mut bytes = Vec::new();
        if entry.file_type().is_file()
            && let Ok(file) = open(path)
            && file.take(FILE_BYTES).read_to_end(&mut bytes).is_ok()
        {
            files.insert(name.replace(MAIN_SEPARATOR, "/"), bytes);
        }
    }
    files
}

/// Opens a file, which may have been replaced since the check that it is a file.
#[cfg(unix)]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};

    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?.into())
}

#[cfg(not(unix))]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

/// Copies a file: links need a privilege on Windows. Folders are skipped.
#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    if to.is_file() {
        fs::copy(to, at)?;
    }
    Ok(())
}
