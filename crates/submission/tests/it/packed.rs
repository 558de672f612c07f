//! Archives for the tests.

use std::io::Write;

use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use tar::{Builder, EntryType, Header};

/// Each entry has a name, a Unix mode with its type, and a content. A name that ends with a
/// slash is a folder.
pub(crate) fn zip(entries: &[(&[u8], u32, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for &(name, mode, content) in entries {
        let name = EntryPath::verbatim(name);
        let file = archive.new_file(name).unix_permissions(mode);
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut file, config) = file.start().expect("an entry can be written");
        let deflate = flate2::write::DeflateEncoder::new(&mut file, flate2::Compression::default());
        let mut writer = config.wrap(deflate);
        writer.write_all(content).expect("a vector takes it");
        let (deflate, descriptor) = writer.finish().expect("a vector takes it");
        deflate.finish().expect("a vector takes it");
        file.finish(descriptor).expect("a vector takes it");
    }
    archive.finish().expect("an archive can be written")
}

pub(crate) fn tar(entries: &[(&[u8], EntryType, u32, &[u8])]) -> Vec<u8> {
    let mut archive = Builder::new(Vec::new());
    for &(name, kind, mode, content) in entries {
        let mut header = Header::new_gnu();
        // Its methods refuse such names.
        let raw = header.as_gnu_mut().expect("it is one");
        raw.name[..name.len()].copy_from_slice(name);
        let is_link = kind.is_symlink() || kind.is_hard_link();
        if is_link {
            raw.linkname[..content.len()].copy_from_slice(content);
        }
        let content = if is_link { b"" } else { content };
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(content.len() as u64);
        header.set_cksum();
        archive.append(&header, content).expect("a vector takes it");
    }
    archive.into_inner().expect("a vector takes it")
}

pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).expect("a vector takes it");
    encoder.finish().expect("a vector takes it")
}

pub(crate) fn bzip2(content: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(content).expect("a vector takes it");
    encoder.finish().expect("a vector takes it")
}
