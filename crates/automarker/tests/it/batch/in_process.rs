//! Batches in this process: submissions on which the marker panics or the machine is busy, and
//! the order of the cases.

use std::env;
use std::fs;
use std::sync::Mutex;

use automarker::mark::{Batch, CaseProgress, mark_cases};
use automarker::options::{Judge, MarkOptions};
use automarker::workers::Workers;
use sandbox::{HostError, Level, Policy, Program, Requirement};
use submission::export;
use submission::{Building, Failed, Prepared, Site};
use transcript::{Case, Expected};

use super::{RIGHT, TestClass, WRONG};

const OFF: Requirement = Requirement::Exactly(Level::Off);

fn options() -> MarkOptions {
    MarkOptions {
        judge: Judge::Text,
        ..MarkOptions::new(courses::by_name("utoronto-a1").expect("it is a course"))
    }
}

/// Returns each submission's name, in the order of the outcomes, and why it has no mark.
fn outcomes(
    class: &TestClass,
    prepare: impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync,
) -> Vec<(String, Option<String>)> {
    let batch = Batch {
        workers: Workers::start(1, OFF).expect("threads"),
        options: options(),
        cases: vec![Case::new("a", "")],
        building: Building {
            requirement: OFF,
            ..Building::default()
        },
        is_for_class: true,
    };
    let submissions = export::Class::read(&class.path("submissions"), None)
        .expect("there are some")
        .submissions;
    let all: Vec<_> = submissions.iter().collect();
    let mut outcomes = Vec::new();
    batch.mark(
        &all,
        |_| (),
        prepare,
        |submission, outcome| {
            let why = outcome.report.err().map(|why| why.to_string());
            outcomes.push((submission.name.clone(), why));
        },
    );
    outcomes
}

fn program(site: Site<'_>) -> String {
    fs::read_to_string(site.folder.join("program")).expect("it is there")
}

#[test]
fn a_marker_that_panics_on_a_submission_marks_the_others() {
    let class = TestClass::new(&[("alice", RIGHT), ("bob", WRONG), ("carol", RIGHT)]);
    let outcomes = outcomes(&class, |site| {
        assert_ne!(program(site), WRONG, "this is bob's");
        Err(Failed::could_not_start("no reason"))
    });
    let panics = |why: &String| why.contains("this is bob's");
    let outcomes = outcomes
        .iter()
        .map(|(name, why)| (&**name, why.as_ref().map(panics)));
    let expected = [("alice", None), ("bob", Some(true)), ("carol", None)];
    assert!(outcomes.eq(expected));
}

#[test]
fn a_submission_on_a_busy_machine_is_marked_again_alone_and_then_not_marked() {
    let class = TestClass::new(&[("alice", "once"), ("bob", "always"), ("carol", RIGHT)]);
    let seen = Mutex::new(Vec::new());
    let outcomes = outcomes(&class, |site| {
        let program = program(site);
        let mut seen = seen.lock().expect("no thread panics");
        let is_busy = program == "always" || program == "once" && !seen.contains(&program);
        seen.push(program);
        Err(if is_busy {
            Failed::Host(HostError::Busy("too busy".to_owned()))
        } else {
            Failed::could_not_start("no reason")
        })
    });
    let outcomes: Vec<_> = outcomes
        .iter()
        .map(|(name, why)| (&**name, why.as_deref()))
        .collect();
    let expected = [("carol", None), ("alice", None), ("bob", Some("too busy"))];
    assert_eq!(outcomes, expected);
    assert_eq!(seen.into_inner().expect("no thread panics").len(), 5);
}

#[test]
fn hidden_cases_begin_when_all_open_ones_have_ended() {
    let names = ["a-hidden", "b", "c-hidden", "d", "e"];
    let cases = names.map(|name| Case {
        hidden: name.ends_with("hidden"),
        expected: Some(Expected::default()),
        ..Case::new(name, "")
    });
    let program = Program {
        command: "true".into(),
        folder: env::temp_dir(),
        ..Program::default()
    };
    let policy = Policy {
        requirement: OFF,
        ..Policy::default()
    };
    let steps = Mutex::new(Vec::new());
    let workers = Workers::start(2, OFF).expect("threads");
    let marked = mark_cases(
        &workers,
        &options(),
        &cases,
        Ok((&program, &policy)),
        |step, case| {
            let mut steps = steps.lock().expect("no thread panics");
            steps.push((step, case.ends_with("hidden")));
        },
    );
    let marked = marked.expect("the machine is well");
    assert!(marked.iter().map(|it| &*it.case).eq(names));
    let steps = steps.into_inner().expect("no thread panics");
    let first = steps
        .iter()
        .position(|step| *step == (CaseProgress::Begun, true));
    assert_eq!(first, Some(2 * 3), "{steps:?}");
}
