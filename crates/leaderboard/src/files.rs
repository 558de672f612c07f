//! Files and folders: written whole, and hashed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// Puts a file at `path` that holds `bytes`: whoever reads it meanwhile sees
/// the old one or the new one.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        io::Write::write_all(&mut file, bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // A temporary file is for its owner only, this one for all.
            let all = fs::Permissions::from_mode(0o644);
            file.as_file().set_permissions(all)?;
        }
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Failure::file("write", path))
}

/// What `path` holds, as SHA-256: of a folder, the names and the contents of
/// all below it. Links count as little as in the copy that is built.
pub(crate) fn hash(path: &Path) -> Result<String, Failure> {
    fn add(path: &Path, sha: &mut Sha256) -> Result<(), Failure> {
        let read = |error| Failure::file("read", path)(error);
        let kind = fs::symlink_metadata(path).map_err(read)?.file_type();
        if kind.is_dir() {
            let entries = fs::read_dir(path).map_err(Failure::file("read", path))?;
            let names: Result<BTreeSet<_>, _> = entries
                .map(|entry| entry.map(|entry| entry.file_name()))
                .collect();
            for name in names.map_err(Failure::file("read", path))? {
                sha.update(name.as_encoded_bytes());
                sha.update(b"\0");
                add(&path.join(name), sha)?;
            }
            sha.update(b"\0");
        } else if kind.is_file() {
            let mut file = fs::File::open(path).map_err(Failure::file("read", path))?;
            let mut length: u64 = 0;
            let mut buffer = vec![0; 64 << 10];
            loop {
                let count = file
                    .read(&mut buffer)
                    .map_err(Failure::file("read", path))?;
                if count == 0 {
                    break;
                }
                length += count as u64;
                sha.update(&buffer[..count]);
            }
            sha.update(length.to_le_bytes());
        }
        Ok(())
    }
    let mut sha = Sha256::new();
    add(path, &mut sha)?;
    Ok(hex(&sha.finalize()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes it all");
        text
    })
}
