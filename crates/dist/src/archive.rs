//! Archives whose bytes depend on their entries only.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::path::EntryPath;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// A file of an archive.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its path in the archive's folder, with `/`.
    pub(crate) path: String,
    pub(crate) executable: bool,
    pub(crate) content: Vec<u8>,
}

impl Entry {
    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Tgz,
    Zip,
}

impl Format {
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Tgz => "tgz",
            Self::Zip => "zip",
        }
    }

    /// Returns an archive of one folder with the entries, in the order of their
    /// paths. `time` is that of all files, in seconds since 1970.
    pub(crate) fn pack(
        self,
        folder: &str,
        mut entries: Vec<Entry>,
        time: u32,
    ) -> io::Result<Vec<u8>> {
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        match self {
            Self::Tgz => tgz(folder, &entries, time),
            Self::Zip => zip(folder, &entries, time),
        }
    }
}

fn tgz(folder: &str, entries: &[Entry], time: u32) -> io::Result<Vec<u8>> {
    // The header of flate2 names neither a time nor a file.
    let gzip = GzEncoder::new(Vec::new(), Compression::best());
    let mut archive = tar::Builder::new(gzip);
    for entry in entries {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(tar::EntryType::Regular);
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(entry.content.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(time.into());
        let path = format!("{folder}/{}", entry.path);
        archive.append_data(&mut header, path, &*entry.content)?;
    }
    archive.into_inner()?.finish()
}

fn zip(folder: &str, entries: &[Entry], time: u32) -> io::Result<Vec<u8>> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for entry in entries {
        let path = format!("{folder}/{}", entry.path);
        let (mut file, config) = archive
            .new_file(EntryPath::verbatim(path.as_bytes()))
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(0o100_000 | entry.mode())
            .last_modified(UtcDateTime::from_unix(time.into()))
            .start()
            .map_err(io::Error::other)?;
        let deflate = DeflateEncoder::new(&mut file, Compression::best());
        let mut writer = config.wrap(deflate);
        writer.write_all(&entry.content)?;
        let (deflate, descriptor) = writer.finish().map_err(io::Error::other)?;
        deflate.finish()?;
        file.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    const TIME: u32 = 1_700_000_000;

    fn entry(path: &str, executable: bool, content: &str) -> Entry {
        Entry {
            path: path.to_owned(),
            executable,
            content: content.into(),
        }
    }

    fn entries() -> Vec<Entry> {
        vec![
            entry("program", true, "code"),
            entry("man/man1/program.1", false, "page"),
        ]
    }

    #[test]
    fn the_order_of_the_entries_does_not_change_the_archive() {
        for format in [Format::Tgz, Format::Zip] {
            let packed = |entries| format.pack("folder", entries, TIME).expect("memory");
            let mut reversed = entries();
            reversed.reverse();
            assert_eq!(packed(entries()), packed(reversed), "{format:?}");
        }
    }

    #[test]
    fn what_an_entry_has_changes_the_archive() {
        let others = [
            entry("programs", true, "code"),
            entry("program", false, "code"),
            entry("program", true, "Code"),
        ];
        for format in [Format::Tgz, Format::Zip] {
            let packed = |entry, time| format.pack("folder", vec![entry], time).expect("memory");
            let program = || entry("program", true, "code");
            assert_ne!(packed(program(), TIME), packed(program(), TIME + 2));
            for other in &others {
                let other = entry(
                    &other.path,
                    other.executable,
                    &String::from_utf8_lossy(&other.content),
                );
                assert_ne!(packed(program(), TIME), packed(other, TIME), "{format:?}");
            }
        }
    }

    #[test]
    fn a_tgz_has_sorted_files_of_nobody_and_one_time() {
        let packed = Format::Tgz.pack("folder", entries(), TIME).expect("memory");
        let mut archive = tar::Archive::new(GzDecoder::new(&*packed));
        let mut found = Vec::new();
        for file in archive.entries().expect("it is an archive") {
            let mut file = file.expect("it is an entry");
            let mut content = String::new();
            file.read_to_string(&mut content).expect("it is text");
            let header = file.header();
            let numbers = [
                header.uid().expect("a number"),
                header.gid().expect("a number"),
                header.mtime().expect("a number"),
            ];
            assert_eq!(numbers, [0, 0, TIME.into()]);
            assert_eq!(header.username().expect("text"), Some(""));
            let path = file.path().expect("a path").display().to_string();
            found.push((path, file.header().mode().expect("a number"), content));
        }
        let expected = [
            ("folder/man/man1/program.1", 0o644, "page"),
            ("folder/program", 0o755, "code"),
        ];
        let expected = expected.map(|(path, mode, content)| (path.into(), mode, content.into()));
        assert_eq!(found, expected);
    }
}
