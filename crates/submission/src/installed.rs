//! This project's programs, which a submission could call to do its work.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
pub(crate) use search::marked;

/// Returns the running executable, and the files called `names` beside it and in the folders of
/// `PATH`, as canonical paths.
pub fn installed<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<PathBuf> {
    let own = env::current_exe().ok();
    let beside = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain(beside).collect();
    let mut all: Vec<PathBuf> = names
        .into_iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .chain(own)
        .filter_map(|path| fs::canonicalize(path).ok())
        .filter(|path| path.is_file())
        .collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(target_os = "linux")]
mod search {
    use std::ffi::OsStr;
    use std::fs::{self, DirEntry, File};
    use std::io::Read;
    use std::path::{Path, PathBuf};

    use bstr::ByteSlice;
    use rayon::prelude::*;

    /// The text of the note in `course/src/mark.rs`.
    const MARK: &str = "a program of reversi-courses";

    /// The part of a file that contains its notes, in bytes.
    const START: u64 = 4096;

    /// Less than the size of any of our programs, in bytes.
    const SHORT: u64 = 256 << 10;

    /// Extensions of six out of seven files of a system, none of which is a program. Asking for
    /// their sizes would take longer than everything else.
    const NO_PROGRAMS: [&str; 27] = [
        "a", "bc", "c", "conf", "css", "go", "gz", "h", "hpp", "html", "js", "json", "md", "mo",
        "pl", "pm", "png", "py", "pyc", "pyi", "rs", "rst", "svg", "txt", "vim", "xml", "yaml",
    ];

    /// Returns our programs in and below `paths`, as canonical paths: every readable file with
    /// the mark, since a submission could execute a copy.
    pub(crate) fn marked(paths: Vec<PathBuf>) -> Vec<PathBuf> {
        let real = paths
            .into_iter()
            .filter_map(|path| fs::canonicalize(path).ok());
        let mut all: Vec<PathBuf> = real.collect();
        all.sort();
        // A folder comes before its contents.
        all.dedup_by(|inner, outer| inner.starts_with(outer));
        let (folders, mut found): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.is_dir());
        found.retain(|file| is_marked(file));
        found.par_extend(folders.into_par_iter().flat_map(search));
        found
    }

    /// Follows no links.
    fn search(folder: PathBuf) -> Vec<PathBuf> {
        let (mut found, mut folders) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() && may_be_program(&entry) && is_marked(&path) => {
                    found.push(path);
                }
                _ => {}
            }
        }
        found.par_extend(folders.into_par_iter().flat_map(search));
        found
    }

    fn may_be_program(entry: &DirEntry) -> bool {
        let name = entry.file_name();
        let extension = Path::new(&name).extension().and_then(OsStr::to_str);
        !extension.is_some_and(|it| NO_PROGRAMS.contains(&it))
            && entry.metadata().is_ok_and(|data| data.len() >= SHORT)
    }

    fn is_marked(path: &Path) -> bool {
        let mut start = Vec::new();
        let read = File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
        read.is_ok() && start.starts_with(b"\x7fELF") && start.contains_str(MARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_of_ours_is_found_by_its_mark_whatever_its_name() {
        // This links the mark into this executable.
        use course as _;

        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("lib/node_modules")).expect("a folder can be made");
        let own = env::current_exe().expect("it is there");
        let shell = fs::canonicalize("/bin/bash").expect("there is a shell");
        let hidden = ["lib/b", "lib/node_modules/a.node"].map(path);
        for (from, to) in [
            (&own, &hidden[0]),
            (&own, &hidden[1]),
            (&shell, &path("lib/c")),
        ] {
            fs::copy(from, to).expect("it can be copied");
        }
        let text = include_str!("../../course/src/mark.rs");
        fs::write(path("text"), text).expect("a file can be written");
        std::os::unix::fs::symlink(&own, path("link")).expect("a link can be made");
        let mut found = marked(["lib/b", "lib", "lib", "text"].map(path).to_vec());
        found.sort();
        let hidden = hidden.map(|path| fs::canonicalize(path).expect("it is there"));
        assert_eq!(found, hidden);
        assert_eq!(marked(vec![path("")]).len(), 2);
    }

    #[test]
    fn the_executable_and_commands_in_path_are_found() {
        let own = env::current_exe()
            .and_then(fs::canonicalize)
            .expect("it is there");
        assert_eq!(installed([]), [own]);
        let shell = fs::canonicalize("/bin/sh").expect("there is a shell");
        assert!(installed(["sh", "no such command"]).contains(&shell));
    }
}
