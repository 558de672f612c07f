//! The entries of a zip file.

use std::fs::File;
use std::io::Read;

use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive, ZipFileHeaderRecord,
};

use super::name;
use super::unpacker::UnpackedEntry;
use super::{Add, UnpackError};

const KIND: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const FILE: u32 = 0o100_000;

pub(super) fn unpack(file: File, add: &mut Add<'_>) -> Result<(), UnpackError> {
    let damaged = |error: rawzip::Error| UnpackError::because(format!("damaged: {error}"));
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let archive = ZipArchive::from_file(file, &mut buffer).map_err(damaged)?;
    let mut entries = archive.entries(&mut buffer);
    while let Some(record) = entries.next_entry().map_err(damaged)? {
        let name = name::of_zip(record.file_path().as_bytes());
        add_record(&name, &record, &archive, add)?;
    }
    Ok(())
}

fn add_record<R: ReaderAt>(
    name: &str,
    record: &ZipFileHeaderRecord<'_>,
    archive: &ZipArchive<R>,
    add: &mut Add<'_>,
) -> Result<(), UnpackError> {
    let mode = record.mode();
    if mode.is_symlink() {
        return add(name, UnpackedEntry::Other("link"));
    }
    if name.ends_with(['/', '\\']) || mode.value() & KIND == FOLDER {
        return add(name, UnpackedEntry::Folder);
    }
    if mode.value() & KIND != FILE && mode.value() & KIND != 0 {
        return add(name, UnpackedEntry::Other("device or the like"));
    }
    let unreadable = |reason: String| UnpackedEntry::Unreadable(reason);
    if record.flags().is_encrypted() {
        return add(name, unreadable("it is encrypted".to_owned()));
    }
    let entry = match archive.get_entry(record.wayfinder()) {
        Ok(entry) => entry,
        Err(error) => return add(name, unreadable(format!("damaged: {error}"))),
    };
    // A zip file from Windows has no executable bits.
    let executable = mode.permissions() & 0o111 != 0;
    let mut add_file = |content: &mut dyn Read| {
        let file = UnpackedEntry::File {
            executable,
            content,
        };
        add(name, file)
    };
    match record.compression_method() {
        CompressionMethod::STORE => add_file(&mut entry.verifying_reader(entry.reader())),
        CompressionMethod::DEFLATE => {
            add_file(&mut entry.verifying_reader(DeflateDecoder::new(entry.reader())))
        }
        other => {
            let reason = format!(
                "its compression (method {}) is not supported; Deflate is",
                other.as_u16()
            );
            add(name, unreadable(reason))
        }
    }
}
