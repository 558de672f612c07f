//! Writes files so that they are complete at any time.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The size of a test file, larger than the last bytes that a full disk may accept.
const PROBE: usize = 64 << 10;

/// Writes `bytes` to a file beside `path`, and then renames it to `path`: a reader of `path`
/// gets the old contents or the new ones, even after a kill.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, |mut file| file.write_all(bytes))
}

/// Like [`replace`], but also safe from power failures.
pub(crate) fn replace_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, |mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    })
}

/// Fails if `path` could not be replaced. Changes nothing.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let part = part(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(&vec![0; PROBE])?;
        file.sync_all()
    });
    let removed = fs::remove_file(&part);
    written.and(removed)
}

fn write(path: &Path, contents: impl FnOnce(File) -> io::Result<()>) -> io::Result<()> {
    // A link is kept, and its target replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        // A pipe or a terminal cannot be replaced.
        return contents(File::options().write(true).open(path)?);
    }
    let part = part(&path);
    let written = File::create(&part)
        .and_then(contents)
        .and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        // The first error is reported; failing to remove the file adds nothing.
        let _ = fs::remove_file(&part);
    }
    written
}

/// A kill may leave this file, and the next write replaces it.
fn part(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".part");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        replace_durably(&path, b"three").expect("it can be written");
        check(&path).expect("it can be written");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "three");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    }

    #[test]
    fn a_path_that_cannot_be_replaced_is_found_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a");
        fs::create_dir(&path).expect("a folder can be made");
        assert!(check(&path).is_err() && replace(&path, b"").is_err());
        assert!(check(&path.join("b/c")).is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&file, "old").expect("it can be written");
        std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
        replace(&link, b"new").expect("it can be written");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "new");
        assert!(link.is_symlink());
    }
}
