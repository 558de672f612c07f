//! From names to submissions: several files of one student become one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use crate::archive::{file_name, shown};

use super::layout::{EntryName, Layout};
use super::{Lateness, Part, Student, Submission};
use crate::pattern::pattern;

pub(super) struct ExportItem {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) named: EntryName,
    pub(super) refused: Option<String>,
}

/// In bytes.
const LARGEST_SOURCE: u64 = 1 << 20;

#[derive(Default)]
pub(super) struct Grouped {
    pub(super) submissions: Vec<Submission>,
    pub(super) earlier: usize,
    pub(super) without_file: Vec<String>,
    pub(super) renamed: Vec<(String, String)>,
}

pub(super) fn group(layout: &Layout, items: Vec<ExportItem>) -> Grouped {
    let mut groups = BTreeMap::<String, Vec<ExportItem>>::new();
    for item in items {
        let key = item.named.key.clone();
        groups.entry(key).or_default().push(item);
    }
    let mut grouped = Grouped::default();
    let names = unique(&groups);
    for (mut items, name) in groups.into_values().zip(names) {
        let latest = items.iter().map(|item| item.named.attempt.clone()).max();
        let all = items.len();
        // If one time is unclear, so is which is the latest.
        if items.iter().all(|item| item.named.unclear.is_none()) {
            items.retain(|item| Some(&item.named.attempt) == latest.as_ref());
        }
        grouped.earlier += all - items.len();
        let is_late = items.iter().any(|item| item.named.is_late);
        let student = items.first().map(|item| item.named.student.clone());
        let (generated, mut items): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|item| item.named.is_generated);
        let mut problem = items.iter().find_map(|item| item.refused.clone());
        let unclear = unclear(&items);
        if unclear.is_some() {
            items.clear();
        }
        if items.is_empty() && unclear.is_none() {
            let generated: Vec<_> = generated.iter().map(|item| &*item.name).collect();
            problem = Some(format!(
                "no file was submitted, only {}",
                generated.join(", ")
            ));
            grouped.without_file.push(name.clone());
        }
        let mut renamed = Vec::new();
        let parts = parts(layout, &items, &mut renamed);
        let is_known = |student: &Student| *student != Student::default();
        grouped.submissions.push(Submission {
            name,
            students: student.into_iter().filter(is_known).collect(),
            parts,
            problem,
            unclear,
            notes: renamed.iter().map(renaming).collect(),
            late: is_late.then_some(Lateness { by: None }),
        });
        grouped.renamed.extend(renamed);
    }
    grouped.submissions.sort();
    grouped
}

/// Returns the reason why it is not clear which of `items` belong to the last attempt: files of
/// two attempts are never mixed.
fn unclear(items: &[ExportItem]) -> Option<String> {
    let dates: BTreeSet<_> = items.iter().map(|item| &item.named.unclear).collect();
    let folders = items.iter().filter(|item| item.named.file.is_none());
    if dates.len() < 2 && folders.count() < 2 {
        return None;
    }
    let names: Vec<_> = items
        .iter()
        .map(|item| format!("`{}`", shown(&item.name)))
        .collect();
    Some(format!(
        "it is not clear which of these is the last attempt: {}; remove the others from the export",
        names.join(", ")
    ))
}

/// Returns a reason to doubt that Canvas named these files: its exports have several students,
/// whose names are in lower case, and each id belongs to one of them.
pub(super) fn doubt(items: &[ExportItem]) -> Option<String> {
    let numbered = items.iter().filter(|item| item.named.number.is_some());
    let numbered: Vec<_> = numbered.collect();
    let is_no_name = |item: &&&ExportItem| {
        let mut letters = item.named.student.name.chars();
        let number = item.named.number.as_deref().unwrap_or_default();
        number.starts_with('0')
            || letters.any(|it| {
                it.is_uppercase() || it.is_ascii() && !it.is_ascii_alphanumeric() && it != '_'
            })
    };
    if let Some(item) = numbered.iter().find(is_no_name) {
        return Some(format!("for `{}`", shown(&item.name)));
    }
    let mut numbers = HashMap::new();
    let mut ids = HashMap::new();
    for item in &numbered {
        let named = &item.named;
        let same = numbers.insert(&named.number, &item.name);
        let id = (&named.student.name, &item.name);
        let of_id = ids.insert(&named.student.id, id).filter(|it| it.0 != id.0);
        if let Some(other) = same.or(of_id.map(|it| it.1)) {
            let (one, two) = (shown(other), shown(&item.name));
            return Some(format!("`{one}` and `{two}` have the same number"));
        }
    }
    let names: BTreeSet<_> = numbered.iter().map(|it| &it.named.student.name).collect();
    let is_one = numbered.len() > 1 && names.len() < 2 && !names.contains(&String::new());
    is_one.then(|| "all files would be of one student".to_owned())
}

