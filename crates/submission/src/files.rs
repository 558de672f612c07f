//! The files of a submission.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::archive::is_archive;
use crate::clutter::is_clutter;
use crate::tree;

const DEPTH: usize = 9;

/// Returns the files below `folder` in alphabetical order, without hidden ones. Links, which
/// could lead anywhere, are left out.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    WalkDir::new(folder)
        .min_depth(1)
        .max_depth(DEPTH)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name()))
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(DirEntry::into_path)
        .collect()
}

pub(crate) fn is_package(folder: &Path) -> bool {
    tree::is_file(folder, Path::new("__init__.py"))
}

pub(crate) fn ends_in(path: &Path, extension: &str) -> bool {
    path.extension() == Some(OsStr::new(extension))
}

pub(crate) fn relative(path: &Path, folder: &Path) -> String {
    let path = path.strip_prefix(folder).unwrap_or(path);
    path.to_string_lossy().into_owned()
}

/// Returns a name as a text that no other name has: bytes that are not UTF-8 become `\x..`.
pub(crate) fn text(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    let escape = |byte: &u8| format!("\\x{byte:02x}");
    match str::from_utf8(bytes) {
        Ok(text) if !text.contains("\\x") => text.to_owned(),
        _ => bytes
            .utf8_chunks()
            .flat_map(|chunk| {
                let valid = chunk.valid().replace('\\', "\\\\");
                [valid]
                    .into_iter()
                    .chain(chunk.invalid().iter().map(escape))
            })
            .collect(),
    }
}

/// Returns `name` as a compiler's argument that is never an option.
pub fn argument(name: impl Display) -> String {
    format!("./{name}")
}

/// Returns an empty text if the file cannot be read: its compiler will report that.
pub(crate) fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Looks for a byte order mark, with which the editors and shells of Windows begin such a file.
pub(crate) fn is_utf_16(path: &Path) -> bool {
    starts_with(path, *b"\xff\xfe") || starts_with(path, *b"\xfe\xff")
}

/// Returns `false` if the file cannot be read.
pub(crate) fn starts_with(path: &Path, expected: [u8; 2]) -> bool {
    let mut start = [0; 2];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == expected
}

pub(crate) fn only_archives(folder: &Path) -> Vec<PathBuf> {
    const DOCUMENTS: [&str; 18] = [
        "pdf", "txt", "md", "markdown", "rst", "rtf", "doc", "docx", "odt", "pages", "htm", "html",
        "png", "jpg", "jpeg", "gif", "heic", "log",
    ];
    let is_document = |path: &Path| {
        let extension = path.extension().unwrap_or_default();
        let extension = extension.to_string_lossy().to_ascii_lowercase();
        let is_readme = path
            .file_stem()
            .is_some_and(|stem| stem.eq_ignore_ascii_case("readme"));
        DOCUMENTS.contains(&&*extension) || (extension.is_empty() && is_readme)
    };
    let (archives, others): (Vec<_>, Vec<_>) =
        files(folder).into_iter().partition(|path| is_archive(path));
    if others.iter().all(|path| is_document(path)) {
        archives
    } else {
        Vec::new()
    }
}

pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || is_clutter(name)
}
