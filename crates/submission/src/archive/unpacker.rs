//! Writes the entries of an archive, within limits.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::mode;

use super::{LeftOut, UnpackLimits, Unpacked, name};

/// The size up to which the ratio of an archive does not matter: blank lines
/// and pictures of one colour compress well.
const NO_BOMB: u64 = 16 << 20;

/// How many entries that were left out are remembered.
const REMEMBERED: usize = 1000;

/// The folder of an archive, and what was written to it.
pub(super) struct Unpacker<'a> {
    into: &'a Path,
    limits: UnpackLimits,
    /// The size that all files together may have.
    allowed: u64,
    written: u64,
    entries: usize,
    files: HashSet<PathBuf>,
    lenient: bool,
    left_out: Vec<LeftOut>,
    buffer: Vec<u8>,
}

/// An entry of an archive.
pub(super) enum Entry<'a> {
    Folder,
    File {
        executable: bool,
        content: &'a mut dyn Read,
    },
    /// Another name for the file of this name.
    HardLink(String),
    /// Something that is left out, and what it is.
    Other(&'static str),
    /// A file that cannot be read, and why.
    Unreadable(String),
}

/// The reason why an entry or the whole archive cannot be unpacked.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) entry: Option<String>,
    pub(super) reason: String,
}

impl Problem {
    /// A problem of the archive as a whole.
    pub(super) fn archive(reason: impl Into<String>) -> Self {
        Self {
            entry: None,
            reason: reason.into(),
        }
    }
}

/// The reason why one entry was not written.
enum Failure {
    /// The entry itself; others may be sound.
    Entry(String),
    /// The archive or this machine.
    All(String),
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(into: &'a Path, limits: UnpackLimits) -> Self {
        Self {
            into,
            limits,
            allowed: limits.bytes,
            written: 0,
            entries: 0,
            files: HashSet::new(),
            lenient: false,
            left_out: Vec::new(),
            buffer: vec![0; 64 << 10],
        }
    }

    /// Leaves out the entries that cannot be unpacked.
    pub(super) fn lenient(self) -> Self {
        Self {
            lenient: true,
            ..self
        }
    }

    /// The archive has this size.
    pub(super) fn of_size(&mut self, size: u64) {
        let ratio = size.saturating_mul(self.limits.ratio).max(NO_BOMB);
        self.allowed = self.limits.bytes.min(ratio);
    }

    /// The number of bytes that a tar file may have: its files, and a header of
    /// some blocks for each.
    pub(super) fn largest_tar(&self) -> u64 {
        let headers = u64::try_from(self.limits.entries).unwrap_or(u64::MAX);
        self.allowed.saturating_add(headers.saturating_mul(2048))
    }

