//! The courses' own cases, cases made by playing, and archives of both.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::cases::session::computer_moves;
use crate::programs::run::{Memory, RunEnd, play};
use crate::programs::state::{OpponentChoice, State, course};
use crate::programs::view::{GameView, SavedFile, saved_files, view};
use course::Course;
use serde::{Deserialize, Serialize};
use transcript::{Case, CaseLayout, Expected, files, is_case_name, visible};

use crate::cases::packed::unpack;
use crate::cases::zip::zip;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listed {
    pub name: String,
    /// Set if students may not see its contents.
    pub hidden: bool,
    /// Set if the handout leaves open what is right.
    pub unspecified: bool,
    pub weight: f64,
    /// The section of the handout; for an unspecified case, the open question.
    pub handout: Option<String>,
    pub args: Vec<String>,
    /// The part of the handout that it tests, by which the list is grouped.
    pub group: String,
    /// The subject of its test, in a few words.
    pub about: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownCase {
    pub state: State,
    pub input: String,
    pub expected: String,
    pub stdout: String,
    pub files: Vec<SavedFile>,
    pub view: GameView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    pub name: String,
    /// Set if students may not see its contents.
    #[serde(default)]
    pub hidden: bool,
    #[serde(default = "one")]
    pub weight: f64,
    #[serde(default)]
    pub args: Vec<String>,
    pub input: String,
}

fn one() -> f64 {
    1.0
}

/// Lists the cases of the course with this name. The error is a sentence.
pub fn list(name: &str) -> Result<Vec<Listed>, String> {
    let listed = |case: Case| {
        let about = case.handout.clone().unwrap_or_default();
        let (group, about) = match about.split_once(": ") {
            _ if case.unspecified => ("left open by the handout", about.as_str()),
            Some((part, about)) => (part, about),
            None => ("rules and words", about.as_str()),
        };
        let first = group.chars().take(1).flat_map(char::to_uppercase);
        Listed {
            group: first.chain(group.chars().skip(1)).collect(),
            about: about.to_owned(),
            name: case.name,
            hidden: case.hidden,
            unspecified: case.unspecified,
            weight: case.weight,
            handout: case.handout,
            args: case.args,
        }
    };
    let mut all: Vec<Listed> = cases(course(name)?).iter().cloned().map(listed).collect();
    // The sample sessions come first, and unspecified cases last.
    let samples = all.iter().filter(|one| one.name.starts_with("handout-"));
    let samples = samples.map(|one| one.group.clone());
    let groups = samples.chain(all.iter().map(|one| one.group.clone()));
    let groups: Vec<String> = groups.collect();
    let place = |one: &Listed| groups.iter().position(|group| *group == one.group);
    all.sort_by_key(|one| (one.unspecified, place(one)));
    Ok(all)
}

/// Returns the case `name` of a course. The error is a sentence.
pub fn show(course_name: &str, name: &str, memory: &mut Memory) -> Result<ShownCase, String> {
    let case = find(course(course_name)?, name)?;
    let mut state = State {
        course: course_name.to_owned(),
        args: case.args.clone(),
        // A byte that is not text is shown as such.
        input: String::from_utf8_lossy(&case.input).into_owned(),
        ..State::default()
    };
    let mut shown = view(&state, 0, memory)?;
    let expected = case.expected.unwrap_or_default();
    let printed = String::from_utf8_lossy(&expected.stdout);
    let replies = computer_moves(state.course()?, &case.input, &printed);
    if !shown.stderr.is_empty() && !replies.is_empty() {
        // The computer of the case is the engine, which is not in this file.
        state.opponent = OpponentChoice::Asked;
        state.replies = replies;
        shown = view(&state, 0, memory)?;
    }
    Ok(ShownCase {
        view: shown,
        state,
        input: visible(&case.input),
        expected: visible(&expected.stdout),
        stdout: String::from_utf8_lossy(&expected.stdout).into_owned(),
        files: saved_files(&expected.files),
    })
}

pub(crate) fn find(course: &Course, name: &str) -> Result<Case, String> {
    let found = cases(course).iter().find(|case| case.name == name);
    let found = found.ok_or_else(|| format!("{} has no case named {name:?}.", course.name));
    found.cloned()
}

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/cases.bin"));

static CASES: LazyLock<BTreeMap<String, Vec<Case>>> =
    LazyLock::new(|| unpack(PACKED).expect("the build script has packed them"));

pub(crate) fn cases(course: &Course) -> &'static [Case] {
    &CASES[course.name]
}

/// Returns the name of the case that a file with an output belongs to: the longest that the file's
/// name ends with, without extensions.
pub fn match_case(course_name: &str, file: &str) -> Result<Option<String>, String> {
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = stem.split('.').next().unwrap_or(stem).to_ascii_lowercase();
    let names = cases(course(course_name)?).iter().map(|case| &case.name);
    let fits = |name: &&String| {
        let rest = stem.strip_suffix(&name.to_ascii_lowercase());
        rest.is_some_and(|rest| !rest.ends_with(|last: char| last.is_ascii_alphanumeric()))
    };
    Ok(names.filter(fits).max_by_key(|name| name.len()).cloned())
}

/// Returns a zip archive with the cases `names` of a course. The error is a sentence.
pub fn download(course_name: &str, names: &[String], layout: &str) -> Result<Vec<u8>, String> {
    let course = course(course_name)?;
    let cases: Result<Vec<Case>, String> = names.iter().map(|name| find(course, name)).collect();
    archive(&cases?, layout)
}

