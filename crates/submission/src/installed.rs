//! Programs of ours that a submission could call to do its work.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the executable that runs, and the files called `names` beside it and
/// in the folders of `PATH`, as canonical paths.
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

#[cfg(test)]
mod tests {
    use super::*;

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
