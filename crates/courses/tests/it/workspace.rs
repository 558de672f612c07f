//! The invariants of `crates/README.md` that the compiler does not check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use course::{Course, Prompt};
use course_tests::workspace;
use courses::ALL;
use transcript::{Case, Suite};

const ANYBODYS: &str = "has no valid move";

/// The shortest word that can only come from a handout. Shorter ones, such as the prompt `> `
/// or the message `must pass`, are common.
const OWN: usize = 12;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn packages() -> BTreeMap<String, PathBuf> {
    let crates = fs::read_dir(workspace().join("crates")).expect("the crates can be listed");
    let crates = crates.map(|entry| entry.expect("it can be listed").path());
    crates
        .filter(|folder| folder.join("Cargo.toml").exists())
        .chain([workspace().join("xtask")])
        .map(|folder| {
            let name = folder.file_name().expect("it has a name").to_string_lossy();
            (name.into_owned(), folder)
        })
        .collect()
}

#[test]
fn no_course_depends_on_another() {
    for Course { name, .. } in ALL {
        let manifest = read(&packages()[*name].join("Cargo.toml"));
        let mut others = ALL.iter().filter(|other| other.name != *name);
        let found = others.find(|other| manifest.contains(&format!("\n{}", other.name)));
        assert!(found.is_none(), "{name} depends on {found:?}");
    }
}

#[test]
fn the_core_requires_no_dependency() {
    let manifest = read(&workspace().join("crates/reversi-core/Cargo.toml"));
    let (_, after) = manifest.split_once("\n[dependencies]\n").expect("a table");
    let (table, _) = after.split_once("\n[").expect("another table");
    let dependencies = table.lines().filter(|line| line.contains(" = "));
    let optional = |line: &str| line.contains("optional = true");
    assert!(dependencies.clone().all(optional), "{table}");
    assert_eq!(dependencies.count(), 1);
}

#[test]
fn every_course_is_a_crate_and_stands_in_both_tables() {
    let (readme, crates) = (
        read(&workspace().join("README.md")),
        read(&workspace().join("crates/README.md")),
    );
    for Course { name, .. } in ALL {
        assert!(packages().contains_key(*name), "{name} is not a crate");
        let row = format!("\n| [`{name}`](crates/{name}/README.md) | ");
        assert!(readme.contains(&row), "README.md has no row for {name}");
    }
    for name in packages().keys().filter(|&name| name != "xtask") {
        let row = format!("\n| [`{name}`]({name}/README.md) | ");
        assert!(crates.contains(&row), "crates/README.md: no row for {name}");
    }
}

fn cases(course: &Course) -> Vec<Case> {
    let suite = Suite::load_strict(&course_tests::fixtures(course.name));
    suite.expect("it has fixtures").into_cases()
}

#[test]
fn each_case_says_in_cases_toml_what_it_tests() {
    for course in ALL {
        for case in cases(course) {
            let (folder, name) = (course.name, case.name);
            assert!(
                case.handout.is_some(),
                "fixtures/{folder}/cases.toml: no {name}"
            );
        }
    }
}

/// Returns the words that only the crate of `course` may have: its title, prompts and
/// spellings, and the first phrase of each message in its fixtures.
fn words(course: &Course) -> BTreeSet<String> {
    let prompts = course.prompts.iter().map(|prompt| match prompt {
        Prompt::End(words) | Prompt::Line(words) => *words,
    });
    let spellings = course.spellings.iter().flatten().copied();
    let mut words: BTreeSet<String> = prompts
        .chain(spellings)
        .chain([course.title])
        .map(str::to_owned)
        .collect();
    for case in cases(course) {
        let Some(setup) = course.setup(&case.input) else {
            continue;
        };
        let names = setup.names.map(|names| [names.black, names.white]);
        let names = names.unwrap_or_default();
        let stdout = &case.expected.as_ref().expect("it has a snapshot").stdout;
        for line in String::from_utf8_lossy(stdout).lines() {
            if course
                .program
                .read_message(line, setup.rules.size)
                .is_some()
            {
                words.extend(phrase(line, &names));
            }
        }
    }
    words.remove(ANYBODYS);
    words.retain(|text| text.chars().filter(|letter| letter.is_alphabetic()).count() >= OWN);
    words
}

/// Returns the first phrase of `line` with at least two words that are not names. Single
/// letters are discs or squares.
fn phrase(line: &str, names: &[String]) -> Option<String> {
    let is_word = |word: &&str| {
        let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
        letters >= 2 && letters == word.chars().count() && !names.iter().any(|name| name == word)
    };
    let words: Vec<&str> = line.split([' ', '.', ':']).collect();
    let mut phrases = words.split(|word| !is_word(word));
    let phrase = phrases.find(|phrase| phrase.len() >= 2)?;
    Some(phrase.join(" "))
}

fn code(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("it can be listed").path();
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        // Programs with mistakes print what students' programs do.
        if name == "tests" || name == "mistakes" {
            continue;
        }
        if path.is_dir() {
            files.extend(code(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = read(&path);
            let tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
            let lines = text[..tests].lines();
            let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
            files.push((path, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    files
}

#[test]
fn the_words_of_a_course_stand_in_its_crate_only() {
    let words: BTreeMap<&str, BTreeSet<String>> = ALL
        .iter()
        .map(|course| (course.name, words(course)))
        .collect();
    let mut foreign = Vec::new();
    for (package, folder) in packages() {
        // Two handouts may share words.
        let own = courses::by_name(&package).map(cases).unwrap_or_default();
        let printed = own.into_iter().filter_map(|case| case.expected);
        let printed: Vec<u8> = printed.flat_map(|expected| expected.stdout).collect();
        let printed = String::from_utf8_lossy(&printed);
        for (path, code) in code(&folder.join("src")) {
            for (course, theirs) in words.iter().filter(|(course, _)| **course != package) {
                let found = theirs
                    .iter()
                    .filter(|words| code.contains(*words) && !printed.contains(*words));
                foreign.extend(
                    found.map(|words| format!("{}: {words:?} of {course}", path.display())),
                );
            }
        }
    }
    assert!(foreign.is_empty(), "{}", foreign.join("\n"));
}
