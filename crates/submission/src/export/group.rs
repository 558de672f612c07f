//! From names to submissions: several files of one student become one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use crate::archive::file_name;

use super::layout::{EntryName, Layout};
use super::{Lateness, Part, Student, Submission};
use crate::pattern::pattern;

pub(super) struct ExportItem {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) named: EntryName,
    pub(super) refused: Option<String>,
}

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
        items.retain(|item| Some(&item.named.attempt) == latest.as_ref());
        grouped.earlier += all - items.len();
        let is_late = items.iter().any(|item| item.named.is_late);
        let student = items.first().map(|item| item.named.student.clone());
        let (generated, items): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|item| item.named.is_generated);
        let mut problem = items.iter().find_map(|item| item.refused.clone());
        if items.is_empty() {
            let generated: Vec<_> = generated.iter().map(|item| &*item.name).collect();
            problem = Some(format!(
                "no file was submitted, only {}",
                generated.join(", ")
            ));
            grouped.without_file.push(name.clone());
        }
        let is_known = |student: &Student| *student != Student::default();
        grouped.submissions.push(Submission {
            name,
            students: student.into_iter().filter(is_known).collect(),
            parts: parts(layout, &items, &mut grouped.renamed),
            problem,
            late: is_late.then_some(Lateness { by: None }),
        });
    }
    grouped.submissions.sort();
    grouped
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
    names.collect()
}

/// Returns the parts of one submission by the names that its student gave them, or by those of
/// the export if these clash.
fn parts(layout: &Layout, items: &[ExportItem], renamed: &mut Vec<(String, String)>) -> Vec<Part> {
    let given = |item: &ExportItem| file_name(item.named.file.as_ref()?);
    let unnumbered = |item: &ExportItem| {
        let given = given(item)?;
        Some(without_number(&given).unwrap_or(given))
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

/// Removes the number that Canvas adds when a student submits a file of the same name again:
/// `main-1.c`.
fn without_number(file: &str) -> Option<String> {
    let found = pattern(r"(?s)^(.+)-\d{1,2}((?:\.tar)?\.[^.]+)$").captures(file)?;
    Some(found[1].to_owned() + &found[2])
}
