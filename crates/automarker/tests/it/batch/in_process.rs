//! Batches in this process: submissions on which the marker panics or the machine is busy.

use std::fs;
use std::sync::Mutex;

use automarker::mark::Batch;
use automarker::options::{Judge, MarkOptions};
use automarker::workers::Workers;
use sandbox::{HostError, Level, Requirement};
use submission::export;
use submission::{Building, Failed, Prepared, Site};
use transcript::Case;

use super::{Class, RIGHT, WRONG};

const OFF: Requirement = Requirement::Exactly(Level::Off);

fn options() -> MarkOptions {
    MarkOptions {
        judge: Judge::Text,
        ..MarkOptions::new(courses::by_name("utoronto-a1").expect("it is a course"))
    }
}

/// Returns the name of each submission, in the order of the outcomes, and why it has no mark.
fn outcomes(
    class: &Class,
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
    let class = Class::new(&[("alice", RIGHT), ("bob", WRONG), ("carol", RIGHT)]);
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
    let class = Class::new(&[("alice", "once"), ("bob", "always"), ("carol", RIGHT)]);
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
