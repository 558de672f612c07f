//! Unpacks untrusted archives: within limits, and only into one folder.
//!
//! [`unpack`] reads zip files, and tar files that may be compressed with gzip, xz or bzip2. It
//! recognises them by their content, not by their name.
//!
//! ```no_run
//! use std::path::{Path, PathBuf};
//! use submission::archive::{UnpackLimits, is_archive, unpack};
//!
//! let cases = Path::new("tests.tar.gz");
//! if is_archive(cases) {
//!     let folder = tempfile::tempdir()?;
//!     let left_out = unpack(cases, folder.path(), &UnpackLimits::SUBMISSION)?;
//!     for left_out in left_out {
//!         println!("note: {left_out}");
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A path that leads out of the folder, or that could on another system (`..`,
//!   `/etc/passwd`, `C:\x`), fails the archive. So does a file that is encrypted
//!   or damaged. The error names the archive and the entry.
//! - Backslashes separate folders: some programs for Windows write them.
//! - Symbolic links, devices and the like are left out. A hard link to a file of the archive
//!   becomes a copy.
//! - Files that systems add by themselves, such as `__MACOSX`, are ignored.
//! - If a path occurs twice, the later file counts, as with `tar`.
//! - Of the permissions, only the executable bit is kept.

mod from_tar;
mod from_zip;
mod name;
mod unpacker;

use std::cell::Cell;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

pub use name::is_device;
pub(crate) use name::shown;
use sandbox::HostError;
use unpacker::{UnpackedEntry, Unpacker};

/// Extensions of archives. Some are of formats that cannot be read, so that the error can name
/// the format.
const EXTENSIONS: [&str; 13] = [
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tbz", ".7z",
    ".rar", ".tar.zst", ".tzst",
];

const NO_ARCHIVE: &str = "it is neither a zip nor a tar archive";

/// The limits of unpacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// The size of all files together, in bytes.
    pub bytes: u64,
    /// The number of entries.
    pub entries: usize,
}

impl UnpackLimits {
    /// The limits of one student's archive, and of an archive of cases.
    pub const SUBMISSION: Self = Self {
        bytes: 256 << 20,
        entries: 50_000,
    };

    /// The limits of an archive of a whole class.
    pub const CLASS: Self = Self {
        bytes: 16 << 30,
        entries: 1_000_000,
    };

    /// The files, and a header of some blocks for each.
    fn largest_tar(&self) -> u64 {
        let headers = u64::try_from(self.entries).unwrap_or(u64::MAX);
        self.bytes.saturating_add(headers.saturating_mul(2048))
    }

    fn too_large(&self) -> String {
        format!("it unpacks to more than {} MiB", self.bytes >> 20)
    }

    fn too_many(&self) -> String {
        format!("it has more than {} entries", self.entries)
    }
}

/// An entry that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name in the archive.
    pub entry: String,
    /// The reason, on one line.
    pub reason: String,
    /// Set if this entry is a reason for [`unpack`] to fail, which a link is not.
    pub refused: bool,
}

impl LeftOut {
    pub(crate) fn path(&self) -> Option<PathBuf> {
        name::any_path(&self.entry)
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "left out `{}`: {}",
            name::shown(&self.entry),
            self.reason
        )
    }
}

/// The reason why an archive cannot be unpacked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot unpack {}: {}{reason}",
    name::shown(.archive),
    .entry.as_deref().map_or(String::new(), |entry| format!("`{}`: ", name::shown(entry)))
)]
pub struct UnpackError {
    /// The archive's name.
    pub archive: String,
    /// The name of the entry, if one is the reason.
    pub entry: Option<String>,
    /// The reason, on one line.
    pub reason: String,
    /// Set if the machine has run out of something, such as disk space. The archive may be
    /// sound.
    pub is_exhaustion: bool,
}

/// Returns `true` if `path` is named as an archive.
pub fn is_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    EXTENSIONS
        .iter()
        .any(|end| name.len() > end.len() && name.ends_with(end))
}

impl UnpackError {
    fn because(reason: impl Into<String>) -> Self {
        Self {
            archive: String::new(),
            entry: None,
            reason: reason.into(),
            is_exhaustion: false,
        }
    }

    fn of_host(error: &HostError) -> Self {
        Self {
            is_exhaustion: matches!(error, HostError::Exhausted(_)),
            ..Self::because(error.to_string())
        }
    }
}

/// Unpacks `archive` into the empty folder `into`, and returns the entries that were left out,
/// except files that systems add. Some files may exist even if it fails.
pub fn unpack(
    archive: &Path,
    into: &Path,
    limits: &UnpackLimits,
) -> Result<Vec<LeftOut>, UnpackError> {
    unpack_by(Unpacker::new(into, *limits, None), archive, limits)
}

