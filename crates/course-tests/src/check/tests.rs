//! The comparison is exact to the byte.

use super::*;

fn outcome(stdout: &[u8]) -> Outcome {
    Outcome {
        stdout: stdout.to_vec(),
        ..Outcome::default()
    }
}

fn compare(expected: &Outcome, got: &Outcome) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    accept(folder.path(), "case", expected).expect("it can be written");
    difference(folder.path(), "case", got).expect("it can be read")
}

const TRANSCRIPT: &[u8] = b"Current board state: \n_|0|1\nEnter a move: GAME OVER\nCPU wins!\n";

#[test]
fn the_same_bytes_pass_and_no_others() {
    let text = std::str::from_utf8(TRANSCRIPT).expect("it is text");
    for (got, difference) in [
        (text.to_owned(), None),
        (
            text.trim_end().to_owned(),
            Some("stdout, line 4, column 10\n  expected: CPU wins!␊\n       got: CPU wins!␄"),
        ),
        (
            format!("{text}\n"),
            Some(
                "stdout, line 5, column 1\n  expected: (nothing: the output ends here)\n       got: ␊",
            ),
        ),
        (
            text.replace('\n', "\r\n"),
            Some(
                "stdout, line 1, column 22\n  expected: Current board state: ␊\n       got: Current board state: ␍␊",
            ),
        ),
        (
            format!("{}\r\n", text.trim_end()),
            Some("stdout, line 4, column 10\n  expected: CPU wins!␊\n       got: CPU wins!␍␊"),
        ),
        (
            text.replace("state: \n", "state:\n"),
            Some(
                "stdout, line 1, column 21\n  expected: Current board state: ␊\n       got: Current board state:␊",
            ),
        ),
    ] {
        let found = compare(&outcome(TRANSCRIPT), &outcome(got.as_bytes()));
        assert_eq!(found.as_deref(), difference);
    }
    let (expected, got) = (outcome(b"Enter a move: "), outcome(b"Enter a move:"));
    assert!(compare(&expected, &got).is_some());
}

#[test]
fn any_changed_byte_fails() {
    for index in 0..TRANSCRIPT.len() {
        let mut bytes = TRANSCRIPT.to_vec();
        bytes[index] ^= 1;
        assert!(
            compare(&outcome(TRANSCRIPT), &outcome(&bytes)).is_some(),
            "byte {index}"
        );
    }
}

#[test]
fn status_standard_error_and_files_count_too() {
    let expected = outcome(TRANSCRIPT);
    let status = Outcome {
        status: 1,
        ..expected.clone()
    };
    let stderr = Outcome {
        stderr: b"\n".to_vec(),
        ..expected.clone()
    };
    let mut files = expected.clone();
    files.files.insert("result.txt".to_owned(), Vec::new());
    for other in [status, stderr, files] {
        assert!(compare(&expected, &other).is_some(), "{other:?}");
        assert!(compare(&other, &expected).is_some(), "{other:?}");
    }
}

#[test]
fn a_case_without_a_snapshot_fails() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let found = difference(folder.path(), "case", &outcome(TRANSCRIPT));
    let found = found.expect("it can be written").expect("there is none");
    assert!(found.contains("case.snap"), "{found}");
}

#[test]
fn a_new_snapshot_is_left_for_review_until_one_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (old, new) = (outcome(b"old\n"), outcome(b"new\n"));
    accept(folder.path(), "a.b", &old).expect("it can be written");
    let differs = || difference(folder.path(), "a.b", &new).expect("it can be read");
    assert!(differs().is_some());
    let read = |name| fs::read(folder.path().join(name)).ok();
    let pending = read("a.b.snap.new").expect("it is left");
    accept(folder.path(), "a.b", &new).expect("it can be written");
    assert_eq!(read("a.b.snap"), Some(pending));
    assert_eq!(differs(), None);
    assert_eq!(read("a.b.snap.new"), None);
}
