//! Guesses the course of a project folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use course::Course;
use courses::ALL;
use marking::report::{CaseResult, Report};

use crate::named::file_of;

/// The largest file that is read, in bytes. Sources are smaller.
const LARGEST: u64 = 256 << 10;

const ENOUGH: usize = 2;

/// The length of a name that occurs in no other name, such as `lab8`.
const UNUSUAL: usize = 4;

/// The length of a name that occurs in comments only on purpose.
const LONG: usize = 6;

/// A course, and the reason for the guess, as the end of a sentence.
pub(crate) type Guess = (&'static Course, String);

type Phrase = [String; 3];

/// Returns the only course whose texts are in the sources of `folder`, or that they name, or
/// else that the name of the folder or of its parent suggests.
pub(crate) fn guess(folder: &Path) -> Option<Guess> {
    let sources = sources(folder);
    by_phrases(&sources)
        .or_else(|| by_mention(&sources))
        .or_else(|| by_name(folder))
}

/// Returns the only course whose texts are in `printed`, or in the sources of the submissions
/// at `paths`.
pub(crate) fn of_class<'a>(
    printed: Vec<String>,
    paths: impl Iterator<Item = &'a Path>,
) -> Option<Guess> {
    let printed = printed.into_iter().map(|text| SourceText {
        path: String::new(),
        text,
    });
    let all: Vec<SourceText> = printed.chain(paths.flat_map(sources)).collect();
    by_phrases(&all)
}

pub(crate) fn wrong_course<'a>(
    course: &Course,
    printed: Vec<String>,
    paths: impl Iterator<Item = &'a Path>,
) -> Option<String> {
    let (other, _) = of_class(printed, paths).filter(|(other, _)| other.name != course.name)?;
    let file = file_of(course).map(|file| file.text.to_owned());
    let copied = file.and_then(|text| of_class(vec![text], iter::empty()));
    if copied.is_some_and(|(it, _)| it.name == other.name) {
        return None;
    }
    Some(format!(
        "no case earns a point, and the texts are those of {}: is {} the right course?",
        other.name, course.name
    ))
}

pub(crate) fn first_output(report: &Report) -> String {
    let texts = |marked: &CaseResult| {
        let explanation = marked.explanation.as_ref();
        let output = explanation.map_or(String::new(), |it| {
            let output = String::from_utf8_lossy(&it.got_output);
            // The judge by rules keeps only the session.
            format!("{output}\n{}\n{}", it.session, it.full_session)
        });
        // Python may print prompts to standard error.
        format!("{output}\n{}", marked.stderr)
    };
    let mut all = report.cases.iter().map(texts);
    all.find(|text| !text.trim().is_empty()).unwrap_or_default()
}

struct SourceText {
    path: String,
    text: String,
}

fn sources(folder: &Path) -> Vec<SourceText> {
    let read = |path: PathBuf| {
        let is_short = fs::metadata(&path).is_ok_and(|data| data.len() <= LARGEST);
        let text = is_short.then(|| fs::read_to_string(&path).ok())??;
        let path = path.strip_prefix(folder).unwrap_or(&path);
        Some(SourceText {
            path: path.display().to_string(),
            text,
        })
    };
    submission::sources(folder)
        .into_iter()
        .filter_map(read)
        .collect()
}

fn by_phrases(sources: &[SourceText]) -> Option<Guess> {
    let owners = owners();
    let mut found: BTreeMap<&str, BTreeSet<Phrase>> = BTreeMap::new();
    let mut places: BTreeMap<&str, &str> = BTreeMap::new();
    for SourceText { path, text } in sources {
        for phrase in phrases(&text.replace("\\n", " ").replace("\\t", " ")) {
            if let Some(Some(course)) = owners.get(&phrase) {
                found.entry(course).or_default().insert(phrase);
                places.entry(course).or_insert(path);
            }
        }
    }
    let counts = found
        .iter()
        .map(|(course, phrases)| (phrases.len(), *course));
    let mut counts: Vec<_> = counts.collect();
    counts.sort_unstable();
    let (most, course) = counts.pop()?;
    let next = counts.pop().map_or(0, |(count, _)| count);
    let course = courses::by_name(course)?;
    let why = format!("its texts are in {}", places[course.name]);
    (most >= ENOUGH && most > next).then_some((course, why))
}

fn by_mention(sources: &[SourceText]) -> Option<Guess> {
    let mut found: BTreeMap<&str, (&Course, &str)> = BTreeMap::new();
    for SourceText { path, text } in sources {
        let text: String = text.split([' ', '-', '_']).collect();
        for course in ALL {
            if is_named(course, &text, LONG) {
                found.entry(course.name).or_insert((course, path));
            }
        }
    }
    let (_, (course, path)) = found.pop_first()?;
    found
        .is_empty()
        .then(|| (course, format!("{path} names it")))
}

