//! A batch that is started again with the same folder of reports.

use std::fs::{self, File};

use automarker::batch::Batch;
use automarker::mark::{Judge, MarkOptions};
use automarker::workers::Workers;
use sandbox::{Level, Requirement};
use submission::export;
use submission::{Building, Failed, Prepared, Site};

use super::{Class, RIGHT, WRONG};

const CLASS: [(&str, &str); 3] = [("alice", RIGHT), ("bob", WRONG), ("carol", RIGHT)];

/// Marks again with `options`; returns the students that were marked, and
/// standard output.
fn again(class: &Class, options: &[&str]) -> (Vec<String>, String) {
    let (status, stdout, stderr) = class.mark(&[&["--reports", "out"], options].concat());
    assert!(status < Some(2), "{stdout}{stderr}");
    let lines = stdout
        .lines()
        .filter_map(|line| line.strip_prefix("utoronto-a1: "));
    let mut marked: Vec<_> = lines
        .filter_map(|line| Some(line.split_once(':')?.0.to_owned()))
        .collect();
    marked.sort();
    (marked, stdout)
}

fn marked_class() -> Class {
    let class = Class::new(&CLASS);
    let (marked, _) = again(&class, &[]);
    assert_eq!(marked, ["alice", "bob", "carol"]);
    class
}

#[test]
fn nothing_is_marked_again_and_every_file_can_be_made_again() {
    let class = marked_class();
    let files = ["out/marks.csv", "out/alice.html", "out/bob.html"];
    let before = files.map(|name| class.read(name));
    assert!(
        before[0].contains("\nbob,,,,1,2,1,0,2,ok,wrong output\n"),
        "{}",
        before[0]
    );
    for name in files {
        fs::remove_file(class.path(name)).expect("it can be removed");
    }
    let (marked, stdout) = again(&class, &["--csv", "marks.csv", "--format", "junit"]);
    assert!(marked.is_empty(), "{stdout}");
    assert!(
        stdout.contains("note: 3 of 3 results are taken over from out\n"),
        "{stdout}"
    );
    assert_eq!(files.map(|name| class.read(name)), before);
    assert_eq!(class.read("marks.csv"), before[0]);
    assert!(class.read("out/bob.xml").contains("failures=\"1\""));
    // The exit status is that of the whole class.
    assert_eq!(class.mark(&["--reports", "out"]).0, Some(1));
}

#[test]
fn the_part_of_hidden_cases_that_is_shown_can_be_changed_later() {
    let class = Class::new(&CLASS);
    class.write("cases/cases.toml", "[two]\nhidden = true\n");
    again(&class, &[]);
    assert!(!class.read("out/bob.html").contains("line 3, column 1"));
    let (marked, _) = again(&class, &["--reveal", "full"]);
    assert!(marked.is_empty());
    assert!(class.read("out/bob.html").contains("line 3, column 1"));
}

#[test]
fn a_submission_that_has_changed_or_is_new_is_marked() {
    let class = marked_class();
    class.submit("bob", RIGHT);
    class.submit("dave", RIGHT);
    let (marked, stdout) = again(&class, &[]);
    assert_eq!(marked, ["bob", "dave"]);
    let note = "note: 1 of 4 submissions are marked again: the submission has changed\n";
    assert!(stdout.contains(note), "{stdout}");
    let table = class.read("out/marks.csv");
    assert!(table.ends_with(
        "\nbob,,,,2,2,2,0,2,ok,ok\ncarol,,,,2,2,2,0,2,ok,ok\ndave,,,,2,2,2,0,2,ok,ok\n"
    ));
}

#[test]
fn other_settings_of_marking_mark_every_submission_again() {
    let class = marked_class();
    let all = ["alice", "bob", "carol"];
    for options in [
        &["--time", "9"][..],
        &["--compare", "tokens"],
        &["--build", "true"],
        &["--sandbox", "off"],
        &["--", "./program"],
    ] {
        let (marked, stdout) = again(&class, options);
        assert_eq!(marked, all, "{options:?}");
        assert!(stdout.contains("3 of 3 submissions are marked again: the course, the cases, "));
        assert!(again(&class, options).0.is_empty(), "{options:?}");
    }
    again(&class, &[]);
    class.write("cases/one.out", "b\nb\n");
    assert_eq!(again(&class, &["--jobs", "1"]).0, all);
}

#[test]
fn a_result_that_cannot_be_read_is_made_again() {
    let class = marked_class();
    let result = class.read("out/results/alice.json");
    for damaged in [
        "",
        &result[..result.len() / 2],
        &result.replace("result/v2", "result/v1"),
    ] {
        class.write("out/results/alice.json", damaged);
        let (marked, stdout) = again(&class, &[]);
        assert_eq!(marked, ["alice"]);
        assert!(
            stdout.contains("the stored result cannot be read"),
            "{stdout}"
        );
    }
    // Another student's result in its place does not count either.
    class.write("out/results/carol.json", &result);
    assert_eq!(again(&class, &[]).0, ["carol"]);
}

#[test]
fn two_batches_do_not_write_to_one_folder() {
    let class = marked_class();
    let lock = File::open(class.path("out/results/.lock")).expect("it is there");
    lock.lock().expect("it can be locked");
    let (status, stdout, stderr) = class.mark(&["--reports", "out"]);
    assert_eq!((status, &*stdout), (Some(3), ""));
    assert!(
        stderr.contains("out/results: another batch is writing to this folder"),
        "{stderr}"
    );
}

/// Whatever a submission triggers in the marker, the others get their marks.
#[test]
fn a_marker_that_panics_on_a_submission_marks_the_others() {
    let class = Class::new(&CLASS);
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
