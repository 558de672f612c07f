//! Notes on an export, as sentences.

use std::path::Path;

use crate::archive::{LeftOut, shown};
use crate::files::text;

use super::group::Grouped;
use super::place::{Almost, ExportFolder};
use super::{Layout, Submission, students};

const LISTED: usize = 5;

pub(super) fn layout(layout: &Layout, count: usize) -> String {
    let submissions = counted(count, "submission");
    match layout.platform {
        Some(platform) => format!("{submissions} in an export from {platform}"),
        None => format!("{submissions}: one per file or folder"),
    }
}

pub(super) fn almost((layout, why): (&Layout, Almost)) -> String {
    let (why, effect) = match why {
        Almost::Other(name) => (
            format!("for `{}`", shown(&name)),
            "ignores what is not of it",
        ),
        Almost::Doubt(why) => (why, "takes it for one"),
    };
    format!(
        "it looks like an export of {}, but {why}; `--layout {}` {effect}",
        layout.platform.unwrap_or_default(),
        layout.name
    )
}

/// Returns a note if the class is in a folder below `root`, or could be: submissions are usually
/// `depth` folders below it.
pub(super) fn inner(place: &ExportFolder, root: &Path, depth: usize) -> Option<String> {
    let below = place.folder.strip_prefix(root).unwrap_or(root);
    if below.iter().count() > depth {
        let below = below.to_string_lossy();
        return Some(format!(
            "the submissions are in the folder `{}`",
            shown(&below)
        ));
    }
    let only = place.only_folder().filter(|_| depth == 0)?;
    let name = text(only.file_name().unwrap_or_default());
    Some(format!(
        "the folder contains only `{}`, which is taken as one submission; if it contains the \
         class, give that folder: `automarker batch COURSE '{}'`",
        shown(&name),
        shown(&only.to_string_lossy())
    ))
}

pub(super) fn no_students(reason: &str) -> String {
    format!(
        "the students have no names and ids: cannot read {}: {}",
        students::FILE,
        shown(reason)
    )
}

pub(super) fn grouped(grouped: &Grouped) -> Vec<String> {
    let mut notes = Vec::new();
    if grouped.earlier > 0 {
        notes.push(format!(
            "files and folders of earlier attempts are left out: {}",
            grouped.earlier
        ));
    }
    if !grouped.without_file.is_empty() {
        let names = list(&grouped.without_file);
        notes.push(format!("no file was submitted by {names}"));
    }
    if let [(before, after), ..] = grouped.renamed.as_slice() {
        notes.push(format!(
            "the numbers that Canvas adds to files submitted again are removed from {}, as in \
             `{}`, which is `{}`",
            counted(grouped.renamed.len(), "name"),
            shown(before),
            shown(after)
        ));
    }
    notes
}

pub(super) fn late(submissions: &[Submission]) -> Option<String> {
    let late = submissions.iter().filter(|it| it.late.is_some());
    let names: Vec<_> = late.map(|it| it.name.clone()).collect();
    (!names.is_empty()).then(|| format!("submitted late: {}", list(&names)))
}

pub(super) fn others(layout: &Layout, names: &[String]) -> Option<String> {
    let why = match layout.platform {
        Some(platform) => format!("not of {platform}"),
        None => "it is a table".to_owned(),
    };
    (!names.is_empty()).then(|| format!("left out, since {why}: {}", list(names)))
}

pub(super) fn hidden(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| {
        format!(
            "left out, since the name begins with a dot: {}",
            list(names)
        )
    })
}

pub(super) fn left_out(left_out: &[LeftOut]) -> Vec<String> {
    let listed = left_out.iter().take(LISTED);
    let mut notes: Vec<_> = listed.map(ToString::to_string).collect();
    if left_out.len() > LISTED {
        notes.push(format!("left out {} more", left_out.len() - LISTED));
    }
    notes
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn list(names: &[String]) -> String {
    let mut list: Vec<_> = names.iter().take(LISTED).map(|name| shown(name)).collect();
    if names.len() > LISTED {
        list.push(format!("and {} more", names.len() - LISTED));
    }
    list.join(", ")
}
