//! The comparison is exact to the byte.

use super::*;

fn outcome(stdout: &[u8]) -> Outcome {
    Outcome {
        stdout: stdout.to_vec(),
        ..Outcome::default()
    }
}

fn compare(expected: &Outcome, got: &Outcome) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    accept(folder.path(), "case", expected).expect("it can be written");
    check(folder.path(), "case", got).map_err(|mismatch| mismatch.to_string())
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
        let found = compare(&outcome(TRANSCRIPT), &outcome(got.as_bytes())).err();
        assert_eq!(found.as_deref(), difference);
    }
    let (expected, got) = (outcome(b"Enter a move: "), outcome(b"Enter a move:"));
    assert!(compare(&expected, &got).is_err());
}

#[test]
fn any_changed_byte_fails() {
    for index in 0..TRANSCRIPT.len() {
        let mut bytes = TRANSCRIPT.to_vec();
        bytes[index] ^= 1;
        assert!(
            compare(&outcome(TRANSCRIPT), &outcome(&bytes)).is_err(),
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
        assert!(compare(&expected, &other).is_err(), "{other:?}");
        assert!(compare(&other, &expected).is_err(), "{other:?}");
    }
}

#[test]
fn a_case_without_a_snapshot_fails() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let checked = check(folder.path(), "case", &outcome(TRANSCRIPT));
    assert!(checked.is_err_and(|mismatch| mismatch.to_string().contains("case.snap")));
}

#[test]
fn an_accepted_snapshot_is_the_one_that_insta_leaves_for_review() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (old, new) = (outcome(b"old\n"), outcome(b"new\n"));
    accept(folder.path(), "case", &old).expect("it can be written");
    assert!(check(folder.path(), "case", &new).is_err());
    let read = |name| fs::read_to_string(folder.path().join(name));
    // On a CI machine insta leaves none.
    if let Ok(pending) = read("case.snap.new") {
        accept(folder.path(), "case", &new).expect("it can be written");
        let accepted = read("case.snap").expect("it has been written");
        let mut lines: Vec<&str> = pending.lines().collect();
        lines.retain(|line| !line.starts_with("assertion_line: "));
        assert_eq!(accepted.lines().collect::<Vec<_>>(), lines);
        assert_eq!(check(folder.path(), "case", &new), Ok(()));
        assert!(read("case.snap.new").is_err(), "insta removes it");
    }
}

#[test]
fn a_missing_snapshot_names_the_command_that_makes_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let missing = check(folder.path(), "case", &outcome(b"")).expect_err("there is none");
    let missing = missing.to_string();
    assert!(missing.contains("case.snap; "), "{missing}");
    assert!(
        missing.ends_with("cargo xtask test-transcripts --accept"),
        "{missing}"
    );
}
