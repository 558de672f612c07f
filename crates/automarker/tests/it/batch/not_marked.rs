//! Failures of the machine while a class is marked: nobody's verdict, unless a submission
//! brings them about whenever it is marked.

use std::fs;
use std::process::Command;

use super::{Class, RIGHT};
use crate::cli::ended;

fn on_a_disk_of(kibibytes: u32, class: &Class) -> (Option<i32>, String, String) {
    fs::create_dir_all(class.path("disk")).expect("a folder can be made");
    let mut unshare = Command::new("unshare");
    if !nix::unistd::geteuid().is_root() {
        unshare.arg("--map-root-user");
    }
    let script = format!(
        "mount -t tmpfs -o size={kibibytes}k,mode=755 tmpfs disk && TMPDIR=$PWD/disk exec \"$@\""
    );
    unshare
        .args(["--mount", "sh", "-c", &script, "sh"])
        .arg(assert_cmd::cargo::cargo_bin!("automarker"))
        .args(["batch", "utoronto-a1", "submissions", "--cases", "cases"])
        .args(["--csv", "marks.csv", "--reports", "out"])
        .current_dir(class.folder.path());
    ended(&mut unshare)
}

/// One student's program is larger than the disk, the other's is right.
fn class() -> Class {
    let class = Class::new(&[("alice", RIGHT), ("mallory", RIGHT)]);
    class.write("submissions/mallory/large", &"x".repeat(5 << 20));
    class
}

#[test]
fn a_full_disk_is_nobodys_verdict() {
    let class = class();
    // Too small for anybody: what is left must be as much as the marker writes to see.
    let (status, stdout, stderr) = on_a_disk_of(600, &class);
    assert_eq!(status, Some(4), "{stdout}{stderr}");
    assert!(stderr.contains("mallory has no mark: "), "{stderr}");
    assert!(
        stderr.contains("1 of 2 submissions have no mark"),
        "{stderr}"
    );
    let marks = class.read("marks.csv");
    assert!(
        marks.contains("alice,,,,2,2,") && !marks.contains("mallory"),
        "{marks}"
    );
    assert!(!class.path("out/results/mallory.json").exists());
    // The next run marks what is missing, and nothing else.
    let (status, stdout, stderr) = class.mark(&["--csv", "marks.csv", "--reports", "out"]);
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("1 of 2 results are taken over"), "{stdout}");
    assert!(class.read("marks.csv").contains("mallory,,,,2,2,"));
}

#[test]
fn a_submission_that_fills_the_disk_twice_has_exceeded_its_limits() {
    let class = class();
    let (status, stdout, stderr) = on_a_disk_of(4 << 10, &class);
    assert_eq!(status, Some(1), "{stdout}{stderr}");
    let marks = class.read("marks.csv");
    assert!(marks.contains("alice,,,,2,2,"), "{marks}");
    let mallory = marks.lines().find(|line| line.starts_with("mallory"));
    let mallory = mallory.expect("it is marked");
    assert!(
        mallory.contains(",0,2,") && mallory.contains("exceeded its limits"),
        "{mallory}"
    );
}
