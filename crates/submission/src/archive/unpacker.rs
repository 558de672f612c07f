//! Writes the entries of an archive, within limits.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use sandbox::HostError;

use crate::mode;

use super::{LeftOut, UnpackLimits, Unpacked, name};

/// The size up to which the ratio of an archive does not matter: blank lines
/// and pictures of one colour compress well.
const NO_BOMB: u64 = 16 << 20;

/// The most left-out entries that are remembered.
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
    /// Set if the archive has the files of several.
    shares: Option<Shares>,
    /// Set if nothing is written.
    listed: Option<Listed>,
    /// The size that the current share may still have.
    room: u64,
    left_out: Vec<LeftOut>,
    buffer: Vec<u8>,
}

/// The parts of an archive that belong to several, each with its own limits: what
/// one of them does must not be the others' loss.
struct Shares {
    /// The number of names in a path that tell whose it is.
    depth: usize,
    each: UnpackLimits,
    used: HashMap<PathBuf, Share>,
}

/// The names of the files in an archive.
#[derive(Default)]
struct Listed {
    /// The folder in which all of them are.
    common: Option<PathBuf>,
}

/// The part of the limits that one of several submissions has used.
#[derive(Default)]
struct Share {
    bytes: u64,
    entries: usize,
    /// Set if one of the entries was left out. Then the rest does not matter.
    refused: bool,
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
    /// Set if this machine is out of something.
    pub(super) is_exhaustion: bool,
}

impl Problem {
    /// A problem of the archive as a whole.
    pub(super) fn archive(reason: impl Into<String>) -> Self {
        Self {
            entry: None,
            reason: reason.into(),
            is_exhaustion: false,
        }
    }

    /// A problem of the machine.
    pub(super) fn of(error: &HostError) -> Self {
        let is_exhaustion = matches!(error, HostError::Exhausted(_));
        Self {
            is_exhaustion,
            ..Self::archive(error.to_string())
        }
    }
}

/// The reason why one entry was not written.
enum Failure {
    /// The entry itself; others may be sound.
    Entry(String),
    /// The archive.
    All(String),
    /// This machine.
    Host(HostError),
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
            shares: None,
            listed: None,
            room: u64::MAX,
            left_out: Vec::new(),
            buffer: vec![0; 64 << 10],
        }
    }

    /// Leaves out the entries that cannot be unpacked, and those of a share that
    /// exceeds `each`. The first `depth` names of a path are the share's.
    pub(super) fn of_several(self, depth: usize, each: UnpackLimits) -> Self {
        let shares = Shares {
            depth,
            each,
            used: HashMap::new(),
        };
        Self {
            shares: Some(shares),
            ..self
        }
    }

    /// Writes nothing, but finds the folder in which all files are.
    pub(super) fn listing(self) -> Self {
        Self {
            listed: Some(Listed::default()),
            ..self
        }
    }

    /// The number of folders above all files, if they were listed.
    pub(super) fn depth(&self) -> usize {
        let listed = self.listed.as_ref();
        let common = listed.and_then(|listed| listed.common.as_ref());
        common.map_or(0, |folder| folder.iter().count())
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
        let whose = self.shares.as_ref().and_then(|shares| shares.whose(name));
        let share = whose
            .as_ref()
            .and_then(|whose| self.shares.as_mut()?.used.remove(whose));
        let mut share = share.unwrap_or_default();
        let added = if share.refused {
            Ok(())
        } else {
            self.add_to(&mut share, name, entry)
        };
        if let (Some(shares), Some(whose)) = (&mut self.shares, whose) {
            shares.used.insert(whose, share);
        }
        added
    }

    fn add_to(&mut self, share: &mut Share, name: &str, entry: Entry<'_>) -> Result<(), Problem> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(Problem::archive(too_many(&self.limits)));
        }
        if let Some(listed) = &mut self.listed {
            if !matches!(entry, Entry::Folder) {
                listed.add(name);
            }
            return Ok(());
        }
        share.entries += 1;
        let each = self
            .shares
            .as_ref()
            .map_or(self.limits, |shares| shares.each);
        let added = if share.entries > each.entries {
            Err(Failure::Entry(too_many(&each)))
        } else {
            self.room = each.bytes.saturating_sub(share.bytes);
            let room = self.room;
            let added = self.try_to_add(name, entry);
            share.bytes += room - self.room;
            added
        };
        match added {
            Ok(()) => Ok(()),
            Err(Failure::Entry(reason)) if self.shares.is_some() => {
                share.refused = true;
                self.leave_out(name, reason, true);
                Ok(())
            }
            Err(failure) => Err(Problem {
                entry: Some(name.to_owned()),
                ..match failure {
                    Failure::Entry(reason) | Failure::All(reason) => Problem::archive(reason),
                    Failure::Host(error) => Problem::of(&error),
                }
            }),
        }
    }

    /// An archive without entries is a mistake.
    pub(super) fn finish(&self) -> Result<(), Problem> {
        if self.entries == 0 {
            return Err(Problem::archive("it is empty"));
        }
        Ok(())
    }

    pub(super) fn unpacked(self) -> Unpacked {
        Unpacked {
            left_out: self.left_out,
        }
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

    fn share_too_large(&self) -> String {
        let each = self
            .shares
            .as_ref()
            .map_or(self.limits, |shares| shares.each);
        format!("its submission is larger than {} MiB", each.bytes >> 20)
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
            let Some(room) = self.room.checked_sub(more) else {
                return Err(Failure::Entry(self.share_too_large()));
            };
            self.room = room;
            let written = to.write_all(&self.buffer[..count]);
            written.map_err(|error| cannot_write(&error))?;
            self.written += more;
        }
    }

    fn leave_out(&mut self, name: &str, reason: String, refused: bool) {
        let is_ones = refused
            && self
                .shares
                .as_ref()
                .is_some_and(|shares| shares.whose(name).is_some());
        // Of each submission, only one entry is refused.
        if is_ones || self.left_out.len() < REMEMBERED {
            self.left_out.push(LeftOut {
                entry: name.to_owned(),
                reason,
                refused,
            });
        }
    }
}

impl Listed {
    fn add(&mut self, name: &str) {
        let Some(path) = name::any_path(name) else {
            return;
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        self.common = Some(match &self.common {
            None => folder.to_owned(),
            Some(common) => {
                let both = common.iter().zip(folder);
                let both = both.take_while(|(one, other)| one == other);
                both.map(|(one, _)| one).collect()
            }
        });
    }
}

impl Shares {
    /// The share that an entry belongs to, if it belongs to one.
    fn whose(&self, name: &str) -> Option<PathBuf> {
        let path = name::any_path(name)?;
        Some(path.iter().take(self.depth).collect())
    }
}

fn too_many(limits: &UnpackLimits) -> String {
    format!("it has more than {} entries", limits.entries)
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
    Failure::Host(HostError::of("cannot write it", error))
}
