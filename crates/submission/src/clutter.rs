//! The files that systems and version control add.

use std::ffi::OsStr;

/// Returns `true` for a file or folder that no student wrote: a system or version control added
/// it.
pub fn is_clutter(name: &OsStr) -> bool {
    const NAMES: [&str; 5] = ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git"];
    name.as_encoded_bytes().starts_with(b"._")
        || NAMES
            .iter()
            .any(|clutter| name.eq_ignore_ascii_case(clutter))
}
