//! Which files lie in which folders.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of `paths` that are not `hidden`: a folder with something hidden
/// below it is taken apart, since Landlock can only add rights.
pub(crate) fn without_hidden(paths: &[PathBuf], hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut left: Vec<PathBuf> = paths.to_vec();
    let mut parts = Vec::new();
    while let Some(path) = left.pop() {
        if hidden.iter().any(|hidden| path.starts_with(hidden)) {
            continue;
        }
        if hidden.iter().any(|hidden| hidden.starts_with(&path)) {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            left.extend(entries.map(|entry| entry.path()));
        } else {
            parts.push(path);
        }
    }
    parts
}

/// Returns the first of `paths` that lies in `folders`.
pub(crate) fn inside<'a>(paths: &'a [PathBuf], folders: &[PathBuf]) -> Option<&'a Path> {
    paths
        .iter()
        .find(|path| folders.iter().any(|folder| path.starts_with(folder)))
        .map(PathBuf::as_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_something_hidden_is_taken_apart() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b/c", "b/d", "e/f"] {
            let file = path(name);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(file, "").expect("it can be written");
        }
        let mut parts = without_hidden(&[folder.path().to_owned()], &[path("b/c")]);
        parts.sort();
        assert_eq!(parts, [path("a"), path("b/d"), path("e")]);
        assert_eq!(
            without_hidden(&[path("b")], &[path("b")]),
            [] as [PathBuf; 0]
        );
        assert_eq!(without_hidden(&[path("b")], &[path("a")]), [path("b")]);
    }
}
