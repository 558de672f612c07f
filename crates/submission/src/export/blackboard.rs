//! The names of students in an export of Blackboard.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::group::Item;

/// Gives the students their names, which are in the text files about attempts.
pub(super) fn name_students(items: &mut [Item]) {
    let names: HashMap<String, String> = items
        .iter()
        .filter(|item| item.named.is_generated)
        .filter_map(|item| Some((item.named.key.clone(), name(&item.path)?)))
        .collect();
    for item in items {
        if let Some(name) = names.get(&item.named.key) {
            item.named.student.name.clone_from(name);
        }
    }
}

fn name(path: &Path) -> Option<String> {
    let mut text = Vec::new();
    // What the student has written comes later.
    let mut start = File::open(path).ok()?.take(1024);
    start.read_to_end(&mut text).ok()?;
    name_in(&String::from_utf8_lossy(&text))
}

/// `Name: Jane Doe (jdoe3)` is the first line.
fn name_in(text: &str) -> Option<String> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let name = text.lines().next()?.strip_prefix("Name:")?;
    let name = name.rsplit_once('(').map_or(name, |(name, _)| name).trim();
    (!name.is_empty()).then(|| name.to_owned())
}
