//! The submissions of a class: one per student or group.
//!
//! [`Class::read`] recognises the exports of learning management systems by the names in a
//! folder or archive, and groups the files by student.

mod group;
mod lateness;
mod layout;
mod notes;
mod place;
mod students;

use std::io;
use std::path::{Path, PathBuf};

use crate::archive::{UnpackError, UnpackLimits, is_archive, unpack_several};
use crate::files::text;
use sandbox::TemporaryFolder;

pub use lateness::Lateness;
pub use layout::{LAYOUTS, Layout};

use group::group;
use layout::Students;
use place::ExportFolder;

/// The submission of one student or group.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Submission {
    /// The name, unique in the class. It comes from file names and may contain any character.
    pub name: String,
    /// The students, if they are known: several in a group.
    pub students: Vec<Student>,
    /// The files and folders that were submitted.
    pub parts: Vec<Part>,
    /// The reason why there is nothing to mark, if the export shows one: no file was submitted,
    /// or an archive could not be unpacked.
    pub problem: Option<String>,
    /// The reason why a person must choose what to mark.
    pub unclear: Option<String>,
    /// Notes on its files, for the report.
    pub notes: Vec<String>,
    /// The lateness, if the export shows that the submission came after the deadline.
    pub late: Option<Lateness>,
}

impl Submission {
    /// Returns a submission of the file or folder `path` alone.
    pub fn of(path: &Path) -> Self {
        let name = text(path.file_name().unwrap_or(path.as_os_str()));
        Self {
            parts: vec![Part {
                path: path.to_owned(),
                name: name.clone(),
            }],
            name,
            ..Self::default()
        }
    }

    /// Returns `true` if `name` is the name of the submission or of one of its files, or the
    /// name or id of a student, in any letter case.
    pub fn is_called(&self, name: &str) -> bool {
        let students = self.students.iter();
        let students = students.flat_map(|student| [&student.name, &student.id]);
        let files = self.parts.iter().filter_map(|part| part.path.file_name());
        let files = files.map(|file| text(file).to_lowercase());
        let called = students.chain([&self.name]).map(|it| it.to_lowercase());
        called.chain(files).any(|it| it == name.to_lowercase())
    }
}

/// A student, as an export names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Student {
    /// The full name, or empty.
    pub name: String,
    /// The id, or empty.
    pub id: String,
}

/// A submitted file or folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Its path on this machine.
    pub path: PathBuf,
    /// The name that the student gave to the file. The contents of a folder keep their names,
    /// and lie at the top of the submission.
    pub name: String,
}

/// The submissions of a class.
#[derive(Debug)]
pub struct Class {
    /// The layout that was recognised.
    pub layout: &'static Layout,
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// Notes for a reader, one line each: the layout first.
    pub notes: Vec<String>,
    unpacked: Option<TemporaryFolder>,
}

impl Class {
    /// Reads the submissions in `path`, a folder or an archive, in `layout` if it is given.
    /// Without a recognised layout, each file or folder is a submission. Names that begin with
    /// a dot are left out with a note, and files that systems add without one.
    ///
    /// An archive is unpacked to a temporary folder, which exists as long as the class does.
    pub fn read(path: &Path, layout: Option<&'static Layout>) -> Result<Self, ClassError> {
        let cannot_read = |source| ClassError::Read {
            path: path.to_owned(),
            source,
        };
        let mut left_out = Vec::new();
        let mut unpacked = None;
        if is_archive(path) && path.is_file() {
            let folder = TemporaryFolder::new().map_err(cannot_read)?;
            let (all, each) = (&UnpackLimits::CLASS, &UnpackLimits::SUBMISSION);
            let result = unpack_several(path, folder.path(), all, each);
            left_out = result.map_err(ClassError::Unpack)?;
            unpacked = Some(folder);
        }
        let root = unpacked.as_ref().map(TemporaryFolder::path);
        let places = ExportFolder::all(path, root, &left_out).map_err(cannot_read)?;
        let (place, layout, mut contents) = match layout {
            None => ExportFolder::recognise(&places, root.is_some()),
            Some(layout) => {
                let mut read = places
                    .iter()
                    .map(|place| (place, layout, place.read(layout)));
                let found = read.find(|(_, _, contents)| !contents.items.is_empty());
                let path = path.to_owned();
                found.ok_or(ClassError::Layout { path, layout })?
            }
        };
        if layout.students == Some(Students::InGenerated) {
            students::name(&mut contents.items);
        }
        let mut grouped = group(layout, contents.items);
        let mut notes = vec![notes::layout(layout, grouped.submissions.len())];
        if layout.students == Some(Students::InMetadata)
            && let Err(reason) = students::add(&place.folder, &mut grouped.submissions)
        {
            notes.push(notes::no_students(&reason));
        }
        if let Some(columns) = &layout.lateness {
            lateness::add(&mut grouped.submissions, columns, &contents.extras);
        }
        if layout.platform.is_none() {
            let depth = usize::from(root.is_some());
            notes.splice(0..0, notes::inner(place, root.unwrap_or(path), depth));
            notes.extend(place.almost().map(notes::almost));
        }
        notes.extend(notes::grouped(&grouped));
        notes.extend(notes::late(&grouped.submissions));
        notes.extend(notes::others(layout, &contents.others));
        notes.extend(notes::hidden(&place.hidden().map_err(cannot_read)?));
        notes.extend(notes::left_out(&left_out));
        Ok(Self {
            layout,
            submissions: grouped.submissions,
            notes,
            unpacked,
        })
    }

    /// Returns the folder to which the archive was unpacked, if there was one.
    pub fn unpacked(&self) -> Option<&Path> {
        self.unpacked.as_ref().map(TemporaryFolder::path)
    }
}

/// The reason why the submissions of a class cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// The folder or archive cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The folder or archive.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The archive cannot be unpacked.
    #[error(transparent)]
    Unpack(UnpackError),
    /// The names do not match the layout that was asked for.
    #[error(
        "no name in {} is that of a submission in an export from {}",
        .path.display(),
        .layout.platform.unwrap_or_default()
    )]
    Layout {
        /// The folder or archive.
        path: PathBuf,
        /// The layout.
        layout: &'static Layout,
    },
}