    /// Writes one entry. An error ends the archive.
    pub(super) fn add(&mut self, name: &str, entry: Entry<'_>) -> Result<(), Problem> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            let most = self.limits.entries;
            return Err(Problem::archive(format!("it has more than {most} entries")));
        }
        match self.try_to_add(name, entry) {
            Ok(()) => Ok(()),
            Err(Failure::Entry(reason)) if self.lenient => {
                self.leave_out(name, reason, true);
                Ok(())
            }
            Err(Failure::Entry(reason) | Failure::All(reason)) => Err(Problem {
                entry: Some(name.to_owned()),
                reason,
            }),
        }
    }

    pub(super) fn finish(self) -> Result<Unpacked, Problem> {
        if self.entries == 0 {
            return Err(Problem::archive("it is empty"));
        }
        Ok(Unpacked {
            left_out: self.left_out,
        })
    }

    /// The reason if there is more than `allowed`.
    pub(super) fn too_large(&self) -> String {
        if self.allowed == self.limits.bytes {
            format!("it unpacks to more than {} MiB", self.limits.bytes >> 20)
        } else {
            format!(
                "it unpacks to more than {} times its size",
                self.limits.ratio
            )
        }
    }

    fn try_to_add(&mut self, name: &str, entry: Entry<'_>) -> Result<(), Failure> {
        let path = name::path(name, &self.limits, cfg!(windows)).map_err(Failure::Entry)?;
        let Some(path) = path else {
            return Ok(());
        };
        match entry {
            Entry::Folder => self.create_folder(&path),
            Entry::File {
                executable,
                content,
            } => {
                let mut file = self.create(&path, executable)?;
                let written = self.copy(content, &mut file);
                if written.is_err() {
                    drop(file);
                    // A part of a file is worse than none.
                    let _ = fs::remove_file(self.into.join(&path));
                    self.files.remove(&path);
                }
                written
            }
            Entry::HardLink(target) => {
                let target = name::path(&target, &self.limits, cfg!(windows));
                let target = target
                    .ok()
                    .flatten()
                    .filter(|path| self.files.contains(path));
                match target {
                    Some(target) if target == path => Ok(()),
                    Some(target) => self.copy_again(&target, &path),
                    None => {
                        self.leave_out(name, "it is a link".to_owned(), false);
                        Ok(())
                    }
                }
            }
            Entry::Other(kind) => {
                self.leave_out(name, format!("it is a {kind}"), false);
                Ok(())
            }
            Entry::Unreadable(reason) => Err(Failure::Entry(reason)),
        }
    }

    fn copy_again(&mut self, from: &Path, to: &Path) -> Result<(), Failure> {
        let mut content = File::open(self.into.join(from)).map_err(|error| cannot_write(&error))?;
        let executable = content
            .metadata()
            .is_ok_and(|data| mode::is_executable(&data));
        let mut file = self.create(to, executable)?;
        self.copy(&mut content, &mut file)
    }

    fn create_folder(&self, path: &Path) -> Result<(), Failure> {
        fs::create_dir_all(self.into.join(path)).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => both(),
            _ => of_name(&error),
        })
    }

    /// Creates the file `path`. One of the same path is replaced.
    fn create(&mut self, path: &Path, executable: bool) -> Result<File, Failure> {
        if path.as_os_str().is_empty() {
            return Err(Failure::Entry("the file has no name".to_owned()));
        }
        if let Some(folder) = path.parent() {
            self.create_folder(folder)?;
        }
        let full = self.into.join(path);
        if self.files.contains(path) {
            fs::remove_file(&full).map_err(|error| cannot_write(&error))?;
        }
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).open(&full);
        let file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists if full.is_dir() => both(),
            ErrorKind::AlreadyExists => {
                Failure::Entry("on this system, it has the same name as another entry".to_owned())
            }
            _ => of_name(&error),
        })?;
        mode::set(&file, executable).map_err(|error| cannot_write(&error))?;
        self.files.insert(path.to_owned());
        Ok(file)
    }

    fn copy(&mut self, from: &mut dyn Read, to: &mut File) -> Result<(), Failure> {
        let mut size = 0_u64;
        loop {
            let count = match from.read(&mut self.buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Entry(format!("damaged: {error}"))),
            };
            let more = u64::try_from(count).unwrap_or(u64::MAX);
            size = size.saturating_add(more);
            if size > self.limits.file {
                let most = self.limits.file >> 20;
                return Err(Failure::Entry(format!("it is larger than {most} MiB")));
            }
            if self.written.saturating_add(more) > self.allowed {
                return Err(Failure::All(self.too_large()));
            }
            let written = to.write_all(&self.buffer[..count]);
            written.map_err(|error| cannot_write(&error))?;
            self.written += more;
        }
    }

    fn leave_out(&mut self, name: &str, reason: String, refused: bool) {
        if self.left_out.len() < REMEMBERED {
            self.left_out.push(LeftOut {
                entry: name.to_owned(),
                reason,
                refused,
            });
        }
    }
}

fn both() -> Failure {
    Failure::Entry("it is both a file and a folder".to_owned())
}

/// A name can be refused by the file system: one that is too long, say.
fn of_name(error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => {
            Failure::Entry(format!("cannot write it: {error}"))
        }
        _ => cannot_write(error),
    }
}

fn cannot_write(error: &io::Error) -> Failure {
    Failure::All(format!("cannot write it: {error}"))
}
