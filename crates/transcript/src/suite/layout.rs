//! The layouts of a folder of cases: which part of which case a file is.

use super::write::CaseLayout::{self, Extensions, FolderPerCase, FolderPerPart};
use CasePart::{Input, Output, Snapshot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CasePart {
    Input,
    Output,
    Snapshot,
}

const NAMES: [(&str, CaseLayout, CasePart); 12] = [
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

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CasePlace<'a> {
    pub(super) layout: CaseLayout,
    pub(super) folders: Vec<&'a str>,
    pub(super) own: &'a str,
}

pub(super) fn place<'a>(folders: &[&'a str], name: &'a str) -> Option<(CasePlace<'a>, CasePart)> {
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
        let place = CasePlace {
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