/// Unpacks `archive`, in which each file or folder belongs to another student, into the empty
/// folder `into`. An entry for which [`unpack`] would fail is left out, and so is a share that
/// exceeds `each`; only `limits`, for all shares together, end the archive. If the archive has
/// a single folder, the shares are in that folder.
pub fn unpack_several(
    archive: &Path,
    into: &Path,
    limits: &UnpackLimits,
    each: &UnpackLimits,
) -> Result<Vec<LeftOut>, UnpackError> {
    // The folder in which all files are.
    let mut common: Option<PathBuf> = None;
    for_each(archive, limits, &mut |name, entry| {
        if let Some(path) = name::any_path(name)
            && !matches!(entry, UnpackedEntry::Folder)
        {
            let folder = path.parent().unwrap_or(Path::new(""));
            common = Some(match common.take() {
                None => folder.to_owned(),
                Some(common) => {
                    let both = common.iter().zip(folder);
                    let both = both.take_while(|(one, other)| one == other);
                    both.map(|(one, _)| one).collect()
                }
            });
        }
        Ok(())
    })?;
    let depth = common.map_or(0, |folder| folder.iter().count()) + 1;
    let unpacker = Unpacker::new(into, *limits, Some((depth, *each)));
    unpack_by(unpacker, archive, limits)
}

fn unpack_by(
    mut unpacker: Unpacker<'_>,
    archive: &Path,
    limits: &UnpackLimits,
) -> Result<Vec<LeftOut>, UnpackError> {
    for_each(archive, limits, &mut |name, entry| {
        unpacker.add(name, entry)
    })?;
    Ok(unpacker.left_out)
}

/// Returns `name` if it is safe as the name of a file in our folders.
pub(crate) fn file_name(name: &str) -> Option<String> {
    let path = name::path(name, cfg!(windows));
    let path = path.ok().flatten()?;
    (path.iter().count() == 1 && path.as_os_str() == name).then(|| name.to_owned())
}

type Add<'a> = dyn FnMut(&str, UnpackedEntry<'_>) -> Result<(), UnpackError> + 'a;

fn for_each(archive: &Path, limits: &UnpackLimits, add: &mut Add<'_>) -> Result<(), UnpackError> {
    let entries = Cell::new(0);
    let mut add = |name: &str, entry: UnpackedEntry<'_>| {
        entries.set(entries.get() + 1);
        if entries.get() > limits.entries {
            return Err(UnpackError::because(limits.too_many()));
        }
        add(name, entry)
    };
    let mut read = || {
        let cannot_read =
            |error: io::Error| UnpackError::of_host(&HostError::of("cannot read it", &error));
        if !fs::metadata(archive).map_err(cannot_read)?.is_file() {
            // Opening a named pipe would wait for its writer.
            return Err(UnpackError::because("it is not a file"));
        }
        let mut file = File::open(archive).map_err(cannot_read)?;
        match ArchiveFormat::of(&mut file).map_err(cannot_read)? {
            ArchiveFormat::Zip => from_zip::unpack(file, &mut add)?,
            ArchiveFormat::Tar(compression) => {
                from_tar::unpack(file, compression, limits, &mut add)?;
            }
            ArchiveFormat::Unreadable(name) => {
                return Err(UnpackError::because(format!(
                    "it is a {name} archive; zip and tar archives can be read"
                )));
            }
            ArchiveFormat::Unknown => {
                return Err(UnpackError::because(NO_ARCHIVE));
            }
        }
        if entries.get() == 0 {
            return Err(UnpackError::because("it is empty"));
        }
        Ok(())
    };
    read().map_err(|error| {
        let name = archive.file_name().unwrap_or(archive.as_os_str());
        UnpackError {
            archive: name.to_string_lossy().into_owned(),
            ..error
        }
    })
}

enum ArchiveFormat {
    Zip,
    Tar(Compression),
    Unreadable(&'static str),
    Unknown,
}

#[derive(Clone, Copy)]
enum Compression {
    None,
    Gzip,
    Xz,
    Bzip2,
}

impl ArchiveFormat {
    fn of(file: &mut File) -> io::Result<Self> {
        let mut start = Vec::new();
        file.by_ref().take(512).read_to_end(&mut start)?;
        file.rewind()?;
        Ok(match start.as_slice() {
            [b'P', b'K', 3 | 5, 4 | 6, ..] => Self::Zip,
            [0x1f, 0x8b, ..] => Self::Tar(Compression::Gzip),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Tar(Compression::Xz),
            [b'B', b'Z', b'h', ..] => Self::Tar(Compression::Bzip2),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Unreadable("7z"),
            [b'R', b'a', b'r', b'!', ..] => Self::Unreadable("rar"),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Unreadable("zstd"),
            // The oldest tar files have no signature; their checksum is verified later.
            start if start.len() == 512 => Self::Tar(Compression::None),
            _ => Self::Unknown,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_known_by_their_names() {
        for name in ["1234567890.tar.gz", "A.ZIP", "a b.tgz", "x.tar.xz", "x.rar"] {
            assert!(is_archive(Path::new(name)), "{name}");
        }
        for name in ["zip", ".zip", "a.gz", "main.c", "zip/a.py", "a.jar"] {
            assert!(!is_archive(Path::new(name)), "{name}");
        }
    }
}
