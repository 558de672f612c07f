//! Finding the cases in a folder that was not made for this marker, such as the
//! unpacked test archive of a course: the cases may lie below other folders, in
//! several layouts, and among other files.

use std::collections::{BTreeMap, BTreeSet};

use super::SETTINGS;
use super::layout::{Part, Place, place};
use super::write::Layout;

/// The cases among some files, in the order of their names.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) cases: Vec<FoundCase>,
    pub(super) settings: Option<String>,
    /// The files that belong to no case.
    pub(super) unknown: Vec<String>,
}

#[derive(Debug)]
pub(super) struct FoundCase {
    pub(super) name: String,
    pub(super) input: String,
    pub(super) expected: Option<(Part, String)>,
    /// Set if a folder above it has a name for what students must not see.
    pub(super) private: bool,
}

/// The reason why files are not a suite. Paths are relative to its folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// None of these files belongs to a case.
    Nothing(Vec<String>),
    NoInput(String),
    SettingsBelow(String),
    Twice(String, String),
    Half(String),
}

#[derive(Default)]
struct Files {
    input: Option<String>,
    expected: Option<(Part, String)>,
}

pub(super) fn find(paths: &[String]) -> Result<Found, Misfit> {
    let (pieces, settings, mut unknown) = sort_out(paths);
    let files = pair(&pieces)?;
    let complete: BTreeSet<Layout> = files
        .iter()
        .filter(|(_, files)| files.input.is_some() && files.expected.is_some())
        .map(|(place, _)| place.layout)
        .collect();
    // With snapshots only, an input without one is a new case of which none was accepted
    // yet. With no expected output at all, the inputs are cases for the judge by rules.
    let needs_output = files
        .values()
        .any(|files| matches!(files.expected, Some((Part::Output, _))));
    let mut cases = Vec::new();
    let mut half = None;
    for (place, files) in files {
        let (input, misfit) = match (files.input, &files.expected) {
            (Some(input), Some(_)) => (input, None),
            (Some(input), None) => (input.clone(), Some(Misfit::Half(input))),
            (None, Some((_, path))) => (path.clone(), Some(Misfit::NoInput(path.clone()))),
            (None, None) => continue,
        };
        if misfit.is_some() {
            let of_another_layout = !complete.is_empty() && !complete.contains(&place.layout);
            if of_another_layout || is_no_data(place.layout, &input) {
                unknown.push(input);
                continue;
            }
        }
        half =
            half.or(misfit.filter(|misfit| needs_output || matches!(misfit, Misfit::NoInput(_))));
        cases.push((place, input, files.expected));
    }
    if let Some(half) = half {
        return Err(half);
    }
    unknown.sort_unstable();
    if cases.is_empty() {
        return Err(Misfit::Nothing(unknown));
    }
    let common = common_folders(cases.iter().map(|(place, ..)| place));
    let settings = only_settings(&settings, &common)?;
    let named = cases.into_iter().map(|(place, input, expected)| FoundCase {
        name: [&place.folders[common.len()..], &[place.own]]
            .concat()
            .join("-"),
        input,
        expected,
        private: place.folders.iter().any(|folder| is_private(folder)),
    });
    let mut cases: Vec<FoundCase> = named.collect();
    cases.sort_by_cached_key(|case| natural_order(&case.name));
    let same = cases.windows(2).find(|two| two[0].name == two[1].name);
    if let Some(two) = same {
        return Err(Misfit::Twice(two[0].input.clone(), two[1].input.clone()));
    }
    Ok(Found {
        cases,
        settings,
        unknown,
    })
}

pub(super) fn is_private(folder: &str) -> bool {
    ["private", "hidden", "secret"]
        .iter()
        .any(|name| folder.eq_ignore_ascii_case(name))
}

struct FoundFile<'a> {
    place: Place<'a>,
    part: Part,
    path: &'a str,
}

/// The parts of cases, the settings, and the other files among `paths`.
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

fn pair<'a>(pieces: &[FoundFile<'a>]) -> Result<BTreeMap<Place<'a>, Files>, Misfit> {
    let places = |is_input: bool| -> BTreeSet<&Place<'a>> {
        let of_part = |piece: &&FoundFile<'a>| (piece.part == Part::Input) == is_input;
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
        if place.layout == Layout::FolderPerPart && !has_both {
            place.own = without_part(place.own, piece.part);
        }
        let path = piece.path.to_owned();
        let files = cases.entry(place).or_default();
        let before = match piece.part {
            Part::Input => files.input.replace(path),
            part => files.expected.replace((part, path)).map(|(_, path)| path),
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

/// Returns `true` for a file in `inputs` or `outputs` whose extension is not that of
/// data: a script that makes the cases, say.
fn is_no_data(layout: Layout, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_data = |extension: &str| {
        matches!(extension, "txt" | "in" | "out" | "ans")
            || extension.bytes().all(|byte| byte.is_ascii_digit())
    };
    layout == Layout::FolderPerPart
        && name
            .rsplit_once('.')
            .is_some_and(|(_, extension)| !is_data(extension))
}

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

/// Returns a key by which `in9` comes before `in10`: for each number its count of digits
/// without leading zeros, these digits, and the count of all.
fn natural_order(name: &str) -> Vec<(usize, String, usize)> {
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
    fn every_name_of_a_part_is_recognised() {
        for (case, input, expected) in [
            ("a.b", "a.b.in", "a.b.snap"),
            ("a", "a.in", "a.ans"),
            ("a", "a.in", "a.out"),
            ("a", "a/input.txt", "a/output.txt"),
            ("a", "a/input", "a/output"),
            ("a", "inputs/a", "outputs/a"),
            ("a", "input/a.txt", "output/a.txt"),
            ("a", "inputs/a.in", "outputs/a.out"),
        ] {
            assert_eq!(names(&[input, expected]), [case], "{input}");
        }
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
            (
                ["a.in", "a.snap", "b.snap"],
                Misfit::NoInput("b.snap".to_owned()),
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
    fn an_input_whose_snapshot_was_not_accepted_yet_is_a_case() {
        assert_eq!(names(&["a.in", "a.snap", "b.in", "b.snap.new"]), ["a", "b"]);
    }

    #[test]
    fn two_cases_of_one_name_and_two_files_of_one_part_are_errors() {
        let twice = |one: &str, two: &str| Err(Misfit::Twice(one.to_owned(), two.to_owned()));
        let paths = ["inputs/1", "inputs/1.txt", "outputs/1"];
        assert_eq!(found(&paths).map(|_| ()), twice("inputs/1", "inputs/1.txt"));
        let paths = ["a.in", "a.ans", "a.out"];
        assert_eq!(found(&paths).map(|_| ()), twice("a.ans", "a.out"));
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
