//! The names of students in exports of Gradescope and Blackboard.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

use super::group::ExportItem;
use super::{Student, Submission};

pub(super) const FILE: &str = "submission_metadata.yml";

/// The largest file that is read. It also contains the results of all attempts.
const LARGEST: u64 = 256 << 20;

/// The keys are Ruby symbols, which begin with a colon.
#[derive(Deserialize)]
struct GradescopeEntry {
    #[serde(rename = ":submitters", default)]
    submitters: Option<Vec<Submitter>>,
}

#[derive(Deserialize)]
struct Submitter {
    #[serde(rename = ":name", default)]
    name: Option<String>,
    #[serde(rename = ":sid", default)]
    sid: Option<String>,
    #[serde(rename = ":email", default)]
    email: Option<String>,
}

/// Adds the students from `folder`, a Gradescope export. The error is a reason on one line.
pub(super) fn add(folder: &Path, submissions: &mut [Submission]) -> Result<(), String> {
    let mut students = of_folders(folder)?;
    for submission in submissions {
        submission.students = students.remove(&submission.name).unwrap_or_default();
    }
    Ok(())
}

fn of_folders(folder: &Path) -> Result<HashMap<String, Vec<Student>>, String> {
    let path = folder.join(FILE);
    let size = fs::metadata(&path)
        .map_err(|error| error.to_string())?
        .len();
    if size > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    let mut text = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(LARGEST).read_to_end(&mut text))
        .map_err(|error| error.to_string())?;
    parse(&String::from_utf8_lossy(&text))
}

fn parse(text: &str) -> Result<HashMap<String, Vec<Student>>, String> {
    // A class of hundreds has some million values, the results of each test in each attempt.
    // Only the expansion of aliases must stay small.
    let budget = serde_saphyr::budget! {
        max_events: 100_000_000,
        max_nodes: 100_000_000,
        max_total_scalar_bytes: 1 << 30,
        enforce_alias_anchor_ratio: false,
    };
    let options = serde_saphyr::options! {
        budget: budget,
        with_snippet: false,
    };
    let all: HashMap<String, GradescopeEntry> = serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| {
            error
                .to_string()
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()
        })?;
    let student = |submitter: Submitter| Student {
        name: submitter.name.unwrap_or_default(),
        id: submitter
            .sid
            .filter(|sid| !sid.is_empty())
            .or(submitter.email)
            .unwrap_or_default(),
    };
    Ok(all
        .into_iter()
        .map(|(folder, submitted)| {
            let submitters = submitted.submitters.unwrap_or_default();
            (folder, submitters.into_iter().map(student).collect())
        })
        .collect())
}

/// Names the students of Blackboard's attempts by their text files. The rest of a key is the
/// assignment's part, which all keys begin with.
pub(super) fn name(items: &mut [ExportItem]) {
    let generated = items.iter().filter(|item| item.named.is_generated);
    let texts = generated.filter_map(|item| Some((item.named.key.clone(), name_of(&item.path)?)));
    let texts: HashMap<_, _> = texts.collect();
    let sure = texts.iter().filter_map(|(key, it)| before(key, &it.id));
    let sure: BTreeSet<_> = sure.map(str::to_owned).collect();
    let common = match sure.first() {
        Some(only) if sure.len() == 1 => Some(only.clone()),
        Some(_) => None,
        None => common(items.iter().map(|item| &*item.named.key)),
    };
    for item in items {
        let named = &mut item.named;
        let text = texts.get(&named.key);
        let own = text.filter(|it| before(&named.key, &it.id).is_some());
        let id = own.map(|it| &*it.id).or_else(|| {
            let rest = named.key.strip_prefix(common.as_ref()?)?;
            (!rest.is_empty()).then_some(rest)
        });
        if let Some(id) = id.map(str::to_owned) {
            named.name.clone_from(&id);
            named.student.id = id;
        }
        named.student.name = text.map(|it| it.name.clone()).unwrap_or_default();
    }
}

fn before<'a>(key: &'a str, id: &str) -> Option<&'a str> {
    let before = key.strip_suffix(id).filter(|_| !id.is_empty())?;
    (before.is_empty() || before.ends_with('_')).then_some(before)
}

/// Returns the beginning of all `keys` up to a `_`; `None` if it could contain a part of the
/// users' names.
fn common<'a>(keys: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let (first, last) = (keys.clone().min()?, keys.max()?);
    let same = first.char_indices().zip(last.chars());
    let same = same.take_while(|((_, one), two)| one == two);
    let ends = same.filter(|((_, letter), _)| *letter == '_');
    let ends: Vec<_> = ends.map(|((at, _), _)| at + 1).collect();
    let end = ends.last().copied().unwrap_or_default();
    (ends.len() < 2).then(|| first[..end].to_owned())
}

fn name_of(path: &Path) -> Option<Student> {
    let mut text = Vec::new();
    // The student's own text comes later.
    let mut start = File::open(path).ok()?.take(1024);
    start.read_to_end(&mut text).ok()?;
    name_in(&String::from_utf8_lossy(&text))
}

/// `Name: Jane Doe (jdoe3)` is the first line.
fn name_in(text: &str) -> Option<Student> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let line = text.lines().next()?.strip_prefix("Name:")?;
    let (name, id) = line.rsplit_once('(').unwrap_or((line, ""));
    Some(Student {
        name: name.trim().to_owned(),
        id: id.trim_end().trim_end_matches(')').to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_malformed_is_an_error_on_one_line() {
        // Each line is eight times as large as the one before.
        let laugh = |index: usize| {
            let before = format!("*b{}", index - 1);
            format!("b{index}: &b{index} [{}]\n", vec![before; 8].join(","))
        };
        let laughs: String = (1..30).map(laugh).collect();
        let laughs = format!("b0: &b0 [x]\n{laughs}");
        for text in [
            "submission_1: [",
            "- a\n",
            "submission_1: 7\n",
            "\0",
            &laughs,
        ] {
            let reason = parse(text).expect_err("it is malformed");
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
        }
    }
}
