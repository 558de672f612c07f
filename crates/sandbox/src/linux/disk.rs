//! The files that a program has written to a disk.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

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

    /// Measures `folders`, up to `most` files, and the removed files that the processes `pids`
    /// still have open. A folder that cannot be read exceeds any limit: a program closes a folder,
    /// or nests it deeper than the longest path, only to hide something.
    pub(crate) fn of(folders: &[PathBuf], pids: &[i32], most: u64) -> Self {
        const UNKNOWN: Written = Written {
            bytes: u64::MAX,
            files: u64::MAX,
        };
        let mut written = Self::default();
        let entries = |folder| WalkDir::new(folder).min_depth(1);
        for entry in folders.iter().flat_map(entries) {
            let data = entry.and_then(|entry| entry.metadata());
            match data.map_err(io::Error::from) {
                Ok(data) => written.add(&data),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(_) => return UNKNOWN,
            }
            if written.files > most {
                return written;
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
        // Longer than any path.
        let mut inner = fs::File::open(folder.path()).expect("it is there");
        for _ in 0..200 {
            use rustix::fs::{Mode, OFlags, mkdirat, openat};
            let name = "d".repeat(40);
            mkdirat(&inner, &name, Mode::RWXU).expect("it can be made");
            inner = openat(&inner, &name, OFlags::RDONLY, Mode::empty())
                .expect("it is there")
                .into();
        }
        assert_eq!(Written::of(&folders, &[], 1000).files, u64::MAX);
        drop(inner);
        crate::remove(folder.path()).expect("it can be removed");
    }
}
