//! Finds the cases in a folder that was not made for this marker, such as a course's unpacked
//! test archive: the cases may be in subfolders, in several layouts, and among other files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::layout::{CasePart, CasePlace, place};
use super::write::CaseLayout;
use super::{SETTINGS, SuiteError};

#[derive(Debug, Default)]
pub(super) struct FoundCases {
    pub(super) cases: Vec<FoundCase>,
    pub(super) settings: Option<String>,
    pub(super) unknown: Vec<String>,
}

#[derive(Debug)]
pub(super) struct FoundCase {
    pub(super) name: String,
    pub(super) input: String,
    pub(super) expected: Option<(CasePart, String)>,
    pub(super) private: bool,
}

#[derive(Default)]
struct Files {
    input: Option<String>,
    expected: Option<(CasePart, String)>,
}

pub(super) fn find(folder: &Path, paths: &[String]) -> Result<FoundCases, SuiteError> {
    let (pieces, settings, mut unknown) = sort_out(paths);
    let mut files = pair(folder, &pieces)?;
    remove_halves(folder, &mut files, &mut unknown)?;
    unknown.sort_unstable();
    if files.is_empty() {
        return Err(SuiteError::NoCases(folder.to_owned(), unknown));
    }
    let common = common_folders(files.keys());
    let settings = only_settings(folder, &settings, &common)?;
    let named = files.into_iter().filter_map(|(place, files)| {
        Some(FoundCase {
            name: [&place.folders[common.len()..], &[place.own]]
                .concat()
                .join("-"),
            input: files.input?,
            expected: files.expected,
            private: place.folders.iter().any(|folder| is_private(folder)),
        })
    });
    let mut cases: Vec<FoundCase> = named.collect();
    cases.sort_by_cached_key(|case| natural_order(&case.name));
    let same = cases.windows(2).find(|two| two[0].name == two[1].name);
    if let Some(two) = same {
        return Err(twice(folder, &two[0].input, &two[1].input));
    }
    Ok(FoundCases {
        cases,
        settings,
        unknown,
    })
}

/// Moves files that belong to no case to `unknown`. Fails if a case lacks its input, or its
/// expected output where others have one.
fn remove_halves(
    folder: &Path,
    files: &mut BTreeMap<CasePlace<'_>, Files>,
    unknown: &mut Vec<String>,
) -> Result<(), SuiteError> {
    let is_whole = |files: &Files| files.input.is_some() && files.expected.is_some();
    let whole = files.iter().filter(|(_, files)| is_whole(files));
    let complete: BTreeSet<CaseLayout> = whole.map(|(place, _)| place.layout).collect();
    // Among snapshots only, an input without one is a new case that was not accepted yet.
    // Without any expected output, the cases are for the judge by rules.
    let needs_output = files
        .values()
        .any(|files| matches!(files.expected, Some((CasePart::Output, _))));
    let mut half = None;
    files.retain(|place, files| {
        let (path, misfit) = match (&files.input, &files.expected) {
            (Some(input), None) => (input, SuiteError::Half(folder.join(input))),
            (None, Some((_, path))) => (path, SuiteError::NoInput(folder.join(path))),
            _ => return true,
        };
        let of_another_layout = !complete.is_empty() && !complete.contains(&place.layout);
        let is_unknown = of_another_layout || is_no_data(place.layout, path);
        if is_unknown {
            unknown.push(path.clone());
        } else if needs_output || matches!(misfit, SuiteError::NoInput(_)) {
            half.get_or_insert(misfit);
        }
        !is_unknown
    });
    half.map_or(Ok(()), Err)
}

pub(super) fn is_private(folder: &str) -> bool {
    ["private", "hidden", "secret"]
        .iter()
        .any(|name| folder.eq_ignore_ascii_case(name))
}

struct FoundFile<'a> {
    place: CasePlace<'a>,
    part: CasePart,
    path: &'a str,
}

fn sort_out(paths: &[String]) -> (Vec<FoundFile<'_>>, Vec<&str>, Vec<String>) {
    let (mut pieces, mut settings, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        let mut folders: Vec<&str> = path.split('/').collect();
        if folders.iter().any(|part| is_left_by_a_system(part)) {
            continue;
        }
        let name = folders.pop().unwrap_or_default();
        if name == SETTINGS {
            settings.push(path.as_str());
        } else if let Some((place, part)) = place(&folders, name) {
            pieces.push(FoundFile { place, part, path });
        } else if !matches!(name, "README" | "README.md" | "README.txt")
            && !name.ends_with(".snap.new")
        {
            unknown.push(path.clone());
        }
    }
    (pieces, settings, unknown)
}

fn is_left_by_a_system(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "__MACOSX" | "Thumbs.db" | "desktop.ini")
}

