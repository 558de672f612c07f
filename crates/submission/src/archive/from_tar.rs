//! The entries of a tar file.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use tar::{Archive, EntryType};

use super::unpacker::UnpackedEntry;
use super::{Add, Compression, NO_ARCHIVE, UnpackError, UnpackLimits, name};

/// The memory that an xz file may use, in KiB. The strongest preset needs 64 MiB.
const XZ_MEMORY: u32 = 128 << 10;

pub(super) fn unpack(
    file: File,
    compression: Compression,
    limits: &UnpackLimits,
    add: &mut Add<'_>,
) -> Result<(), UnpackError> {
    let file = BufReader::new(file);
    let mut content: Box<dyn Read> = match compression {
        Compression::None => Box::new(file),
        Compression::Gzip => Box::new(MultiGzDecoder::new(file)),
        Compression::Xz => Box::new(XzReader::new_mem_limit(file, true, XZ_MEMORY)),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(file)),
    };
    let exceeded = Cell::new(false);
    let bounded = Bounded {
        content: &mut content,
        left: limits.largest_tar(),
        exceeded: &exceeded,
    };
    let added = entries(bounded, add);
    if exceeded.get() {
        return Err(UnpackError::because(limits.too_large()));
    }
    added
}

fn entries(content: impl Read, add: &mut Add<'_>) -> Result<(), UnpackError> {
    let mut archive = Archive::new(content);
    let mut is_first = true;
    let damaged = |error: io::Error| UnpackError::because(format!("damaged: {error}"));
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(|error| {
            if is_first && error.kind() != io::ErrorKind::UnexpectedEof {
                UnpackError::because(NO_ARCHIVE)
            } else {
                damaged(error)
            }
        })?;
        is_first = false;
        let name = name::of_tar(&entry.path_bytes());
        let kind = entry.header().entry_type();
        let added = match kind {
            EntryType::XGlobalHeader => continue,
            EntryType::Directory => UnpackedEntry::Folder,
            EntryType::Link => {
                let target = entry.link_name_bytes().unwrap_or_default();
                UnpackedEntry::HardLink(name::of_tar(&target))
            }
            EntryType::Symlink => UnpackedEntry::Other("link"),
            // Before POSIX, a folder was a file whose name ends with a slash.
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                if name.ends_with('/') {
                    UnpackedEntry::Folder
                } else {
                    let mode = entry.header().mode().unwrap_or(0);
                    UnpackedEntry::File {
                        executable: mode & 0o111 != 0,
                        content: &mut entry,
                    }
                }
            }
            _ => UnpackedEntry::Other("device or the like"),
        };
        add(&name, added)?;
    }
    Ok(())
}

/// Fails after some bytes: the headers of a tar file are read into memory, and may claim any
/// size.
struct Bounded<'a, R> {
    content: R,
    left: u64,
    exceeded: &'a Cell<bool>,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        let size = u64::try_from(count).unwrap_or(u64::MAX);
        let Some(left) = self.left.checked_sub(size) else {
            self.exceeded.set(true);
            return Err(io::Error::other("it is too large"));
        };
        self.left = left;
        Ok(count)
    }
}
