//! Writes files completely and hashes submissions.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// Writes `bytes` to the file `path`. A reader at the same time sees the old
/// content or the new one.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        all_may_read(file.as_file())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Failure::file("write", path))
}

/// Writes `bytes` to the file `path` as [`write_whole`] does, but only if it has
/// another content, and without waiting for the disk.
pub(crate) fn update(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        all_may_read(file.as_file())?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Failure::file("write", path))
}

/// Lets everybody read a temporary file, which is readable by its owner only.
#[cfg_attr(
    not(unix),
    expect(clippy::unnecessary_wraps, reason = "there is nothing to set")
)]
pub(crate) fn all_may_read(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Returns the SHA-256 hash of the file or folder `path`: of a folder, of the
/// names and contents of everything below it. Links are ignored, as they are in
/// the copy that is built.
pub(crate) fn hash(path: &Path) -> Result<String, Failure> {
    fn add(path: &Path, sha: &mut Sha256) -> io::Result<()> {
        let kind = fs::symlink_metadata(path)?.file_type();
        if kind.is_dir() {
            let names: io::Result<BTreeSet<_>> = fs::read_dir(path)?
                .map(|entry| entry.map(|entry| entry.file_name()))
                .collect();
            for name in names? {
                sha.update(name.as_encoded_bytes());
                sha.update(b"\0");
                add(&path.join(name), sha)?;
            }
            sha.update(b"\0");
        } else if kind.is_file() {
            let length = io::copy(&mut fs::File::open(path)?, sha)?;
            sha.update(length.to_le_bytes());
        }
        Ok(())
    }
    let mut sha = Sha256::new();
    add(path, &mut sha).map_err(Failure::file("read", path))?;
    Ok(format!("{:x}", sha.finalize()))
}
