//! Writes a package as an archive or a folder.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::{PackageError, PackageFiles};
use crate::replace::replace;

/// The time of all files, 2000-01-01, in seconds since 1970, so that an archive depends only on
/// its files.
const TIME: u64 = 946_684_800;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Zip,
    Folder,
}

fn mode(bytes: &[u8]) -> u32 {
    if bytes.starts_with(b"#!") || bytes.starts_with(b"\x7fELF") {
        0o755
    } else {
        0o644
    }
}

pub(super) fn write(
    contents: &PackageFiles,
    form: Form,
    output: &Path,
    force: bool,
) -> Result<(), PackageError> {
    let bytes = match form {
        Form::Zip => zip(contents),
        Form::Folder => return write_folder(contents, output, force),
    };
    let bytes = bytes.map_err(PackageError::io(output))?;
    if !force && differs(output, &bytes) {
        return Err(PackageError::Exists(output.to_owned()));
    }
    replace(output, &bytes).map_err(PackageError::io(output))
}

fn write_folder(contents: &PackageFiles, folder: &Path, force: bool) -> Result<(), PackageError> {
    let files = || {
        contents
            .iter()
            .map(|(path, bytes)| (folder.join(path), bytes))
    };
    if !force && let Some((path, _)) = files().find(|(path, bytes)| differs(path, bytes)) {
        return Err(PackageError::Exists(path));
    }
    for (path, bytes) in files() {
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| replace(&path, bytes))
            .and_then(|()| set_mode(&path, mode(bytes)))
            .map_err(PackageError::io(&path))?;
    }
    Ok(())
}

fn differs(path: &Path, bytes: &[u8]) -> bool {
    path.symlink_metadata().is_ok() && fs::read(path).ok().as_deref() != Some(bytes)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "there are no modes on this system"
)]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

pub(super) fn zip(contents: &PackageFiles) -> io::Result<Vec<u8>> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    let time = UtcDateTime::from_unix(TIME.cast_signed());
    for (path, bytes) in contents {
        let entry = archive
            .new_file(EntryPath::verbatim(path.as_bytes()))
            .compression_method(CompressionMethod::DEFLATE)
            .last_modified(time)
            .unix_permissions(0o100_000 | mode(bytes));
        let (mut entry, config) = entry.start().map_err(io::Error::other)?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(bytes)?;
        let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
        encoder.finish()?;
        entry.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)
}

pub(super) fn tar(contents: &PackageFiles) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for (path, bytes) in contents {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode(bytes));
        header.set_mtime(TIME);
        // Some readers reject an empty field as a number.
        header.set_uid(0);
        header.set_gid(0);
        archive.append_data(&mut header, path, bytes.as_slice())?;
    }
    archive.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(text: &str) -> PackageFiles {
        PackageFiles::from([
            ("run".to_owned(), format!("#!{text}").into_bytes()),
            ("cases/1.in".to_owned(), b"a\n".repeat(100)),
        ])
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder can be made")
    }

    #[test]
    fn every_field_of_a_tar_file_is_a_number() {
        let bytes = tar(&contents("x")).expect("a vector takes it");
        let mut archive = tar::Archive::new(bytes.as_slice());
        for entry in archive.entries().expect("it is an archive") {
            let entry = entry.expect("it is whole");
            let header = entry.header();
            let owner = (
                header.uid().expect("a number"),
                header.gid().expect("a number"),
            );
            assert_eq!(owner, (0, 0));
        }
    }

    #[test]
    fn nothing_is_replaced_without_force() {
        let here = folder();
        for (form, name, file) in [
            (Form::Zip, "a.zip", "a.zip"),
            (Form::Folder, "folder", "folder/run"),
        ] {
            let path = here.path().join(name);
            let written = |text, force| write(&contents(text), form, &path, force);
            written("x", false).expect("nothing is there");
            written("x", false).expect("it is the same");
            let before = fs::read(here.path().join(file)).expect("it is there");
            match written("y", false) {
                Err(PackageError::Exists(exists)) => assert_eq!(exists, here.path().join(file)),
                other => panic!("{other:?}"),
            }
            let read = || fs::read(here.path().join(file)).expect("it is there");
            assert_eq!(read(), before);
            written("y", true).expect("it may be replaced");
            assert_ne!(read(), before);
        }
    }
}
