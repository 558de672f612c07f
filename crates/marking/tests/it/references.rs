//! The judge on the references of the courses, with every fixture.

use std::fs;

use course::{Console, Course, Error};
use courses::by_name;
use marking::judge::{Interactive, Judged, Status, judge};

/// A course's own program. It is deterministic, so that it can be run anew on
/// all of the input whenever it is waited for: input that ends is a program
/// that waits.
struct Reference {
    course: &'static Course,
    input: Vec<u8>,
    output: Vec<u8>,
    saved: Vec<u8>,
}

impl Interactive for Reference {
    fn send(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    fn end_input(&mut self) {}

    fn wait(&mut self) -> Status {
        self.output.clear();
        let mut save = |_: &str, result: &[u8]| {
            result.clone_into(&mut self.saved);
            Ok(())
        };
        let mut environment = self.course.environment().saving(&mut save);
        let mut input = &self.input[..];
        let mut console = Console::new(&mut input, &mut self.output);
        let end = (self.course.run)(&mut console, &mut environment);
        match end {
            Err(Error::InputEnded) => Status::AwaitsInput,
            _ => Status::Ended,
        }
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}

fn judged(name: &str) -> Vec<(String, Judged, Reference)> {
    let folder = course_tests::fixtures(name);
    let course = by_name(name).expect("it is a course");
    let mut all = Vec::new();
    for file in fs::read_dir(folder).expect("the course has fixtures") {
        let path = file.expect("it is readable").path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let case = path.display().to_string();
        let input = fs::read(&path).expect("it is readable");
        let mut reference = Reference {
            course,
            input: Vec::new(),
            output: Vec::new(),
            saved: Vec::new(),
        };
        match judge(course, &input, &mut reference) {
            Ok(judged) => all.push((case, judged, reference)),
            Err(finding) => panic!("{case}: {finding:?}"),
        }
    }
    assert!(all.len() > 10, "{name} has few fixtures");
    let finished = all.iter().filter(|(_, judged, _)| judged.outcome.is_some());
    assert!(finished.count() > 4, "{name} has few whole games");
    all
}

#[test]
fn cmsc201_passes_all_its_fixtures() {
    judged("cmsc201");
}

#[test]
fn comp10050_passes_all_its_fixtures_and_saves_what_it_says() {
    for (name, judged, reference) in judged("comp10050") {
        if judged.outcome.is_some() {
            assert_eq!(judged.wrong_file(&reference.saved), None, "{name}");
        }
    }
}

#[test]
fn utoronto_a1_passes_all_its_fixtures() {
    judged("utoronto-a1");
}

#[test]
fn aps105_lab8_passes_all_its_fixtures() {
    judged("aps105-lab8");
}
