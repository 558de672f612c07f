//! Writes the entries of an archive, within limits.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use sandbox::HostError;

use crate::mode;

use super::{LeftOut, UnpackError, UnpackLimits, name};

const REMEMBERED: usize = 1000;

pub(super) struct Unpacker<'a> {
    into: &'a Path,
    limits: UnpackLimits,
    /// If the archive has several shares: the number of path components that identify a share,
    /// and the limits of each. One student's share must not cost the others theirs.
    several: Option<(usize, UnpackLimits)>,
    shares: HashMap<PathBuf, Share>,
    written: u64,
    files: HashSet<PathBuf>,
    pub(super) left_out: Vec<LeftOut>,
    buffer: Vec<u8>,
}

#[derive(Default)]
struct Share {
    bytes: u64,
    entries: usize,
    refused: bool,
}

pub(super) enum UnpackedEntry<'a> {
    Folder,
    File {
        executable: bool,
        content: &'a mut dyn Read,
    },
    HardLink(String),
    Other(&'static str),
    Unreadable(String),
}

enum UnpackFailure {
    Entry(String),
    All(String),
    Host(HostError),
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(
        into: &'a Path,
        limits: UnpackLimits,
        several: Option<(usize, UnpackLimits)>,
    ) -> Self {
        Self {
            into,
            limits,
            several,
            shares: HashMap::new(),
            written: 0,
            files: HashSet::new(),
            left_out: Vec::new(),
            buffer: vec![0; 64 << 10],
        }
    }

    pub(super) fn add(&mut self, name: &str, entry: UnpackedEntry<'_>) -> Result<(), UnpackError> {
        let whose = match self.several {
            None => Some(PathBuf::new()),
            Some((depth, _)) => name::any_path(name).map(|path| path.iter().take(depth).collect()),
        };
        let share = whose.as_ref().and_then(|whose| self.shares.remove(whose));
        let mut share = share.unwrap_or_default();
        let added = if share.refused {
            Ok(())
        } else {
            self.add_to(&mut share, name, entry)
        };
        let added = match added {
            Err(UnpackFailure::Entry(reason)) if self.several.is_some() => {
                share.refused = true;
                // Only one refused entry per share is reported.
                if whose.is_some() || self.left_out.len() < REMEMBERED {
                    self.leave_out(name, reason, true);
                }
                Ok(())
            }
            Err(failure) => Err(UnpackError {
                entry: Some(name.to_owned()),
                ..match failure {
                    UnpackFailure::Entry(reason) | UnpackFailure::All(reason) => {
                        UnpackError::because(reason)
                    }
                    UnpackFailure::Host(error) => UnpackError::of_host(&error),
                }
            }),
            Ok(()) => Ok(()),
        };
        if let Some(whose) = whose {
            self.shares.insert(whose, share);
        }
        added
    }

    fn add_to(
        &mut self,
        share: &mut Share,
        name: &str,
        entry: UnpackedEntry<'_>,
    ) -> Result<(), UnpackFailure> {
        share.entries += 1;
        if let Some((_, each)) = self.several
            && share.entries > each.entries
        {
            return Err(UnpackFailure::Entry(each.too_many()));
        }
        let path = name::path(name, cfg!(windows)).map_err(UnpackFailure::Entry)?;
        let Some(path) = path else {
            return Ok(());
        };
        match entry {
            UnpackedEntry::Folder => self.create_folder(&path),
            UnpackedEntry::File {
                executable,
                content,
            } => {
                let mut file = self.create(&path, executable)?;
                let written = self.copy(share, content, &mut file);
                if written.is_err() {
                    drop(file);
                    // A part of a file is worse than none.
                    let _ = fs::remove_file(self.into.join(&path));
                    self.files.remove(&path);
                }
                written
            }
            UnpackedEntry::HardLink(target) => {
                let target = name::path(&target, cfg!(windows)).ok().flatten();
                match target.filter(|path| self.files.contains(path)) {
                    Some(target) if target == path => Ok(()),
                    Some(target) => self.copy_again(share, &target, &path),
                    None => {
                        self.leave_out_other(name, "link");
                        Ok(())
                    }
                }
            }
            UnpackedEntry::Other(kind) => {
                self.leave_out_other(name, kind);
                Ok(())
            }
            UnpackedEntry::Unreadable(reason) => Err(UnpackFailure::Entry(reason)),
        }
    }

    fn copy_again(
        &mut self,
        share: &mut Share,
        from: &Path,
        to: &Path,
    ) -> Result<(), UnpackFailure> {
        let mut content = File::open(self.into.join(from)).map_err(|error| cannot_write(&error))?;
        let executable = content
            .metadata()
            .is_ok_and(|data| mode::is_executable(&data));
        let mut file = self.create(to, executable)?;
        self.copy(share, &mut content, &mut file)
    }

    fn create_folder(&self, path: &Path) -> Result<(), UnpackFailure> {
        fs::create_dir_all(self.into.join(path)).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => both(),
            _ => of_name(&error),
        })
    }

    fn create(&mut self, path: &Path, executable: bool) -> Result<File, UnpackFailure> {
        if path.as_os_str().is_empty() {
            return Err(UnpackFailure::Entry("the file has no name".to_owned()));
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
            ErrorKind::AlreadyExists => UnpackFailure::Entry(
                "on this system, it has the same name as another entry".to_owned(),
            ),
            _ => of_name(&error),
        })?;
        mode::set(&file, executable).map_err(|error| cannot_write(&error))?;
        self.files.insert(path.to_owned());
        Ok(file)
    }

    fn copy(
        &mut self,
        share: &mut Share,
        from: &mut dyn Read,
        to: &mut File,
    ) -> Result<(), UnpackFailure> {
        loop {
            let count = match from.read(&mut self.buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(UnpackFailure::Entry(format!("damaged: {error}"))),
            };
            let more = u64::try_from(count).unwrap_or(u64::MAX);
            if self.written.saturating_add(more) > self.limits.bytes {
                return Err(UnpackFailure::All(self.limits.too_large()));
            }
            if let Some((_, each)) = self.several
                && share.bytes.saturating_add(more) > each.bytes
            {
                let most = each.bytes >> 20;
                let reason = format!("its submission is larger than {most} MiB");
                return Err(UnpackFailure::Entry(reason));
            }
            let written = to.write_all(&self.buffer[..count]);
            written.map_err(|error| cannot_write(&error))?;
            self.written += more;
            share.bytes += more;
        }
    }

    fn leave_out_other(&mut self, name: &str, kind: &str) {
        if self.left_out.len() < REMEMBERED {
            self.leave_out(name, format!("it is a {kind}"), false);
        }
    }

    fn leave_out(&mut self, name: &str, reason: String, refused: bool) {
        self.left_out.push(LeftOut {
            entry: name.to_owned(),
            reason,
            refused,
        });
    }
}

fn both() -> UnpackFailure {
    UnpackFailure::Entry("it is both a file and a folder".to_owned())
}

/// The file system can refuse a name, such as one that is too long.
fn of_name(error: &io::Error) -> UnpackFailure {
    match error.kind() {
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => {
            UnpackFailure::Entry(format!("cannot write it: {error}"))
        }
        _ => cannot_write(error),
    }
}

fn cannot_write(error: &io::Error) -> UnpackFailure {
    UnpackFailure::Host(HostError::of("cannot write it", error))
}