fn pair<'a>(
    folder: &Path,
    pieces: &[FoundFile<'a>],
) -> Result<BTreeMap<CasePlace<'a>, Files>, SuiteError> {
    let places = |is_input: bool| -> BTreeSet<&CasePlace<'a>> {
        let of_part = |piece: &&FoundFile<'a>| (piece.part == CasePart::Input) == is_input;
        pieces
            .iter()
            .filter(of_part)
            .map(|piece| &piece.place)
            .collect()
    };
    let (inputs, outputs) = (places(true), places(false));
    let mut cases: BTreeMap<CasePlace<'a>, Files> = BTreeMap::new();
    for piece in pieces {
        let mut place = piece.place.clone();
        // `inputs/in40.txt` belongs to `outputs/out40.txt`, but `inputs/inside` to
        // `outputs/inside`.
        let has_both = inputs.contains(&place) && outputs.contains(&place);
        if place.layout == CaseLayout::FolderPerPart && !has_both {
            place.own = without_part(place.own, piece.part);
        }
        let path = piece.path.to_owned();
        let files = cases.entry(place).or_default();
        let before = match piece.part {
            CasePart::Input => files.input.replace(path),
            part => files.expected.replace((part, path)).map(|(_, path)| path),
        };
        if let Some(before) = before {
            return Err(twice(folder, &before, piece.path));
        }
    }
    Ok(cases)
}

/// Removes the word for `part` from the start of `name`: `40` for `in40` or `in_40`.
fn without_part(name: &str, part: CasePart) -> &str {
    let words = match part {
        CasePart::Input => ["input", "in"],
        _ => ["output", "out"],
    };
    let rest = words.iter().find_map(|word| {
        let (start, rest) = name.split_at_checked(word.len())?;
        start.eq_ignore_ascii_case(word).then_some(rest)
    });
    let Some(rest) = rest else {
        return name;
    };
    match rest.strip_prefix(['_', '-', '.', ' ']) {
        Some(rest) if !rest.is_empty() => rest,
        None if rest.starts_with(|first: char| first.is_ascii_digit()) => rest,
        _ => name,
    }
}

/// Returns `true` for a file in `inputs` or `outputs` whose extension is not for data, such as
/// a script that makes the cases.
fn is_no_data(layout: CaseLayout, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_data = |extension: &str| {
        matches!(extension, "txt" | "in" | "out" | "ans")
            || extension.bytes().all(|byte| byte.is_ascii_digit())
    };
    layout == CaseLayout::FolderPerPart
        && name
            .rsplit_once('.')
            .is_some_and(|(_, extension)| !is_data(extension))
}

fn common_folders<'a, 'b>(places: impl Iterator<Item = &'b CasePlace<'a>>) -> Vec<&'a str>
where
    'a: 'b,
{
    let mut all = places.map(|place| &place.folders);
    let mut common = all.next().cloned().unwrap_or_default();
    for folders in all {
        let same = common
            .iter()
            .zip(folders)
            .take_while(|(one, other)| one == other);
        let same = same.count();
        common.truncate(same);
    }
    common
}

fn only_settings(
    folder: &Path,
    settings: &[&str],
    common: &[&str],
) -> Result<Option<String>, SuiteError> {
    let is_above = |path: &str| {
        let folders: Vec<&str> = path.split('/').collect();
        common.starts_with(&folders[..folders.len() - 1])
    };
    if let Some(below) = settings.iter().find(|path| !is_above(path)) {
        return Err(SuiteError::SettingsBelow(folder.join(below)));
    }
    match settings {
        [] => Ok(None),
        [one] => Ok(Some((*one).to_owned())),
        [one, other, ..] => Err(twice(folder, one, other)),
    }
}

/// Returns a sort key that puts `in9` before `in10`: for each number, its count of digits
/// without leading zeros, these digits, and the count of all digits.
pub fn natural_order(name: &str) -> Vec<(usize, String, usize)> {
    let same_kind = |one: &char, other: &char| one.is_ascii_digit() == other.is_ascii_digit();
    let letters: Vec<char> = name.chars().collect();
    let chunks = letters.chunk_by(same_kind).map(|chunk| {
        let text: String = chunk.iter().collect();
        if !chunk[0].is_ascii_digit() {
            return (usize::MAX, text, 0);
        }
        let digits = text.trim_start_matches('0');
        (digits.len(), digits.to_owned(), text.len())
    });
    chunks.collect()
}

fn twice(folder: &Path, one: &str, other: &str) -> SuiteError {
    SuiteError::Twice(folder.join(one), folder.join(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of `find.txt` has files, and the cases found, private ones with an exclamation
    /// mark, then the settings in brackets and the unknown files in parentheses.
    #[test]
    fn the_cases_among_files_are_found() {
        let rows = include_str!("find.txt").lines();
        for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
            let (paths, expected) = row.split_once(" -> ").expect("a row has two columns");
            let mut paths: Vec<String> = paths.split(' ').map(str::to_owned).collect();
            paths.sort_unstable();
            let found = match find(Path::new("top"), &paths) {
                Err(error) => format!("error: {}", error.to_string().replace('\n', " ")),
                Ok(found) => {
                    let mark = |case: &FoundCase| if case.private { "!" } else { "" };
                    let names = found.cases.iter();
                    let names = names.map(|case| format!("{}{}", case.name, mark(case)));
                    let settings = found.settings.iter().map(|path| format!("[{path}]"));
                    let unknown = found.unknown.iter().map(|path| format!("({path})"));
                    let all: Vec<String> = names.chain(settings).chain(unknown).collect();
                    all.join(" ")
                }
            };
            assert!(found.starts_with(expected), "{row}: {found}");
            assert!(
                found == expected || expected.starts_with("error"),
                "{row}: {found}"
            );
        }
    }
}
