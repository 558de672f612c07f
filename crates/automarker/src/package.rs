//! Packages for graders: everything that a platform needs to mark submissions by itself.
//!
//! Each platform is a row in [`PLATFORMS`] and a folder of templates in `platforms/`.

pub(crate) mod binary;
pub(crate) mod plan;
mod platforms;
pub(crate) mod template;
pub(crate) mod write;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::named::PACKAGED;
use plan::PackagePlan;
use platforms::MarkerLocation;
pub(crate) use platforms::{PLATFORMS, Platform};

/// Files by path, with slashes. Their order, and so the bytes of an archive, depends on nothing
/// else.
pub(crate) type PackageFiles = BTreeMap<String, Vec<u8>>;

impl Platform {
    pub(crate) fn write(
        &self,
        plan: &PackagePlan<'_>,
        output: &Path,
        force: bool,
    ) -> Result<(), PackageError> {
        let contents = self.pack(plan)?;
        write::write(&contents, self.form, output, force)
    }

    fn pack(&self, plan: &PackagePlan<'_>) -> Result<PackageFiles, PackageError> {
        let refused = |why| PackageError::Refused(self.title, why);
        if let Some(objection) = self.objection(plan) {
            return Err(refused(objection));
        }
        let mut contents = self.marker_and_cases(plan)?;
        let sums = contents
            .iter()
            .map(|(path, bytes)| format!("{:x}  {path}\n", Sha256::digest(bytes)));
        let sums = sums.collect::<Vec<_>>().concat();
        for (path, text) in self.files {
            let text = template::fill(text, plan, self.format, &sums);
            contents.insert((*path).to_owned(), text.into_bytes());
        }
        if self.largest < usize::MAX {
            let size = write::zip(&contents).map_or(usize::MAX, |bytes| bytes.len());
            if size > self.largest {
                return Err(refused(format!(
                    "the files take {} MiB compressed, but the limit is {} MiB",
                    size.div_ceil(1 << 20),
                    self.largest >> 20
                )));
            }
        }
        Ok(contents)
    }

    fn marker_and_cases(&self, plan: &PackagePlan<'_>) -> Result<PackageFiles, PackageError> {
        let folder = match self.marker {
            MarkerLocation::Folder(folder) => folder,
            MarkerLocation::BesideSubmission => "",
        };
        let mut contents =
            PackageFiles::from([(format!("{folder}automarker"), plan.marker.to_vec())]);
        if let Some(bytes) = plan.course_file {
            contents.insert(format!("{folder}{PACKAGED}"), bytes.to_vec());
        }
        match self.marker {
            MarkerLocation::BesideSubmission if plan.case_files.is_empty() => {}
            MarkerLocation::BesideSubmission => {
                let path = "automarker-cases.tar";
                let archive =
                    write::tar(plan.case_files).map_err(PackageError::io(Path::new(path)))?;
                contents.insert(path.to_owned(), archive);
            }
            MarkerLocation::Folder(folder) => {
                let files = plan.case_files.iter();
                contents.extend(
                    files.map(|(path, bytes)| (format!("{folder}cases/{path}"), bytes.clone())),
                );
            }
        }
        Ok(contents)
    }

    pub(crate) fn advice(&self, plan: &PackagePlan<'_>) -> String {
        let hidden = plan.hidden_case().and(self.hidden_note.as_ref());
        let notes = self.notes.iter().chain(hidden);
        let notes = notes.map(|note| format!("note: {note}\n"));
        let lines: Vec<_> = notes.chain([format!("{}.\n", self.next)]).collect();
        lines.concat()
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum PackageError {
    #[error("{0}: {1}")]
    Refused(&'static str, String),
    #[error("{} exists; give another --output, or replace it with --force", .0.display())]
    Exists(PathBuf),
    #[error("cannot write {}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
}

impl PackageError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }
}
