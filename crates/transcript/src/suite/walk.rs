//! The files in a folder.

use std::fs;
use std::io;
use std::path::Path;

use super::SuiteError;

/// The number of folders below the first one in which files are looked for. It also
/// ends a circle of links.
const DEEPEST: usize = 8;

/// The largest number of files in a folder of cases.
const MOST: usize = 20_000;

/// The names in `folder`, which must be UTF-8.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, SuiteError> {
    let unreadable = |source| unreadable(folder, source);
    fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| {
            let name = entry.map_err(unreadable)?.file_name();
            name.into_string()
                .map_err(|name| SuiteError::Stray(folder.join(name)))
        })
        .collect()
}

/// The paths of the files in `folder` and below, with slashes, in order; and
/// separately those that are not UTF-8.
pub(super) fn files(folder: &Path) -> Result<(Vec<String>, Vec<String>), SuiteError> {
    let (mut files, mut not_text) = (Vec::new(), Vec::new());
    let mut folders = vec![(String::new(), 0)];
    while let Some((prefix, depth)) = folders.pop() {
        let here = folder.join(&prefix);
        let unreadable = |source| unreadable(&here, source);
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
                return Err(SuiteError::TooMany {
                    folder: folder.to_owned(),
                    most: MOST,
                });
            }
        }
    }
    files.sort_unstable();
    Ok((files, not_text))
}

fn unreadable(folder: &Path, source: io::Error) -> SuiteError {
    SuiteError::Unreadable {
        path: folder.to_owned(),
        source,
    }
}
