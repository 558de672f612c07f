//! The submissions of a class: one per student or group.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The submission of one student or group.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Submission {
    /// Its name, which no other submission of the class has. It comes from the
    /// names of files, so that it may contain any character.
    pub name: String,
    /// The students, if the class names them: several in a group.
    pub students: Vec<Student>,
    /// The files and folders that were submitted. Never empty.
    pub parts: Vec<Part>,
}

/// A student, as the export of a learning management system names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Student {
    /// The full name, or nothing.
    pub name: String,
    /// The id, or nothing.
    pub id: String,
}

/// A submitted file or folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Its path on this machine.
    pub path: PathBuf,
    /// The name that the student gave to the file. What is in a folder keeps its
    /// names, and lies at the top of the submission.
    pub name: String,
}

/// Returns the submissions in `folder`, by name: each folder or file is one.
/// Names that begin with a dot are ignored.
pub fn submissions(folder: &Path) -> io::Result<Vec<Submission>> {
    let mut submissions = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            submissions.push(Submission {
                name: name.clone(),
                students: Vec::new(),
                parts: vec![Part {
                    path: entry.path(),
                    name,
                }],
            });
        }
    }
    submissions.sort();
    Ok(submissions)
}
