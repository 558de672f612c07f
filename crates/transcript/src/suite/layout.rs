//! The layouts of a folder of cases: the case and the part that a file is.

use super::write::Layout::{self, Extensions, FolderPerCase, FolderPerPart};
use Part::{Input, Output, Snapshot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Input,
    Output,
    Snapshot,
}

/// The names of files, in which `*` is the name of the case.
const NAMES: [(&str, Layout, Part); 12] = [
    ("inputs/*", FolderPerPart, Input),
    ("input/*", FolderPerPart, Input),
    ("outputs/*", FolderPerPart, Output),
    ("output/*", FolderPerPart, Output),
    ("*/input", FolderPerCase, Input),
    ("*/input.txt", FolderPerCase, Input),
    ("*/output", FolderPerCase, Output),
    ("*/output.txt", FolderPerCase, Output),
    ("*.in", Extensions, Input),
    ("*.snap", Extensions, Snapshot),
    ("*.ans", Extensions, Output),
    ("*.out", Extensions, Output),
];

/// The place of a case: its layout, the folders above it, and its own name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place<'a> {
    pub(super) layout: Layout,
    pub(super) folders: Vec<&'a str>,
    pub(super) own: &'a str,
}

pub(super) fn place<'a>(folders: &[&'a str], name: &'a str) -> Option<(Place<'a>, Part)> {
    NAMES.iter().find_map(|&(pattern, layout, part)| {
        let (own, above) = match (pattern.split_once('/'), folders.split_last()) {
            (None, _) => (name.strip_suffix(&pattern[1..])?, folders),
            (Some(("*", file)), Some((own, above))) if name == file => (*own, above),
            (Some((folder, "*")), Some((last, above))) if last.eq_ignore_ascii_case(folder) => {
                (stem(name), above)
            }
            _ => return None,
        };
        let folders = above.to_vec();
        let place = Place {
            layout,
            folders,
            own,
        };
        Some((place, part))
    })
}

fn stem(name: &str) -> &str {
    [".txt", ".in", ".out", ".ans"]
        .iter()
        .find_map(|extension| name.strip_suffix(extension))
        .unwrap_or(name)
}
