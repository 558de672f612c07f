//! A batch that is killed at random moments loses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::hint;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};

use super::{Class, RIGHT, WRONG};

const STUDENTS: usize = 40;
const KILLS: usize = 20;

/// The stored results, by the names of their files.
fn results(class: &Class) -> BTreeMap<String, String> {
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

/// A linear congruential generator: Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Waits until there are `count` results or the batch has ended.
fn wait_for(class: &Class, batch: &mut Child, count: usize) {
    let folder = class.path("out/results");
    let is_running = |batch: &mut Child| batch.try_wait().expect("it can be awaited").is_none();
    while is_running(batch) && fs::read_dir(&folder).map_or(0, Iterator::count) <= count {
        hint::spin_loop();
    }
}

fn loses_nothing(level: &str) {
    let class = Class::new(&[]);
    for student in 0..STUDENTS {
        let program = if student % 3 == 0 { WRONG } else { RIGHT };
        class.submit(&format!("student-{student}"), program);
    }
    let (status, _, stderr) = class.mark(&["--sandbox", level, "--csv", "unbroken.csv"]);
    assert_eq!(status, Some(1), "{stderr}");
    let unbroken = class.read("unbroken.csv");
    assert_eq!(unbroken.lines().count(), STUDENTS + 1);

    let options = ["--sandbox", level, "--reports", "out", "--csv", "marks.csv"];
    let mut random = Random(12);
    let mut kept = BTreeMap::new();
    for round in 0..KILLS {
        let mut batch = class
            .command(&options)
            .stdout(Stdio::null())
            .spawn()
            .expect("the command runs");
        let more = usize::try_from(random.below(4)).expect("it is small");
        wait_for(&class, &mut batch, kept.len() + more);
        for _ in 0..random.below(2_000_000) {
            hint::spin_loop();
        }
        batch.kill().expect("it can be killed");
        let end = batch.wait().expect("it ends");
        // If it was quicker, it marked the whole class.
        assert!(
            end.signal() == Some(9) || end.code() == Some(1),
            "round {round}: {end}"
        );

        let now = results(&class);
        for (name, result) in &kept {
            assert_eq!(now.get(name), Some(result), "round {round} lost {name}");
        }
        kept = now;
        if let Ok(table) = fs::read_to_string(class.path("marks.csv")) {
            assert!(table.ends_with('\n'), "round {round}: {table}");
            for row in table.lines() {
                assert!(
                    unbroken.lines().any(|other| other == row),
                    "round {round}: {row}"
                );
            }
        }
    }
    let (status, stdout, stderr) = class.mark(&options);
    assert_eq!(status, Some(1), "{stderr}");
    let note = format!(
        "note: {} of {STUDENTS} results are taken over from out\n",
        kept.len()
    );
    assert!(stdout.contains(&note), "{note}{stdout}");
    assert_eq!(class.read("marks.csv"), unbroken);
    assert_eq!(class.read("out/marks.csv"), unbroken);
    let now = results(&class);
    assert_eq!(now.len(), STUDENTS);
    assert!(
        kept.iter()
            .all(|(name, result)| now.get(name) == Some(result))
    );
}

#[test]
fn a_batch_at_level_a_that_is_killed_20_times_loses_nothing() {
    loses_nothing("=A");
}

#[test]
fn a_batch_at_level_b_that_is_killed_20_times_loses_nothing() {
    loses_nothing("=B");
}
