//! Archives of cases.
//!
//! A library would take 20 kB of the file that a browser loads, most of it for tables.

use miniz_oxide::deflate::compress_to_vec;

/// The compression level of most programs.
const LEVEL: u8 = 6;

/// 2000-01-01 in the format of MS-DOS: an archive depends only on its files.
const DATE: u16 = (2000 - 1980) << 9 | 1 << 5 | 1;

/// Packs files, by path, as described in PKWARE's APPNOTE.TXT, version 6.3.10, 4.3.
pub(crate) fn zip(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    let mut count = 0;
    for (path, contents) in files {
        let packed = compress_to_vec(&contents, LEVEL);
        // The version needed to read it, UTF-8 names, DEFLATE, and the time.
        let mut about = halves(&[20, 1 << 11, 8, 0, DATE]);
        about.extend(words(&[crc(&contents), length(&packed), length(&contents)]));
        let path_length = u16::try_from(path.len()).expect("paths are short");
        about.extend(halves(&[path_length, 0]));

        directory.extend(b"PK\x01\x02");
        // Made on Unix, where a file has permissions.
        directory.extend([20, 3]);
        directory.extend(&about);
        directory.extend(halves(&[0, 0, 0]));
        directory.extend(words(&[0o100_644 << 16, length(&archive)]));
        directory.extend(path.bytes());

        archive.extend(b"PK\x03\x04");
        archive.extend(about);
        archive.extend(path.bytes());
        archive.extend(packed);
        count += 1;
    }
    let start = length(&archive);
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06");
    archive.extend(halves(&[0, 0, count, count]));
    archive.extend(words(&[length(&directory), start]));
    archive.extend(halves(&[0]));
    archive
}

fn halves(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().copied().flat_map(u16::to_le_bytes).collect()
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().copied().flat_map(u32::to_le_bytes).collect()
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("cases are short")
}

fn crc(bytes: &[u8]) -> u32 {
    let shifted = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
    let added = |crc, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), shifted);
    !bytes.iter().fold(!0, added)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::bufread::DeflateDecoder;
    use rawzip::ZipArchive;

    use super::*;

    #[test]
    fn another_program_reads_an_archive() {
        let files = [
            ("a/b.in".to_owned(), b"3 5\n".repeat(100)),
            ("ş".to_owned(), Vec::new()),
        ];
        let archive = zip(files.clone());
        let archive = ZipArchive::from_slice(&archive).expect("it is an archive");
        let mut read = Vec::new();
        let mut entries = archive.entries();
        while let Some(header) = entries.next_entry().expect("it is whole") {
            let entry = archive.get_entry(header.wayfinder()).expect("it is a file");
            let mut contents = Vec::new();
            entry
                .verifying_reader(DeflateDecoder::new(entry.data()))
                .read_to_end(&mut contents)
                .expect("its sum is right");
            let path = header.file_path().try_normalize().expect("it is a path");
            read.push((path.as_ref().to_owned(), contents));
        }
        assert_eq!(read, files);
    }
}
