//! Entries of archives, from files, and archives whose bytes depend only on their entries.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::path::EntryPath;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::Result;

#[derive(Clone, Debug)]
pub(crate) struct ArchiveEntry {
    /// With `/`.
    pub(crate) path: String,
    pub(crate) executable: bool,
    pub(crate) content: Vec<u8>,
}

impl ArchiveEntry {
    pub(crate) fn file(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            executable: false,
            content: content.into(),
        }
    }

    pub(crate) fn within(&self, folder: &str) -> Self {
        let path = format!("{folder}/{}", self.path);
        Self {
            path,
            ..self.clone()
        }
    }

    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// Compresses a file. The header contains neither its time nor its name.
pub(crate) fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(content)?;
    gzip.finish()
}

/// Returns a compressed archive of the entries and their folders, sorted by path. `time` is the
/// time of all files, in seconds since 1970.
pub(crate) fn tgz(entries: &[ArchiveEntry], time: u32) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut folders = BTreeSet::new();
    for entry in sorted(entries) {
        for (end, _) in entry.path.match_indices('/') {
            let folder = &entry.path[..=end];
            if folder != "./" && folders.insert(folder) {
                append(&mut archive, folder, 0o755, &[], time)?;
            }
        }
        append(
            &mut archive,
            &entry.path,
            entry.mode(),
            &entry.content,
            time,
        )?;
    }
    gzip(&archive.into_inner()?)
}

/// Appends a folder if `path` ends in a slash.
fn append(
    archive: &mut tar::Builder<Vec<u8>>,
    path: &str,
    mode: u32,
    content: &[u8],
    time: u32,
) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(if path.ends_with('/') {
        tar::EntryType::Directory
    } else {
        tar::EntryType::Regular
    });
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(content.len() as u64);
    header.set_mode(mode);
    header.set_mtime(time.into());
    archive.append_data(&mut header, path, content)
}

/// Returns an archive of the entries, sorted by path. `time` is the time of all files, in
/// seconds since 1970.
pub(crate) fn zip(entries: &[ArchiveEntry], time: u32) -> io::Result<Vec<u8>> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for entry in sorted(entries) {
        let (mut file, config) = archive
            .new_file(EntryPath::verbatim(entry.path.as_bytes()))
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(0o100_000 | entry.mode())
            .last_modified(UtcDateTime::from_unix(time.into()))
            .start()
            .map_err(io::Error::other)?;
        let deflate = DeflateEncoder::new(&mut file, Compression::default());
        let mut writer = config.wrap(deflate);
        writer.write_all(&entry.content)?;
        let (deflate, descriptor) = writer.finish().map_err(io::Error::other)?;
        deflate.finish()?;
        file.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)
}

/// Returns the files below `from` at `to` in the package: those with one of these `extensions`,
/// or all without any.
pub(crate) fn files(from: &Path, to: &str, extensions: &[&str]) -> Result<Vec<ArchiveEntry>> {
    let at = |error| format!("{}: {error}", from.display());
    let mut entries = Vec::new();
    for file in fs::read_dir(from).map_err(at)? {
        let file = file.map_err(at)?;
        let name = file.file_name().to_string_lossy().into_owned();
        let to = format!("{to}/{name}");
        if file.file_type().map_err(at)?.is_dir() {
            entries.extend(files(&file.path(), &to, extensions)?);
        } else if extensions.is_empty()
            || extensions
                .iter()
                .any(|one| name.ends_with(&format!(".{one}")))
        {
            entries.push(read(&file.path(), to)?);
        }
    }
    Ok(entries)
}

pub(crate) fn read(from: &Path, to: impl Into<String>) -> Result<ArchiveEntry> {
    let content = fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(ArchiveEntry::file(to, content))
}

fn sorted(entries: &[ArchiveEntry]) -> Vec<&ArchiveEntry> {
    let mut sorted: Vec<&ArchiveEntry> = entries.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    sorted
}
