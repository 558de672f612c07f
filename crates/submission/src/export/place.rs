//! Finds the folder of an export that contains the submissions.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::{LeftOut, UnpackError, is_archive};
use crate::clutter::is_clutter;
use crate::files::{is_hidden, text};
use crate::find::beginnings;
use crate::language::ProgramKind;

use super::group::{ExportItem, doubt};
use super::layout::{LAYOUTS, Layout, NameParser, ParsedName};

/// The deepest folder that is searched: an archive contains the folder that was packed, and
/// that may contain the folder of another archive.
const DEPTH: usize = 4;

/// The reason why a folder is not taken for an export that it looks like.
pub(super) enum Almost {
    /// This name is not of the export.
    Other(String),
    /// The names may have been chosen by students.
    Doubt(String),
}

pub(super) struct ExportFolder {
    pub(super) folder: PathBuf,
    name: String,
    entries: Vec<FolderEntry>,
}

struct FolderEntry {
    name: String,
    path: PathBuf,
    refused: Option<String>,
}

impl ExportFolder {
    pub(super) fn all(
        path: &Path,
        root: Option<&Path>,
        left_out: &[LeftOut],
    ) -> io::Result<Vec<Self>> {
        let folder = root.unwrap_or(path);
        // `.` has the name of the current folder.
        let real = fs::canonicalize(path)?;
        let name = match root {
            Some(_) => real.file_stem(),
            None => real.file_name(),
        };
        let archive = path.file_name().unwrap_or_default().to_string_lossy();
        let refused = left_out.iter().filter_map(|left_out| {
            let path = left_out.path().filter(|_| left_out.refused)?;
            let error = UnpackError {
                archive: archive.clone().into_owned(),
                entry: Some(left_out.entry.clone()),
                reason: left_out.reason.clone(),
                is_exhaustion: false,
            };
            Some((folder.join(path), error.to_string()))
        });
        let refused: Vec<_> = refused.collect();
        let mut places = vec![Self {
            entries: entries(folder, &refused)?,
            folder: folder.to_owned(),
            name: name.unwrap_or_default().to_string_lossy().into_owned(),
        }];
        while let Some(Self { entries, .. }) = places.last()
            && let [only] = entries.as_slice()
            && only.path.is_dir()
            && places.len() < DEPTH
        {
            let place = Self {
                entries: self::entries(&only.path, &refused)?,
                folder: only.path.clone(),
                name: only.name.clone(),
            };
            places.push(place);
        }
        Ok(places)
    }

    /// Returns the first of `places` that is an export, or else the first, with its layout and
    /// names. An archive of a folder contains the folder.
    pub(super) fn recognise(
        places: &[Self],
        is_packed: bool,
    ) -> (&Self, &'static Layout, FolderContents) {
        for place in places {
            for layout in LAYOUTS.iter().filter(|layout| layout.platform.is_some()) {
                let contents = place.read(layout);
                let mut others = contents.others.iter();
                if !contents.items.is_empty()
                    && others.all(|name| is_table(name))
                    && doubt(&contents.items).is_none()
                {
                    return (place, layout, contents);
                }
            }
        }
        let usual = &places[usize::from(is_packed).min(places.len() - 1)];
        let place = places.iter().skip(1).find(|it| it.is_class());
        let place = place.unwrap_or(usual);
        let [.., folders] = &LAYOUTS;
        (place, folders, place.read(folders))
    }

    pub(super) fn hidden(&self) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.folder)?.map(|entry| Ok(entry?.file_name()));
        let names: Vec<OsString> = names.collect::<io::Result<_>>()?;
        let hidden = names
            .iter()
            .filter(|name| is_hidden(name) && !is_clutter(name));
        let mut hidden: Vec<_> = hidden.map(|name| text(name)).collect();
        hidden.sort();
        Ok(hidden)
    }

    /// Returns `true` if several of its folders have a program of their own, and it has none.
    fn is_class(&self) -> bool {
        let paths = self.entries.iter().map(|entry| &entry.path);
        let files: Vec<_> = paths.filter(|path| !path.is_dir()).collect();
        let archives = files.iter().filter(|path| is_archive(path)).count();
        files.iter().all(|path| ProgramKind::of(path).is_none())
            && archives + beginnings(&self.folder).len() > 1
    }

    /// Returns its only entry, if that is a folder.
    pub(super) fn only_folder(&self) -> Option<&Path> {
        match self.entries.as_slice() {
            [only] if only.path.is_dir() => Some(&only.path),
            _ => None,
        }
    }

    pub(super) fn almost(&self) -> Option<(&'static Layout, Almost)> {
        let exports = LAYOUTS.iter().filter(|layout| layout.platform.is_some());
        let read = exports.map(|layout| (layout, self.read(layout)));
        let (layout, contents) = read.max_by_key(|(_, contents)| contents.items.len())?;
        let count = contents.items.len();
        let is_most = count > 0 && count * 2 >= self.entries.len();
        let doubt = doubt(&contents.items).map(Almost::Doubt);
        let other = contents.others.into_iter().next().map(Almost::Other);
        Some((layout, doubt.or(other).filter(|_| is_most)?))
    }

    pub(super) fn read(&self, layout: &'static Layout) -> FolderContents {
        let names = NameParser::of(layout, &self.name);
        let mut contents = FolderContents::default();
        for entry in &self.entries {
            // A file that staff saved beside the submissions, such as a gradebook, belongs to
            // no student.
            let is_table =
                layout.platform.is_none() && is_table(&entry.name) && !entry.path.is_dir();
            match names.read(&entry.name).filter(|_| !is_table) {
                Some(ParsedName::Of(named)) => contents.items.push(ExportItem {
                    name: entry.name.clone(),
                    path: entry.path.clone(),
                    named,
                    refused: entry.refused.clone(),
                }),
                Some(ParsedName::Extra) => contents.extras.push(entry.path.clone()),
                None => contents.others.push(entry.name.clone()),
            }
        }
        contents
    }
}

fn is_table(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|it| ["csv", "ods", "tsv", "xls", "xlsx"].contains(&&*it.to_lowercase()))
}

#[derive(Default)]
pub(super) struct FolderContents {
    pub(super) items: Vec<ExportItem>,
    pub(super) extras: Vec<PathBuf>,
    pub(super) others: Vec<String>,
}

fn entries(folder: &Path, refused: &[(PathBuf, String)]) -> io::Result<Vec<FolderEntry>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    let below = refused.iter().filter_map(|(path, _)| {
        let first = path.strip_prefix(folder).ok()?.iter().next()?;
        Some(folder.join(first))
    });
    paths.extend(below);
    paths.sort();
    paths.dedup();
    let entries = paths.into_iter().filter_map(|path| {
        let name = path.file_name()?;
        if is_hidden(name) {
            return None;
        }
        let mut refused = refused.iter();
        Some(FolderEntry {
            name: text(name),
            refused: refused
                .find(|(refused, _)| refused.starts_with(&path))
                .map(|(_, reason)| reason.clone()),
            path,
        })
    });
    Ok(entries.collect())
}
