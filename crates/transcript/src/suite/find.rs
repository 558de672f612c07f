//! Finding the cases in a folder that was not made for this marker, such as the
//! unpacked test archive of a course: the cases may lie below other folders, in
//! several layouts, and among other files.

use std::collections::{BTreeMap, BTreeSet};

use super::SETTINGS;
use super::layout::{Files, Kind, Misfit, Part, Style, by_extension, is_readme, stem};

/// The cases among some files, in the order of their names.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) cases: Vec<FoundCase>,
    /// The path of the settings.
    pub(super) settings: Option<String>,
    /// The files that belong to no case.
    pub(super) unknown: Vec<String>,
}

#[derive(Debug)]
pub(super) struct FoundCase {
    pub(super) name: String,
    pub(super) files: Files,
    /// Set if a folder above it has a name for what students must not see.
    pub(super) private: bool,
}

/// Finds the cases among `paths`, which are relative to the suite's folder.
pub(super) fn find(paths: &[String]) -> Result<Found, Misfit> {
    let (pieces, settings, mut unknown) = sort_out(paths);
    let mut cases = pair(&pieces)?;
    let complete: BTreeSet<Style> = cases
        .iter()
        .filter(|(_, files)| files.input.is_some() && files.expected.is_some())
        .map(|(place, _)| place.style)
        .collect();
    // With no expected output at all, the inputs are cases for the judge by rules.
    let inputs_only = cases.values().all(|files| files.expected.is_none());
    let mut half = None;
    cases.retain(|place, files| {
        let Some((path, misfit)) = missing_half(files) else {
            return true;
        };
        let of_another_layout = !complete.is_empty() && !complete.contains(&place.style);
        if of_another_layout || is_no_data(place.style, &path) {
            unknown.push(path);
            return false;
        }
        if !inputs_only {
            half.get_or_insert(misfit);
        }
        true
    });
    if let Some(half) = half {
        return Err(half);
    }
    unknown.sort_unstable();
    if cases.is_empty() {
        return Err(Misfit::Nothing(unknown));
    }
    let common = common_folders(cases.keys());
    let settings = only_settings(&settings, &common)?;
    let mut named: BTreeMap<Vec<Chunk>, FoundCase> = BTreeMap::new();
    for (place, files) in cases {
        let mut words = place.folders[common.len()..].to_vec();
        words.push(place.own);
        let name = words.join("-");
        let private = place.folders.iter().any(|folder| is_private(folder));
        let chunks = chunks(&name);
        let case = FoundCase {
            name,
            files,
            private,
        };
        if let Some(before) = named.insert(chunks, case) {
            let last = named.into_values().find(|case| case.name == before.name);
            let path = |case: Option<FoundCase>| {
                case.and_then(|case| case.files.input).unwrap_or_default()
            };
            return Err(Misfit::Twice(path(Some(before)), path(last)));
        }
    }
    Ok(Found {
        cases: named.into_values().collect(),
        settings,
        unknown,
    })
}

/// Returns `true` if `folder` is a usual name for the cases that students must not
/// see.
pub(super) fn is_private(folder: &str) -> bool {
    ["private", "hidden", "secret"]
        .iter()
        .any(|name| folder.eq_ignore_ascii_case(name))
}

/// A file that has the name of a part of a case.
struct Piece<'a> {
    place: Place<'a>,
    part: Part,
    path: &'a str,
}

/// The place of a case: its layout, the folders above it, and its own name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place<'a> {
    style: Style,
    folders: Vec<&'a str>,
    own: &'a str,
}

/// The parts of cases, the settings, and the other files among `paths`.
fn sort_out(paths: &[String]) -> (Vec<Piece<'_>>, Vec<&str>, Vec<String>) {
    let (mut pieces, mut settings, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        let mut folders: Vec<&str> = path.split('/').collect();
        if folders.iter().any(|part| is_left_by_a_system(part)) {
            continue;
        }
        let name = folders.pop().unwrap_or_default();
        if name == SETTINGS {
            settings.push(path.as_str());
        } else if let Some((place, part)) = role(folders, name) {
            pieces.push(Piece { place, part, path });
        } else if !is_readme(name) && !name.ends_with(".snap.new") {
            unknown.push(path.clone());
        }
    }
    (pieces, settings, unknown)
}

