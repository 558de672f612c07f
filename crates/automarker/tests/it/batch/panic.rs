//! A submission that makes the marker panic: whatever it triggers, the others get their marks.

use std::fs;

use automarker::mark::Batch;
use automarker::options::{Judge, MarkOptions};
use automarker::workers::Workers;
use sandbox::{Level, Requirement};
use submission::export;
use submission::{Building, Failed, Prepared, Site};

use super::{Class, RIGHT, WRONG};

#[test]
fn a_marker_that_panics_on_a_submission_marks_the_others() {
    let class = Class::new(&[("alice", RIGHT), ("bob", WRONG), ("carol", RIGHT)]);
    let course = courses::by_name("utoronto-a1").expect("it is a course");
    let options = MarkOptions {
        judge: Judge::Text,
        ..MarkOptions::new(course)
    };
    let batch = Batch {
        workers: Workers::start(1, Requirement::Exactly(Level::Off)).expect("threads"),
        options,
        cases: courses::cases::for_students(course).expect("it has cases")[..1].to_vec(),
        building: Building {
            requirement: Requirement::Exactly(Level::Off),
            ..Building::default()
        },
    };
    let submissions = export::Class::read(&class.path("submissions"), None)
        .expect("there are some")
        .submissions;
    let all: Vec<_> = submissions.iter().collect();
    let prepare = |site: Site<'_>| -> Result<Prepared, Failed> {
        let text = fs::read_to_string(site.folder.join("program")).expect("it is there");
        assert_ne!(text, WRONG, "this is bob's");
        Err(Failed::could_not_start("no reason"))
    };
    let mut outcomes = Vec::new();
    batch.mark(
        &all,
        |_| (),
        prepare,
        |submission, outcome| {
            let message = outcome
                .report
                .err()
                .map_or(String::new(), |why| why.to_string());
            outcomes.push((submission.name.clone(), message.contains("this is bob's")));
        },
    );
    let expected = [("alice", false), ("bob", true), ("carol", false)];
    assert_eq!(
        outcomes,
        expected.map(|(name, panics)| (name.to_owned(), panics))
    );
}