fn unique(groups: &BTreeMap<String, Vec<ExportItem>>) -> Vec<String> {
    let name = |items: &[ExportItem]| items.first().map_or("", |item| &item.named.name).to_owned();
    let mut count = HashMap::<String, usize>::new();
    for items in groups.values() {
        *count.entry(name(items)).or_default() += 1;
    }
    let names = groups.iter().map(|(key, items)| {
        let name = name(items);
        let is_another_key = name != *key && groups.contains_key(&name);
        if count[&name] == 1 && !is_another_key {
            name
        } else {
            key.clone()
        }
    });
    let names: Vec<_> = names.collect();
    let mut alike = HashMap::<String, usize>::new();
    for name in &names {
        *alike.entry(skeleton(name)).or_default() += 1;
    }
    let shown = |name: &String| match alike[&skeleton(name)] {
        1 => name.clone(),
        _ => name.chars().map(escaped).collect(),
    };
    names.iter().map(shown).collect()
}

/// Returns what two Unicode normal forms of a name have in common: all but accented letters.
fn skeleton(name: &str) -> String {
    let next = name.chars().skip(1).map(Some).chain([None]);
    let plain = name
        .chars()
        .zip(next)
        .filter(|(letter, next)| letter.is_ascii() && !next.is_some_and(is_accent));
    plain.map(|(letter, _)| letter).collect()
}

/// Returns `true` for a character that changes the letter before it.
fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

fn escaped(letter: char) -> String {
    if is_accent(letter) {
        format!("(U+{:04X})", u32::from(letter))
    } else {
        letter.into()
    }
}

/// Returns the parts of one submission by the names that its student gave them, or by those of
/// the export if these clash.
fn parts(layout: &Layout, items: &[ExportItem], renamed: &mut Vec<(String, String)>) -> Vec<Part> {
    let given = |item: &ExportItem| file_name(item.named.file.as_ref()?);
    // A name that another file mentions is the student's own.
    let is_mentioned = |item: &ExportItem, given: &str| {
        let mut others = items.iter().filter(|other| other.path != item.path);
        others.any(|other| mentions(&other.path, given))
    };
    let unnumbered = |item: &ExportItem| {
        let given = given(item)?;
        let without = without_number(&given).filter(|_| !is_mentioned(item, &given));
        Some(without.unwrap_or(given))
    };
    let are_distinct = |name: &dyn Fn(&ExportItem) -> Option<String>| {
        let names: BTreeSet<_> = items.iter().filter_map(name).collect();
        names.len() == items.len()
    };
    // If two names differ only in the number, the student chose one of them.
    let removes_numbers = layout.numbers_files && are_distinct(&unnumbered);
    let keeps_names = !are_distinct(&given);
    items
        .iter()
        .map(|item| {
            let before = given(item).filter(|_| !keeps_names);
            let after = unnumbered(item).filter(|_| removes_numbers);
            if let (Some(before), Some(after)) = (&before, &after)
                && before != after
            {
                renamed.push((before.clone(), after.clone()));
            }
            Part {
                path: item.path.clone(),
                name: after.or(before).unwrap_or_else(|| item.name.clone()),
            }
        })
        .collect()
}

fn renaming((before, after): &(String, String)) -> String {
    let (before, after) = (shown(before), shown(after));
    format!("the file `{before}` is marked as `{after}`")
}

fn mentions(path: &Path, name: &str) -> bool {
    if !path.is_file() {
        return false;
    }
    let file = File::open(path).map(|file| file.take(LARGEST_SOURCE));
    let mut text = Vec::new();
    let read = file.and_then(|mut file| file.read_to_end(&mut text));
    read.is_ok() && text.contains_str(name)
}

/// Removes the number that Canvas adds when a student submits a file of the same name again:
/// `main-1.c`.
fn without_number(file: &str) -> Option<String> {
    let found = pattern(r"(?s)^(.+)-\d{1,2}((?:\.tar)?\.[^.]+)$").captures(file)?;
    Some(found[1].to_owned() + &found[2])
}
