//! Writes files atomically, and lists folders.

use std::fs;
use std::io;
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

/// Replaces a file atomically, unless its content is already `bytes`.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    sandbox::replace::replace(path, bytes).map_err(Failure::file("write", path))
}

/// Returns the paths of the entries of a folder, sorted by name.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::file("read", folder))?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(Failure::file("read", folder))?;
    paths.sort();
    Ok(paths)
}