/// Returns the phrases that the courses' programs print, each with its course, or `None` if
/// several courses have it.
fn owners() -> BTreeMap<Phrase, Option<&'static str>> {
    let mut owners = BTreeMap::new();
    for course in ALL {
        let cases = courses::cases::for_students(course).unwrap_or_default();
        let printed = cases.iter().filter_map(|case| case.expected.as_ref());
        let printed = printed.map(|expected| String::from_utf8_lossy(&expected.stdout));
        let mut own: BTreeSet<Phrase> = BTreeSet::new();
        for text in printed {
            own.extend(phrases(&text));
        }
        for phrase in own {
            owners
                .entry(phrase)
                .and_modify(|owner| *owner = None)
                .or_insert(Some(course.name));
        }
    }
    owners
}

/// Returns the phrases of the lines of `text`. Single letters, which name squares and discs,
/// and numbers are not words.
fn phrases(text: &str) -> Vec<Phrase> {
    let mut all = Vec::new();
    for line in text.lines() {
        let words = line.split(|character: char| !character.is_alphabetic());
        let words = words.filter(|word| word.chars().count() > 1);
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        let three = words.windows(3);
        all.extend(three.filter_map(|words| Phrase::try_from(words.to_vec()).ok()));
    }
    all
}

fn by_name(folder: &Path) -> Option<Guess> {
    let folder = fs::canonicalize(folder).ok()?;
    folder.ancestors().take(2).find_map(|folder| {
        let name = folder.file_name()?.to_str()?;
        let mut fitting = ALL.iter().filter(|course| is_named(course, name, 1));
        match (fitting.next(), fitting.next()) {
            (Some(course), None) => Some((course, format!("the folder is named {name}"))),
            _ => None,
        }
    })
}

/// Returns `true` if `name` contains the name of the course or of its assignment, of at least
/// `shortest` letters and digits.
fn is_named(course: &Course, name: &str, shortest: usize) -> bool {
    let name = name.to_lowercase();
    let is_end = |character: char| !character.is_alphanumeric();
    let words = course.name.split('-').chain(course.title.split(is_end));
    let with_number = |word: &&str| {
        let has = |kind: fn(&char) -> bool| word.chars().any(|character| kind(&character));
        has(char::is_ascii_digit) && has(|character| character.is_alphabetic())
    };
    let is_name = |word: &&str| with_number(word) || *word == course.name;
    let mut words = words.filter(|word| word.len() >= shortest && is_name(word));
    words.any(|word| {
        let word = word.to_lowercase();
        // Many names contain a short one, such as `a1`.
        name.split(is_end).any(|part| part == word) || word.len() >= UNUSUAL && name.contains(&word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transcript::Case;

    fn course(folder: &Path) -> Option<&'static str> {
        guess(folder).map(|(course, _)| course.name)
    }

    #[test]
    fn a_right_program_is_known_by_its_texts_or_not_at_all() {
        let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
        for of in ALL {
            for name in ["correct.c", "correct.py"] {
                let folder = tempfile::tempdir().expect("a folder can be made");
                let from = zoo.join(of.name).join(name);
                fs::copy(&from, folder.path().join(name)).expect("it can be copied");
                let found = course(folder.path());
                let place = from.display();
                assert!(found.is_none_or(|found| found == of.name), "{place}");
                assert!(found.is_some() || !of.fixes_words, "{place}");
            }
        }
    }

    #[test]
    fn a_copy_of_a_course_may_have_its_texts() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("copy.toml");
        let (name, text) = course_file::EXAMPLES[0];
        fs::write(&path, text).expect("a file");
        let copy = crate::named::read(&path).expect("it is a course").course;
        let cases = courses::cases::for_students(courses::by_name(name).expect("a course"));
        let expected = |case: Case| String::from_utf8(case.expected?.stdout).ok();
        let cases = cases.expect("it has cases").into_iter();
        let printed: Vec<String> = cases.filter_map(expected).collect();
        let warning = |course| wrong_course(course, printed.clone(), iter::empty());
        assert_eq!(warning(copy), None);
        let other = courses::by_name("aps105-lab8").expect("a course");
        assert!(warning(other).is_some());
    }

    #[test]
    fn a_comment_that_names_a_course_tells_it() {
        for (text, expected) in [
            ("# CMSC 201 - Project 2", Some("cmsc201")),
            ("// Assignment 1 of ECE1724", Some("utoronto-a1")),
            ("/* APS105-Lab8 */", Some("aps105-lab8")),
            ("// as in CMSC 201, but for COMP10050", None),
            ("// data1, lab 8", None),
        ] {
            let folder = tempfile::tempdir().expect("a folder can be made");
            fs::write(folder.path().join("main.c"), text).expect("a file");
            assert_eq!(course(folder.path()), expected, "{text}");
        }
    }

    #[test]
    fn a_folder_is_known_by_its_name() {
        let above = tempfile::tempdir().expect("a folder can be made");
        for (name, expected) in [
            ("APS105-lab8", Some("aps105-lab8")),
            ("lab8", Some("aps105-lab8")),
            ("ece1724_a1", Some("utoronto-a1")),
            ("a1", Some("utoronto-a1")),
            ("cmsc201proj2", Some("cmsc201")),
            ("comp10050/src", Some("comp10050")),
            ("revergo", Some("revergo")),
            ("data1", None),
            ("reversi", None),
            ("lab8 or cmsc201", None),
        ] {
            let folder = above.path().join(name);
            fs::create_dir_all(&folder).expect("a folder can be made");
            assert_eq!(course(&folder), expected, "{name}");
        }
    }
}
