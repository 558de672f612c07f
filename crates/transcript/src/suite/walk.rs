//! The files in a folder.

use std::fs;
use std::path::Path;

use super::SuiteError;

/// Ends a cycle of links.
const DEEPEST: usize = 8;

const MOST: usize = 20_000;

/// Returns the sorted paths of the files below `folder`, with slashes, and separately those
/// that are not UTF-8.
pub(super) fn files(folder: &Path) -> Result<(Vec<String>, Vec<String>), SuiteError> {
    let (mut files, mut not_text) = (Vec::new(), Vec::new());
    let mut folders = vec![(String::new(), 0)];
    while let Some((prefix, depth)) = folders.pop() {
        let here = folder.join(&prefix);
        let unreadable = |source| SuiteError::Unreadable(here.clone(), source);
        for entry in fs::read_dir(&here).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let Ok(name) = entry.file_name().into_string() else {
                not_text.push(format!("{prefix}{}", entry.file_name().to_string_lossy()));
                continue;
            };
            let path = format!("{prefix}{name}");
            if !entry.path().is_dir() {
                files.push(path);
            } else if depth < DEEPEST && !name.starts_with('.') {
                folders.push((format!("{path}/"), depth + 1));
            }
            if files.len() + not_text.len() + folders.len() > MOST {
                return Err(SuiteError::TooMany(folder.to_owned(), MOST));
            }
        }
    }
    files.sort_unstable();
    Ok((files, not_text))
}
