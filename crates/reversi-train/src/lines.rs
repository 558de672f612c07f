//! Files that grow line by line, so that an interrupted run continues where it stopped.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::{Result, in_file};

/// A file to which lines are appended. Its first line begins with `#` and says how the others are
/// made.
pub(crate) struct LineFile {
    file: File,
    path: PathBuf,
}

impl LineFile {
    /// Opens a file and returns its lines after the first one. A new file gets `header` as the
    /// first line; a different first line is an error. An incomplete last line is removed.
    pub(crate) fn open(path: &Path, header: &str) -> Result<(Self, String)> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(in_file(path))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(in_file(path))?;
        let header = format!("# {header}\n");
        let lines = if header.starts_with(&text) {
            file.set_len(0).map_err(in_file(path))?;
            file.write_all(header.as_bytes()).map_err(in_file(path))?;
            String::new()
        } else {
            text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
            let Some(lines) = text.strip_prefix(&header) else {
                let found = text.lines().next().unwrap_or_default();
                let error = format!("other settings: `{found}`, expected `{}`", header.trim());
                return Err(in_file(path)(error));
            };
            file.set_len(text.len() as u64).map_err(in_file(path))?;
            lines.to_owned()
        };
        let path = path.to_owned();
        Ok((Self { file, path }, lines))
    }

    pub(crate) fn append(&mut self, lines: &str) -> Result<()> {
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(in_file(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_continued_after_any_interruption() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("file");
        let whole = "# settings\none\ntwo\n";
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).expect("it can be written");
            let (mut lines, text) = LineFile::open(&path, "settings").expect("it is valid");
            for line in ["one\n", "two\n"].into_iter().skip(text.lines().count()) {
                lines.append(line).expect("it can be written");
            }
            let found = fs::read_to_string(&path).expect("it is there");
            assert_eq!(found, whole, "{length}");
        }
    }

    #[test]
    fn a_file_with_other_settings_is_refused_and_kept() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("file");
        for text in ["# other settings\none\n", "notes", "# settings and more\n"] {
            fs::write(&path, text).expect("it can be written");
            let error = LineFile::open(&path, "settings")
                .err()
                .expect("it is another file");
            let error = error.to_string();
            assert!(error.ends_with("expected `# settings`"), "{error}");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
    }
}
