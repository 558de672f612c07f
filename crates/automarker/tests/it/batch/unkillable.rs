//! A batch that is killed at random moments loses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use course_tests::wait_until;

use super::{RIGHT, TestClass, WRONG};
use crate::cli::ended;

const STUDENTS: usize = 40;
const KILLS: usize = 20;

fn results(class: &TestClass) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(class.path("out/results")) else {
        return BTreeMap::new();
    };
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.into_string().expect("text"))
        .filter(|name| !name.starts_with('.'))
        .map(|name| (name.clone(), class.read(&format!("out/results/{name}"))))
        .collect()
}

fn random_below(end: u64) -> u64 {
    RandomState::new().build_hasher().finish() % end
}

fn is_running(class: &TestClass) -> bool {
    let folder = class.path("tmp");
    let processes = fs::read_dir("/proc").expect("it is there").flatten();
    let mut folders = processes.filter_map(|process| process.path().join("cwd").read_link().ok());
    folders.any(|path| path.starts_with(&folder))
}

fn loses_nothing(level: &str, hangs: &str) {
    let class = TestClass::new(&[]);
    fs::create_dir(class.path("tmp")).expect("a folder can be made");
    for student in 0..STUDENTS {
        let program = if student % 3 == 0 { WRONG } else { RIGHT };
        class.submit(&format!("student-{student}"), program);
    }
    let options = ["--sandbox", level, "--jobs", "2", "--time", "600", "--csv"];
    let unbroken = [&options[..], &["unbroken.csv"]].concat();
    let (status, _, stderr) = class.mark(&unbroken);
    assert_eq!(status, Some(1), "{stderr}");
    let unbroken = class.read("unbroken.csv");
    assert_eq!(unbroken.lines().count(), STUDENTS + 1);

    // The first student keeps one of the two threads until the batch is killed.
    class.submit("hangs", hangs);
    let options = [&options[..], &["marks.csv", "--reports", "out"]].concat();
    let mut batch = class.command(&options);
    batch.env("TMPDIR", class.path("tmp"));
    let mut kept = BTreeMap::new();
    for round in 0..KILLS {
        let mut running = batch
            .stdout(Stdio::null())
            .spawn()
            .expect("the command runs");
        if round % 2 == 0 {
            wait_until(|| is_running(&class));
        }
        let more = usize::try_from(random_below(4)).expect("it is small");
        let wanted = STUDENTS.min(kept.len() + more);
        wait_until(|| results(&class).len() >= wanted);
        thread::sleep(Duration::from_micros(random_below(50_000)));
        running.kill().expect("it can be killed");
        let end = running.wait().expect("it ends");
        assert_eq!(end.signal(), Some(9), "round {round}");
        // A leftover program runs for longer than any test may.
        wait_until(|| !is_running(&class));

        let now = results(&class);
        for (name, result) in &kept {
            assert_eq!(now.get(name), Some(result), "round {round} lost {name}");
        }
        kept = now;
        if let Ok(table) = fs::read_to_string(class.path("marks.csv")) {
            assert!(table.ends_with('\n'), "round {round}: {table}");
            for row in table.lines() {
                let is_right = unbroken.lines().any(|other| other == row);
                assert!(is_right, "round {round}: {row}");
            }
        }
    }
    fs::remove_dir_all(class.path("submissions/hangs")).expect("it can be removed");
    let (status, stdout, stderr) = ended(batch.stdout(Stdio::piped()));
    assert_eq!(status, Some(1), "{stderr}");
    let count = kept.len();
    let note = format!("note: {count} of {STUDENTS} results in out are kept\n");
    assert!(stdout.contains(&note), "{note}{stdout}");
    let left = fs::read_dir(class.path("tmp")).expect("it is there");
    assert_eq!(
        left.count(),
        0,
        "the last batch removes what the others left"
    );
    assert_eq!(class.read("marks.csv"), unbroken);
    assert_eq!(class.read("out/marks.csv"), unbroken);
    let now = results(&class);
    assert_eq!(now.len(), STUDENTS);
    for (name, result) in &kept {
        assert_eq!(now.get(name), Some(result), "the last batch lost {name}");
    }
}

#[test]
fn a_batch_at_namespaces_that_is_killed_20_times_loses_nothing() {
    loses_nothing("=namespaces", "#!/bin/sh\nsleep 600; true\n");
}

#[test]
fn a_batch_at_landlock_that_is_killed_20_times_loses_nothing() {
    // At this level, only the program itself is certain to end with the batch.
    loses_nothing("=landlock", "#!/bin/sh\nexec sleep 600\n");
}
