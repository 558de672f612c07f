//! What a program has written to a disk.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What is written: the length on the disk, in bytes, and the number of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) bytes: u64,
    pub(crate) files: u64,
}

impl Written {
    fn add(&mut self, data: &Metadata) {
        self.bytes = self.bytes.saturating_add(data.blocks() * 512);
        self.files += 1;
    }

    /// Returns what is below `folders`, counting no further than `most` files, and in the
    /// files that the processes `pids` have open and removed.
    pub(crate) fn of(folders: &[PathBuf], pids: &[i32], most: u64) -> Self {
        let mut written = Self::default();
        let mut left = folders.to_vec();
        while let Some(folder) = left.pop() {
            // It may be gone, or closed to everybody.
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(data) = entry.metadata() else {
                    continue;
                };
                written.add(&data);
                if written.files > most {
                    return written;
                }
                if data.is_dir() {
                    left.push(entry.path());
                }
            }
        }
        let mut seen = BTreeSet::new();
        for pid in pids {
            let files = Path::new("/proc").join(pid.to_string()).join("fd");
            for entry in fs::read_dir(files).into_iter().flatten().flatten() {
                if let Ok(data) = fs::metadata(entry.path())
                    && data.is_file()
                    && data.nlink() == 0
                    && seen.insert((data.dev(), data.ino()))
                {
                    written.add(&data);
                }
            }
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_is_removed_but_open_counts_as_what_is_there() {
        let folder = tempfile::tempdir_in(".").expect("a folder can be made");
        let folders = [folder.path().to_owned()];
        fs::create_dir(folder.path().join("deep")).expect("it can be made");
        let path = folder.path().join("deep/file");
        let mut file = fs::File::create(&path).expect("it can be made");
        file.write_all(&vec![1; 1 << 20]).expect("there is room");
        file.sync_all().expect("there is room");
        let own = i32::try_from(std::process::id()).expect("it fits");
        let there = Written::of(&folders, &[], 100);
        assert_eq!(there.files, 2);
        assert!(there.bytes >= 1 << 20);
        fs::remove_file(path).expect("it is there");
        assert!(Written::of(&folders, &[], 100).bytes < 1 << 20);
        assert!(Written::of(&folders, &[own], 100).bytes >= 1 << 20);
        assert_eq!(Written::of(&folders, &[own], 0).files, 1);
    }
}
