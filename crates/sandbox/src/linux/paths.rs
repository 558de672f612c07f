//! Which files lie in which folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The parts of `paths` that are not `secret`: a folder with something secret below it
/// is taken apart, since Landlock can only add rights.
///
/// Links among `paths` are resolved first: a rule for a link is one for what it leads to.
pub(crate) fn without(paths: Vec<PathBuf>, secret: &[PathBuf]) -> Vec<PathBuf> {
    let mut left = paths;
    let mut seen = BTreeSet::new();
    let mut parts = Vec::new();
    while let Some(path) = left.pop() {
        let Ok(path) = fs::canonicalize(path) else {
            continue;
        };
        let is_secret = secret.iter().any(|secret| path.starts_with(secret));
        if is_secret || !seen.insert(path.clone()) {
            continue;
        }
        if secret.iter().any(|secret| secret.starts_with(&path)) {
            // What a link in it leads to may be outside.
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            let entries = entries.map(|entry| entry.path());
            left.extend(entries.filter(|path| !path.is_symlink()));
        } else {
            parts.push(path);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_something_secret_is_taken_apart() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b/c", "b/d", "e/f"] {
            let file = path(name);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(file, "").expect("it can be written");
        }
        std::os::unix::fs::symlink(".", path("self")).expect("a link can be made");
        std::os::unix::fs::symlink("b/c", path("link")).expect("a link can be made");
        let mut parts = without(vec![folder.path().to_owned()], &[path("b/c")]);
        parts.sort();
        assert_eq!(parts, [path("a"), path("b/d"), path("e")]);
        assert_eq!(without(vec![path("b")], &[path("b")]), [] as [PathBuf; 0]);
        assert_eq!(without(vec![path("b")], &[path("a")]), [path("b")]);
    }
}
