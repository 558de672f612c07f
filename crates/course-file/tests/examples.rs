//! The examples print what their handouts' tests expect.

use std::fs;
use std::path::{Path, PathBuf};

use course_file::{Loaded, read};
use transcript::{Case, Suite};

fn examples() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    Path::new(&package).join("examples")
}

fn example(name: &str) -> Loaded {
    let path = format!("{name}.toml");
    let text = fs::read_to_string(examples().join(&path)).expect("it can be read");
    assert!(text.lines().count() <= 70, "{path}");
    read(&path, &text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn printed(loaded: Loaded, case: &Case) -> Vec<u8> {
    let outcome = loaded.course.outcome(&[], &case.input);
    outcome.expect("there are no options").stdout
}

fn wrong(course: &str, is_meant: impl Fn(&Case) -> bool) -> Vec<String> {
    let built_in = courses::by_name(course).expect("it is a course");
    let cases = courses::cases::of(built_in).expect("it has cases");
    let loaded = example(course);
    let mut cases: Vec<Case> = cases.into_iter().filter(|case| is_meant(case)).collect();
    assert!(cases.len() > 20);
    cases.retain(|case| {
        let expected = case.expected.as_ref().map(|expected| &expected.stdout);
        expected != Some(&printed(loaded, case))
    });
    cases.into_iter().map(|case| case.name).collect()
}

#[test]
fn utoronto_a1_as_a_file_prints_every_byte_of_its_fixtures() {
    assert_eq!(wrong("utoronto-a1", |_| true), [""; 0]);
}

/// The handout specifies neither our program's options nor some of its behaviour.
#[test]
fn aps105_lab8_as_a_file_prints_what_its_handout_specifies() {
    let is_meant = |case: &Case| case.args.is_empty() && !case.unspecified;
    assert_eq!(wrong("aps105-lab8", is_meant), [""; 0]);
}

#[test]
fn samples_of_handouts_are_printed_byte_by_byte() {
    let suite = Suite::find(&examples().join("samples"), Vec::new()).expect("they are cases");
    for case in suite.into_cases() {
        let years = case.name.split('-').next().expect("it has a name");
        let loaded = example(&format!("ics32-{years}"));
        let expected = case.expected.as_ref().expect("it has one");
        let printed = String::from_utf8(printed(loaded, &case)).expect("it is text");
        let expected = String::from_utf8_lossy(&expected.stdout);
        assert_eq!(printed, expected, "{}", case.name);
    }
}

#[test]
fn words_that_are_left_free_are_judged_by_the_rules() {
    for (name, fixes_words) in [
        ("ics32-board", true),
        ("utoronto-a1", true),
        ("x-first", false),
        ("kse", false),
    ] {
        let course = example(name).course;
        assert_eq!(course.fixes_words, fixes_words, "{name}");
        let points: Vec<f64> = course.rubric.iter().map(|it| it.points).collect();
        let default = [70.0, 30.0];
        assert_eq!(
            points,
            if fixes_words { &default[..] } else { &[] },
            "{name}"
        );
    }
}