/// Returns `true` for what an operating system leaves in folders and archives.
fn is_left_by_a_system(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "__MACOSX" | "Thumbs.db" | "desktop.ini")
}

fn role<'a>(mut folders: Vec<&'a str>, name: &'a str) -> Option<(Place<'a>, Part)> {
    let of_folder = match folders
        .last()
        .map(|last| last.to_ascii_lowercase())
        .as_deref()
    {
        Some("inputs" | "input") => Some(Part::Input),
        Some("outputs" | "output") => Some(Part::Expected(Kind::Output)),
        _ => None,
    };
    let of_name = match name {
        "input" | "input.txt" => Some(Part::Input),
        "output" | "output.txt" => Some(Part::Expected(Kind::Output)),
        _ => None,
    };
    let (style, own, part) = if let Some(part) = of_folder {
        folders.pop();
        (Style::FolderPerPart, stem(name), part)
    } else if let (Some(part), Some(own)) = (of_name, folders.last().copied()) {
        folders.pop();
        (Style::FolderPerCase, own, part)
    } else {
        let (own, part) = by_extension(name)?;
        (Style::Extensions, own, part)
    };
    let place = Place {
        style,
        folders,
        own,
    };
    Some((place, part))
}

/// The cases that `pieces` make up.
fn pair<'a>(pieces: &[Piece<'a>]) -> Result<BTreeMap<Place<'a>, Files>, Misfit> {
    let places = |is_input: bool| -> BTreeSet<&Place<'a>> {
        let of_part = |piece: &&Piece<'a>| (piece.part == Part::Input) == is_input;
        pieces
            .iter()
            .filter(of_part)
            .map(|piece| &piece.place)
            .collect()
    };
    let (inputs, outputs) = (places(true), places(false));
    let mut cases: BTreeMap<Place<'a>, Files> = BTreeMap::new();
    for piece in pieces {
        let mut place = piece.place.clone();
        // `inputs/in40.txt` belongs to `outputs/out40.txt`, but `inputs/inside` to
        // `outputs/inside`.
        let has_both = inputs.contains(&place) && outputs.contains(&place);
        if place.style == Style::FolderPerPart && !has_both {
            place.own = without_part(place.own, piece.part);
        }
        let path = piece.path.to_owned();
        let files = cases.entry(place).or_default();
        let before = match piece.part {
            Part::Input => files.input.replace(path),
            Part::Expected(kind) => files.expected.replace((kind, path)).map(|(_, path)| path),
        };
        if let Some(before) = before {
            return Err(Misfit::Twice(before, piece.path.to_owned()));
        }
    }
    Ok(cases)
}

