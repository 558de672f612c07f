//! `cargo xtask test-transcripts` in a small workspace.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const MAIN: &str = r#"fn main() { println!("Current board state: "); }"#;
const MANIFEST: &str = "[package]\nname = \"cmsc201\"\nedition = \"2024\"\n\n[workspace]\n";
const RIGHT: &str = "── status 0\n── stdout\nCurrent board state: ␊\n";
const WRONG: &str = "── status 0\n── stdout\nCurrent board state:␊\n";

fn workspace(report: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    write("Cargo.toml", MANIFEST);
    write("src/main.rs", MAIN);
    write("fixtures/cmsc201/start.in", "");
    let snapshot = format!("---\nsource: here\n---\n{report}");
    write("fixtures/cmsc201/start.snap", &snapshot);
    folder
}

fn chore(workspace: &Path, target: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["test-transcripts", "cmsc201"])
        .args(arguments)
        .env("CARGO_MANIFEST_DIR", workspace)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("the chore runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    (output.status.code(), printed)
}

#[test]
fn each_of_two_clones_with_one_target_folder_runs_its_own_fixtures() {
    let target = TempDir::new().expect("a temporary folder");
    let (right, wrong) = (workspace(RIGHT), workspace(WRONG));
    for (clone, expected, result) in [(&right, 0, "ok"), (&wrong, 1, "FAILED")] {
        let (status, printed) = chore(clone.path(), target.path(), &[]);
        assert_eq!(status, Some(expected), "{printed}");
        let line = format!("test cmsc201/start ... {result}");
        assert!(printed.contains(&line), "{printed}");
        let difference = "stdout, line 1, column 21";
        assert_eq!(printed.contains(difference), expected == 1, "{printed}");
    }

    let (status, printed) = chore(wrong.path(), target.path(), &["--accept"]);
    assert_eq!(status, Some(0), "{printed}");
    let snapshot = wrong.path().join("fixtures/cmsc201/start.snap");
    let snapshot = fs::read_to_string(snapshot).expect("there is one");
    assert!(snapshot.ends_with(RIGHT), "{snapshot}");
    let (status, printed) = chore(wrong.path(), target.path(), &["start"]);
    assert_eq!(status, Some(0), "{printed}");
}

#[test]
fn what_cannot_be_done_ends_in_2() {
    let target = TempDir::new().expect("a temporary folder");
    let clone = workspace(RIGHT);
    let (status, printed) = chore(clone.path(), target.path(), &["begin"]);
    assert_eq!(status, Some(2), "{printed}");
    assert!(
        printed.contains("error: fixtures/cmsc201 has no case \"begin\""),
        "{printed}"
    );
    let fixtures = clone.path().join("fixtures");
    let programs = ["--programs", fixtures.to_str().expect("it is text")];
    let (status, printed) = chore(clone.path(), target.path(), &programs);
    assert_eq!(status, Some(2), "{printed}");
    let missing = "fixtures: there is no program cmsc201";
    assert!(printed.contains(missing), "{printed}");
    let orphan = clone.path().join("fixtures/cmsc201/gone.snap");
    fs::write(orphan, "").expect("it can be written");
    let (status, printed) = chore(clone.path(), target.path(), &[]);
    assert_eq!(status, Some(2), "{printed}");
    assert!(printed.contains("gone.snap"), "{printed}");
}