/// Returns a zip archive with cases that were made by playing. The error is a sentence.
pub fn make(
    course_name: &str,
    made: &[Made],
    layout: &str,
    memory: &mut Memory,
) -> Result<Vec<u8>, String> {
    if made.is_empty() {
        return Err("There are no cases yet.".to_owned());
    }
    let mut names: Vec<String> = Vec::new();
    let mut cases = Vec::new();
    for one in made {
        let lower = one.name.to_ascii_lowercase();
        if names.contains(&lower) {
            return Err(format!("Two cases are named {:?}.", one.name));
        }
        names.push(lower);
        cases.push(case(course_name, one, memory)?);
    }
    archive(&cases, layout)
}

/// Returns a case that was made, with the behaviour of our program. The error is a sentence.
pub fn case(course_name: &str, made: &Made, memory: &mut Memory) -> Result<Case, String> {
    if !is_case_name(&made.name) {
        return Err(format!(
            "{:?} is not a name for a case: use up to 60 letters, digits, - and _, and do not \
             begin with `in`, `out` or `readme`.",
            made.name
        ));
    }
    if !made.weight.is_finite() || made.weight < 0.0 {
        return Err(format!(
            "The weight of {:?} is not a positive number.",
            made.name
        ));
    }
    let state = State {
        course: course_name.to_owned(),
        args: made.args.clone(),
        input: made.input.clone(),
        ..State::default()
    };
    let played = play(&state, memory)?;
    Ok(Case {
        args: made.args.clone(),
        expected: Some(Expected {
            stdout: played.output.clone(),
            files: played.files.clone(),
            status: Some(i32::from(played.end != RunEnd::Exited)),
        }),
        weight: made.weight,
        hidden: made.hidden,
        truncated_input: played.end == RunEnd::Entry,
        ..Case::new(made.name.clone(), made.input.clone())
    })
}

fn archive(cases: &[Case], layout: &str) -> Result<Vec<u8>, String> {
    // The page's words for them are in `cases.js`.
    let layout = match layout {
        "extensions" => CaseLayout::Extensions,
        "snapshots" => CaseLayout::Snapshots,
        "folder-per-case" => CaseLayout::FolderPerCase,
        "folder-per-part" => CaseLayout::FolderPerPart,
        _ => return Err("There is no layout of this name.".to_owned()),
    };
    Ok(zip(files(cases, layout)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use courses::ALL;

    fn made(name: &str, input: &str) -> Made {
        Made {
            name: name.to_owned(),
            hidden: false,
            weight: 1.0,
            args: Vec::new(),
            input: input.to_owned(),
        }
    }

    #[test]
    fn the_packed_cases_are_the_fixtures() {
        for course in ALL {
            let fixtures = courses::cases::of(course).expect("the fixtures are a suite");
            assert_eq!(cases(course), fixtures, "{}", course.name);
        }
    }

    #[test]
    fn each_case_can_be_found_by_the_name_of_a_file() {
        for course in ALL {
            for Listed { name, .. } in list(course.name).expect("it has cases") {
                for file in [format!("{name}.out"), format!("C:\\x\\my_{name}.txt")] {
                    let found = match_case(course.name, &file).expect("it is a course");
                    assert_eq!(found.as_deref(), Some(name.as_str()), "{file}");
                }
            }
        }
        let none = match_case("cmsc201", "notes.txt");
        assert_eq!(none, Ok(None));
    }

    #[test]
    fn the_cases_of_a_group_stand_together() {
        for course in ALL {
            let listed = list(course.name).expect("it has cases");
            let mut groups: Vec<&str> = listed.iter().map(|one| one.group.as_str()).collect();
            groups.dedup();
            let runs = groups.len();
            groups.sort_unstable();
            groups.dedup();
            assert_eq!(groups.len(), runs, "{groups:?}");
            assert!(listed.iter().all(|one| !one.about.is_empty()), "{listed:?}");
        }
    }

    #[test]
    fn a_made_case_has_what_our_program_does() {
        let mut memory = Memory::default();
        let whole = case("comp10050", &made("x", "Ann\nBen\n1\n"), &mut memory);
        let whole = whole.expect("it is a case");
        let expected = whole.expected.expect("it has an output");
        assert!(expected.stdout.starts_with(b"Player 1 please insert"));
        assert!(whole.truncated_input);
        let lost = case("aps105-lab8", &made("y", "4\nW\naa\n"), &mut memory);
        assert!(!lost.expect("it is a case").truncated_input);
    }

    #[test]
    fn a_case_that_cannot_be_made_is_named() {
        let mut memory = Memory::default();
        let mut error = |cases: &[Made], layout: &str| {
            make("cmsc201", cases, layout, &mut memory).expect_err("it cannot be made")
        };
        assert!(error(&[], "extensions").contains("no cases"));
        let twice = [made("a", "3 5\n"), made("A", "3 5\n")];
        assert_eq!(error(&twice, "extensions"), "Two cases are named \"A\".");
        assert!(error(&[made("../x", "")], "extensions").contains("\"../x\" is not a name"));
        let heavy = Made {
            weight: f64::NAN,
            ..made("a", "")
        };
        assert!(error(&[heavy], "extensions").contains("The weight of \"a\""));
        assert!(error(&[made("a", "")], "tar").contains("no layout"));
    }
}
