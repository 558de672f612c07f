//! The folder of an export in which the submissions lie.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::{LeftOut, UnpackError};
use crate::clutter::is_clutter;

use super::group::Item;
use super::layout::{LAYOUTS, Layout, Name, Names};

/// How many folders deep submissions are looked for: an archive has the folder
/// that was packed, and a folder may have that of the archive.
const DEPTH: usize = 4;

/// A folder in which submissions may lie.
pub(super) struct Place {
    pub(super) folder: PathBuf,
    /// Its name. The folder of an archive has the archive's.
    name: String,
    entries: Vec<Found>,
}

struct Found {
    name: String,
    path: PathBuf,
    /// The reason why it, or a file in it, was not unpacked.
    refused: Option<String>,
}

impl Place {
    /// Returns the folder `path`, or `root` if that is an archive which was
    /// unpacked to it; then the only folder in it, and so on.
    pub(super) fn all(
        path: &Path,
        root: Option<&Path>,
        left_out: &[LeftOut],
    ) -> io::Result<Vec<Self>> {
        let folder = root.unwrap_or(path);
        // The name of `.` is that of the current folder.
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

    /// Returns the first of `places` that is an export, and its layout; otherwise
    /// the first. An archive of a folder has the folder in it.
    pub(super) fn recognise(places: &[Self], is_packed: bool) -> (&Self, &'static Layout) {
        let is_export = |place: &Self, layout: &'static Layout| {
            let (of, all) = place.count(layout);
            layout.platform.is_some() && of > 0 && all == place.entries.len()
        };
        for place in places {
            if let Some(layout) = LAYOUTS.iter().find(|layout| is_export(place, layout)) {
                return (place, layout);
            }
        }
        let index = usize::from(is_packed).min(places.len() - 1);
        let [.., folders] = &LAYOUTS;
        (&places[index], folders)
    }

    /// Returns the first of `places` with a submission in `layout`.
    pub(super) fn of_layout<'a>(places: &'a [Self], layout: &'static Layout) -> Option<&'a Self> {
        let mut places = places.iter();
        places.find(|place| layout.platform.is_none() || place.count(layout).0 > 0)
    }

    /// Returns the layout that most names are of, and a name that is not.
    pub(super) fn almost(&self) -> Option<(&'static Layout, &str)> {
        let exports = LAYOUTS.iter().filter(|layout| layout.platform.is_some());
        let layout = exports.max_by_key(|layout| self.count(layout).0)?;
        if self.count(layout).0 * 2 < self.entries.len() || self.count(layout).0 == 0 {
            return None;
        }
        let names = Names::of(layout, &self.name);
        let mut entries = self.entries.iter();
        let other = entries.find(|entry| names.read(&entry.name).is_none())?;
        Some((layout, &other.name))
    }

    /// Returns the items of the submissions, the files of the export as a whole, and
    /// the names that are not in the layout.
    pub(super) fn items(&self, layout: &'static Layout) -> (Vec<Item>, Vec<PathBuf>, Vec<String>) {
        let names = Names::of(layout, &self.name);
        let (mut items, mut extras, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for entry in &self.entries {
            match names.read(&entry.name) {
                Some(Name::Of(named)) => items.push(Item {
                    name: entry.name.clone(),
                    path: entry.path.clone(),
                    named,
                    refused: entry.refused.clone(),
                }),
                Some(Name::Extra) => extras.push(entry.path.clone()),
                None => others.push(entry.name.clone()),
            }
        }
        (items, extras, others)
    }

    /// The number of names that are of submissions in `layout`, and of those that
    /// can be in it at all.
    fn count(&self, layout: &'static Layout) -> (usize, usize) {
        let names = Names::of(layout, &self.name);
        let read = || {
            self.entries
                .iter()
                .filter_map(|entry| names.read(&entry.name))
        };
        let of = read().filter(|name| matches!(name, Name::Of(_))).count();
        (of, read().count())
    }
}

/// The entries of `folder`, by name, those among them that were not unpacked.
fn entries(folder: &Path, refused: &[(PathBuf, String)]) -> io::Result<Vec<Found>> {
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
        if name.as_encoded_bytes().starts_with(b".") || is_clutter(name) {
            return None;
        }
        let mut refused = refused.iter();
        Some(Found {
            name: name.to_string_lossy().into_owned(),
            refused: refused
                .find(|(refused, _)| refused.starts_with(&path))
                .map(|(_, reason)| reason.clone()),
            path,
        })
    });
    Ok(entries.collect())
}
