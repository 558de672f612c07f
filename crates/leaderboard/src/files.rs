//! Writes files atomically, and lists folders.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Replaces a file of a site, unless only the time of creation would change in a page.
pub(crate) fn replace_page(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fn without_time(page: &[u8]) -> Option<(&str, &str)> {
        let page = str::from_utf8(page.strip_prefix(b"<!DOCTYPE html>")?).ok()?;
        let (before, time) = page.rsplit_once("<time>")?;
        Some((before, time.split_once("</time>")?.1))
    }
    let known = fs::read(path).unwrap_or_default();
    match without_time(&known) {
        Some(page) if Some(page) == without_time(bytes) => Ok(()),
        _ => replace(path, bytes),
    }
}

/// Replaces a file atomically, unless its content is already `bytes`. Shards may replace the same
/// file at once, so what each of them writes has a name of its own.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // A temporary file is readable only by its owner, but pages are for everybody.
            let everybody = fs::Permissions::from_mode(0o644);
            file.as_file().set_permissions(everybody)?;
        }
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Failure::file("write", path))
}

/// Returns the paths of the entries of a folder, sorted by name.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::file("read", folder))?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(Failure::file("read", folder))?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_file_that_several_write_at_once_is_complete() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("it");
        thread::scope(|scope| {
            for letter in *b"abcd" {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..100 {
                        replace(path, &[letter; 10_000]).expect("nobody is in the way");
                        let text = fs::read(path).expect("it is there");
                        assert_eq!(text.len(), 10_000);
                        assert!(text.iter().all(|other| *other == text[0]));
                    }
                });
            }
        });
    }
}
