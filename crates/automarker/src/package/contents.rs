//! The files of a package.

use std::collections::BTreeMap;

/// The files of a package by their paths, with slashes between the parts. The order
/// and so the bytes of an archive depend on nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    files: BTreeMap<String, File>,
}

/// A file of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
    /// If set, it can be executed.
    pub(crate) executable: bool,
}

impl File {
    /// The permissions of the file.
    pub(crate) fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

impl Contents {
    /// Adds a text, such as a configuration.
    pub(crate) fn add_text(&mut self, path: &str, text: impl Into<String>) {
        self.add(path, text.into().into_bytes(), false);
    }

    /// Adds a script, which can be executed.
    pub(crate) fn add_script(&mut self, path: &str, text: impl Into<String>) {
        self.add(path, text.into().into_bytes(), true);
    }

    /// Adds a program, which can be executed.
    pub(crate) fn add_program(&mut self, path: &str, bytes: &[u8]) {
        self.add(path, bytes.to_owned(), true);
    }

    /// Adds the files of `other`, each below `folder`.
    pub(crate) fn add_all(&mut self, folder: &str, other: &Self) {
        for (path, file) in &other.files {
            let path = format!("{folder}/{path}");
            self.add(&path, file.bytes.clone(), file.executable);
        }
    }

    /// Adds a file.
    ///
    /// # Panics
    ///
    /// If there is one already.
    pub(crate) fn add(&mut self, path: &str, bytes: Vec<u8>, executable: bool) {
        let file = File { bytes, executable };
        let before = self.files.insert(path.to_owned(), file);
        assert!(before.is_none(), "{path} is in the package twice");
    }

    /// Returns the files by their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file))
    }

    /// Returns `true` if there is no file.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
