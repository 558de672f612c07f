//! Machine failures while a class is marked give no verdict, unless a submission causes them
//! each time.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::{BATCH, RIGHT, TestClass};
use crate::cli::ended;

fn on_a_disk_of(kibibytes: u32, class: &TestClass) -> (Option<i32>, String, String) {
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
        .args(BATCH)
        .args(["--csv", "marks.csv", "--reports", "out"])
        .current_dir(class.folder.path());
    ended(&mut unshare)
}

/// One student's program is larger than the disk, the other's is right.
fn class() -> TestClass {
    let class = TestClass::new(&[("alice", RIGHT), ("mallory", RIGHT)]);
    class.write("submissions/mallory/large", &"x".repeat(5 << 20));
    class
}

#[test]
fn a_full_disk_is_nobodys_verdict() {
    let class = class();
    // Too small for anybody: the rest must be what the marker writes as a test.
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
    // The next run marks only the missing submissions.
    let (status, stdout, stderr) = class.mark(&["--csv", "marks.csv", "--reports", "out"]);
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    assert!(
        stdout.contains("1 of 2 results in out are kept"),
        "{stdout}"
    );
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

#[test]
fn a_command_that_the_machine_lacks_is_reported_once_and_nobodys_verdict() {
    let class = TestClass::new(&[("alice", RIGHT), ("bob", RIGHT)]);
    let (status, stdout, stderr) = class.mark(&["--reports", "out", "--", "no-such-node", "a.js"]);
    assert_eq!(status, Some(4), "{stdout}{stderr}");
    let reason = "error: 2 submissions have no mark (alice, bob): there is no command no-such-node";
    assert_eq!(stderr.matches("no-such-node").count(), 1, "{stderr}");
    assert!(stderr.contains(reason), "{stderr}");
    assert!(!class.path("out/results/alice.json").exists());
}

/// At this level, a build may change the modes of its user's files.
#[test]
fn a_folder_that_a_neighbours_build_has_closed_is_marked() {
    const USER: &str = "65534";
    let class = TestClass::new(&[("honest", RIGHT), ("unreadable", RIGHT)]);
    let set_mode = |name: &str, mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(class.path(name), mode).expect("it is ours");
    };
    let honest = class.path("submissions/honest");
    let make = format!(
        "all:\n\tchmod 0 {}\n\tcp /bin/true game\n",
        honest.display()
    );
    class.write("submissions/eve/Makefile", &make);
    set_mode("submissions/unreadable", 0);
    let mut batch = class.command(&["--csv", "marks.csv", "--sandbox", "=landlock"]);
    if nix::unistd::geteuid().is_root() {
        let mut chown = Command::new("chown");
        let chown = chown
            .args(["-R", &format!("{USER}:{USER}")])
            .arg(class.folder.path());
        assert_eq!(ended(chown).0, Some(0));
        let marker = class.path("automarker");
        fs::copy(batch.get_program(), &marker).expect("it can be copied");
        let mut user = Command::new("setpriv");
        user.args(["--reuid", USER, "--regid", USER, "--clear-groups"]);
        user.arg(marker)
            .args(batch.get_args())
            .current_dir(class.folder.path());
        batch = user;
    }
    let (status, stdout, stderr) = ended(batch.env("TMPDIR", class.folder.path()));
    let closed = honest.metadata().expect("it is there").permissions().mode();
    for name in ["submissions/honest", "submissions/unreadable"] {
        set_mode(name, 0o755);
    }
    assert_eq!((status, closed & 0o777), (Some(4), 0), "{stdout}{stderr}");
    let why = "unreadable has no mark: cannot copy the submission: Permission denied";
    assert!(stderr.contains(why), "{stderr}");
    assert!(
        class.read("marks.csv").contains("honest,,,,2,2,"),
        "{stdout}{stderr}"
    );
}