/// `name` without the word for its part at its start: `40` for `in40` or `in_40`.
fn without_part(name: &str, part: Part) -> &str {
    let words = match part {
        Part::Input => ["input", "in"],
        Part::Expected(_) => ["output", "out"],
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

/// If one half of a case is missing, the path of the other half, and the error.
fn missing_half(files: &Files) -> Option<(String, Misfit)> {
    match files {
        Files {
            input: Some(path),
            expected: None,
        } => Some((path.clone(), Misfit::Half(path.clone()))),
        Files {
            input: None,
            expected: Some((_, path)),
        } => Some((path.clone(), Misfit::NoInput(path.clone()))),
        _ => None,
    }
}

/// Returns `true` for a file in `inputs` or `outputs` whose extension is not that of
/// data: a script that makes the cases, say.
fn is_no_data(style: Style, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_data = |extension: &str| {
        matches!(extension, "txt" | "in" | "out" | "ans")
            || extension.bytes().all(|byte| byte.is_ascii_digit())
    };
    style == Style::FolderPerPart
        && name
            .rsplit_once('.')
            .is_some_and(|(_, extension)| !is_data(extension))
}

/// The folders that all cases lie in.
fn common_folders<'a, 'b>(places: impl Iterator<Item = &'b Place<'a>>) -> Vec<&'a str>
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

/// The one file of settings, in a folder that all cases lie in.
fn only_settings(settings: &[&str], common: &[&str]) -> Result<Option<String>, Misfit> {
    let is_above = |path: &str| {
        let folders: Vec<&str> = path.split('/').collect();
        common.starts_with(&folders[..folders.len() - 1])
    };
    if let Some(below) = settings.iter().find(|path| !is_above(path)) {
        return Err(Misfit::SettingsBelow((*below).to_owned()));
    }
    match settings {
        [] => Ok(None),
        [one] => Ok(Some((*one).to_owned())),
        [one, other, ..] => Err(Misfit::Twice((*one).to_owned(), (*other).to_owned())),
    }
}

/// A part of a name, by which `in9` comes before `in10`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Chunk {
    /// A number: the count of its digits without leading zeros, and all its digits.
    Number(usize, String, usize),
    Text(String),
}

fn chunks(name: &str) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.bytes().next() {
        let is_number = first.is_ascii_digit();
        let end = rest
            .bytes()
            .position(|byte| byte.is_ascii_digit() != is_number)
            .unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        chunks.push(if is_number {
            let digits = chunk.trim_start_matches('0');
            Chunk::Number(digits.len(), digits.to_owned(), chunk.len())
        } else {
            Chunk::Text(chunk.to_owned())
        });
        rest = after;
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(paths: &[&str]) -> Result<Found, Misfit> {
        let mut paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        paths.sort_unstable();
        find(&paths)
    }

    /// The names of the cases, private ones with an exclamation mark.
    fn names(paths: &[&str]) -> Vec<String> {
        let found = found(paths).expect("they are cases");
        let mark = |case: &FoundCase| if case.private { "!" } else { "" };
        let name = |case: FoundCase| format!("{}{}", case.name, mark(&case));
        found.cases.into_iter().map(name).collect()
    }

    /// Both parts of cases, from `{}` in each pattern.
    fn pairs(patterns: [&str; 2], cases: &[&str]) -> Vec<String> {
        let fill = |case: &&str| patterns.map(|pattern| pattern.replace("{}", case));
        cases.iter().flat_map(fill).collect()
    }

    fn refs(paths: &[String]) -> Vec<&str> {
        paths.iter().map(String::as_str).collect()
    }

    #[test]
    fn the_archive_of_a1_has_cases_with_numbers_as_names() {
        for top in ["", "a1-tests/", "a/b/c/"] {
            let patterns = ["inputs/in{}.txt", "outputs/out{}.txt"].map(|it| format!("{top}{it}"));
            let patterns = [patterns[0].as_str(), patterns[1].as_str()];
            let mut paths = pairs(patterns, &["40", "9", "140"]);
            paths.push(format!("{top}inputs/._in40.txt"));
            paths.push(format!("__MACOSX/{top}inputs/._in40.txt"));
            paths.push(format!("{top}.DS_Store"));
            assert_eq!(names(&refs(&paths)), ["9", "40", "140"]);
            assert!(found(&refs(&paths)).is_ok_and(|found| found.unknown.is_empty()));
        }
    }

    #[test]
    fn the_archive_of_lab_8_has_public_and_private_cases() {
        let public = pairs(["public/inputs/{}", "public/outputs/{}"], &["1", "2"]);
        let private = pairs(["private/inputs/{}", "private/outputs/{}"], &["1"]);
        let both = [public.clone(), private.clone()].concat();
        for top in ["", "tests/", "lab8/tests/"] {
            let mut paths: Vec<String> = both.iter().map(|path| format!("{top}{path}")).collect();
            paths.push(format!("{top}meson.build"));
            assert_eq!(names(&refs(&paths)), ["private-1!", "public-1", "public-2"]);
            let unknown = found(&refs(&paths)).map(|found| found.unknown);
            assert_eq!(unknown, Ok(vec![format!("{top}meson.build")]));
        }
        // One of the folders alone.
        assert_eq!(names(&refs(&public)), ["1", "2"]);
        assert_eq!(names(&refs(&private)), ["1!"]);
        assert_eq!(names(&["inputs/1", "outputs/1"]), ["1"]);
    }

    #[test]
    fn every_layout_is_found_below_folders_and_beside_others() {
        let paths = [
            "mine/a.in",
            "mine/a.ans",
            "theirs/b/input.txt",
            "theirs/b/output.txt",
            "public/Inputs/c.txt",
            "public/Outputs/c.txt",
        ];
        assert_eq!(names(&paths), ["mine-a", "public-c", "theirs-b"]);
    }

    #[test]
    fn the_word_of_a_part_is_left_out_of_a_name_only_where_it_is_one() {
        for (input, output, name) in [
            ("in1", "out1", "1"),
            ("input_1", "output_1", "1"),
            ("in-draw.txt", "out-draw.txt", "draw"),
            ("IN7", "OUT7", "7"),
            ("inside", "inside", "inside"),
            ("in1", "in1", "in1"),
            ("abc.5.in", "abc.5.out", "abc.5"),
        ] {
            let paths = [format!("inputs/{input}"), format!("outputs/{output}")];
            assert_eq!(names(&refs(&paths)), [name], "{input}");
        }
    }

    #[test]
    fn a_half_of_a_case_is_an_error_that_names_it() {
        for (paths, misfit) in [
            (
                ["inputs/1", "outputs/1", "inputs/2"],
                Misfit::Half("inputs/2".to_owned()),
            ),
            (
                ["inputs/1", "outputs/1", "outputs/2"],
                Misfit::NoInput("outputs/2".to_owned()),
            ),
            (
                ["a.in", "a.ans", "b.out"],
                Misfit::NoInput("b.out".to_owned()),
            ),
            (
                ["inputs/1", "README.md", "outputs/2"],
                Misfit::Half("inputs/1".to_owned()),
            ),
        ] {
            assert_eq!(found(&paths).map(|_| ()), Err(misfit), "{paths:?}");
        }
    }

    #[test]
    fn a_file_that_only_looks_like_a_part_of_a_case_is_unknown() {
        let complete = ["inputs/1", "outputs/1"];
        for other in ["config.in", "a.out", "outputs/make.py", "b/input"] {
            let found = found(&[&complete[..], &[other]].concat()).expect("one is complete");
            assert_eq!(found.unknown, [other]);
            assert_eq!(found.cases.len(), 1);
        }
    }

    #[test]
    fn inputs_without_any_expected_output_are_cases() {
        assert_eq!(names(&["a.in", "b.in"]), ["a", "b"]);
        assert_eq!(names(&["inputs/1", "inputs/2"]), ["1", "2"]);
    }

    #[test]
    fn two_cases_of_one_name_and_two_files_of_one_part_are_errors() {
        let twice = |one: &str, two: &str| Err(Misfit::Twice(one.to_owned(), two.to_owned()));
        let paths = ["inputs/1", "inputs/1.txt", "outputs/1"];
        assert_eq!(found(&paths).map(|_| ()), twice("inputs/1", "inputs/1.txt"));
        let paths = ["a/b-c.in", "a/b-c.ans", "a/b/c.in", "a/b/c.ans"];
        assert_eq!(found(&paths).map(|_| ()), twice("a/b-c.in", "a/b/c.in"));
    }

    #[test]
    fn settings_lie_above_all_cases() {
        let cases = ["tests/public/inputs/1", "tests/public/outputs/1"];
        for settings in ["cases.toml", "tests/cases.toml", "tests/public/cases.toml"] {
            let found = found(&[&cases[..], &[settings]].concat()).expect("they are cases");
            assert_eq!(found.settings.as_deref(), Some(settings));
        }
        let both = ["cases.toml", "tests/cases.toml"];
        let twice = Misfit::Twice(both[0].to_owned(), both[1].to_owned());
        assert_eq!(found(&[&cases[..], &both].concat()).map(|_| ()), Err(twice));
        let private = ["tests/private/inputs/1", "tests/private/outputs/1"];
        let below = "tests/private/cases.toml";
        assert_eq!(
            found(&[&cases[..], &private, &[below]].concat()).map(|_| ()),
            Err(Misfit::SettingsBelow(below.to_owned()))
        );
    }

    #[test]
    fn files_without_a_case_are_listed() {
        let nothing = Misfit::Nothing(vec!["a.txt".to_owned(), "b/c.py".to_owned()]);
        assert_eq!(found(&["a.txt", "b/c.py", ".x"]).map(|_| ()), Err(nothing));
        assert_eq!(
            found(&["inputs/make.py"]).map(|_| ()),
            Err(Misfit::Nothing(vec!["inputs/make.py".to_owned()]))
        );
    }

    #[test]
    fn numbers_in_names_are_ordered_by_value() {
        let paths = pairs(["{}.in", "{}.ans"], &["b", "a10", "a9", "a09", "10", "2"]);
        assert_eq!(names(&refs(&paths)), ["2", "10", "a9", "a09", "a10", "b"]);
    }
}
