//! Marking the exports of learning management systems.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;

use assert_cmd::Command;
use rawzip::ZipArchiveWriter;
use rawzip::path::EntryPath;
use tempfile::TempDir;

use crate::cli::write_all;

/// Passes the case.
const RIGHT: &[u8] = b"print('right')\n";
/// Does not.
const WRONG: &[u8] = b"print('wrong')\n";

/// A zip file of these files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, content) in files {
        let file = archive
            .new_file(EntryPath::verbatim(name.as_bytes()))
            .start();
        let (mut file, config) = file.expect("an entry can be written");
        let mut writer = config.wrap(&mut file);
        writer.write_all(content).expect("a vector takes it");
        let (_, descriptor) = writer.finish().expect("a vector takes it");
        file.finish(descriptor).expect("a vector takes it");
    }
    archive.finish().expect("an archive can be written")
}

/// A compressed tar file of one file.
fn tar_gz(name: &str, content: &[u8]) -> Vec<u8> {
    let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut archive = tar::Builder::new(gzip);
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    let appended = archive.append_data(&mut header, name, content);
    appended.expect("a vector takes it");
    let gzip = archive.into_inner().expect("a vector takes it");
    gzip.finish().expect("a vector takes it")
}

/// A folder with one case, and what is written to `name` in it.
fn place(name: &str, files: &[(&str, &[u8])]) -> TempDir {
    let here = tempfile::tempdir().expect("a folder can be made");
    write_all(
        here.path(),
        &[("cases/one.in", "a\n"), ("cases/one.out", "right\n")],
    );
    write_all(&here.path().join(name), files);
    here
}

/// Marks `submissions` in the folder `here`; returns the exit status, the notes
/// about the class, and the rows of the table.
fn mark(
    here: &Path,
    submissions: &str,
    options: &[&str],
) -> (Option<i32>, Vec<String>, Vec<String>) {
    let _ = fs::remove_file(here.join("marks.csv"));
    let output = Command::new(assert_cmd::cargo::cargo_bin!("automarker"))
        .args(["batch", "utoronto-a1", submissions, "--cases", "cases"])
        .args(["--csv", "marks.csv"])
        .args(options)
        .current_dir(here)
        .output()
        .expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert_eq!(stderr, "", "{stdout}");
    let notes = stdout
        .lines()
        .filter_map(|line| line.strip_prefix("note: "));
    let notes = notes.filter(|note| !note.starts_with("sandbox"));
    let table = fs::read_to_string(here.join("marks.csv")).expect("it is written");
    let mut rows = table.lines().map(str::to_owned);
    assert_eq!(
        rows.next().as_deref(),
        Some("submission,student,id,late,points,possible,passed,lenient,total,one")
    );
    let notes = notes.map(str::to_owned).collect();
    (output.status.code(), notes, rows.collect())
}

/// Checks the table of an export, as a folder and as the archive of that folder.
fn gives(name: &str, files: &[(&str, &[u8])], note: &str, rows: &[&str]) {
    let here = place(name, files);
    let names: Vec<_> = files
        .iter()
        .map(|(file, _)| format!("{name}/{file}"))
        .collect();
    let packed: Vec<_> = names
        .iter()
        .zip(files)
        .map(|(name, file)| (&**name, file.1))
        .collect();
    write_all(here.path(), &[("export.zip", &zip(&packed))]);
    for submissions in [name, "export.zip"] {
        let (status, notes, found) = mark(here.path(), submissions, &[]);
        assert_eq!(found, rows, "{submissions}");
        assert_eq!(notes[0], note, "{submissions}");
        assert_eq!(status, Some(1));
    }
}

#[test]
fn an_export_of_gradescope_is_marked() {
    let metadata = b"---\nsubmission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '001'\n  \
                     - :name: =Zoe\n    :email: zoe@example.org\nsubmission_2:\n  :submitters:\n  \
                     - :name: Roe\n";
    gives(
        "assignment_7_export",
        &[
            ("submission_metadata.yml", metadata),
            ("submission_1/main.py", RIGHT),
            ("submission_2/a1/main.py", WRONG),
        ],
        "2 submissions in an export of Gradescope",
        &[
            "submission_1,Jane Doe; '=Zoe,001; zoe@example.org,,1,1,1,0,1,ok",
            "submission_2,Roe,,,0,1,0,0,1,wrong output",
        ],
    );
}

#[test]
fn an_export_of_canvas_is_marked() {
    gives(
        "submissions",
        &[
            (
                "doejane_12_345_main-2.py",
                b"import word\nprint(word.RIGHT)\n",
            ),
            ("doejane_12_346_word-1.py", b"RIGHT = 'right'\n"),
            (
                "roe_LATE_13_347_1234567890.tar.gz",
                &tar_gz("a1/main.py", RIGHT),
            ),
            (
                "bo_14_348_a1.zip",
                &zip(&[("1234567890.tar.gz", &tar_gz("x.py", WRONG))]),
            ),
            ("mallory_15_349_a.zip", b"PK\x03\x04 and no more"),
            ("zed_16_text.html", b"<p>I did it"),
        ],
        "5 submissions in an export of Canvas",
        &[
            "bo_14,bo,14,,0,1,0,0,1,wrong output",
            "doejane_12,doejane,12,,1,1,1,0,1,ok",
            "mallory_15,mallory,15,,0,1,0,0,1,could not start",
            "roe_13,roe,13,yes,1,1,1,0,1,ok",
            "zed_16,zed,16,,0,1,0,0,1,could not start",
        ],
    );
}

#[test]
fn the_gradebook_of_the_platform_is_filled_in() {
    let here = place(
        "submissions",
        &[
            ("doejane_12_345_main.py", RIGHT),
            ("roe_LATE_13_347_main.py", WRONG),
            ("zed_16_348_main.py", RIGHT),
        ],
    );
    let sheet = "Student,ID,Section,A1 (7)\r\n    Points Possible,,,10\r\n\"Doe, J\",12,L1,\r\n\
                 \"Roe, R\",13,L1,3\r\nTest,99,L1,\r\n";
    let fill = |options: &[&str]| {
        write_all(here.path(), &[("canvas.csv", sheet)]);
        let output = Command::new(assert_cmd::cargo::cargo_bin!("automarker"))
            .args(["batch", "utoronto-a1", "submissions", "--cases", "cases"])
            .args(["--gradebook", "canvas.csv"])
            .args(options)
            .current_dir(here.path())
            .output()
            .expect("the command runs");
        let filled = fs::read_to_string(here.path().join("canvas.csv")).expect("it is there");
        let notes = String::from_utf8(output.stderr).expect("it prints text");
        (output.status.code(), filled, notes)
    };
    let (status, filled, notes) = fill(&[]);
    let expected = sheet.replace("12,L1,", "12,L1,1").replace("L1,3", "L1,0");
    assert_eq!((status, filled), (Some(1), expected), "{notes}");
    assert_eq!(
        notes,
        "note: canvas.csv: the points of 2 of 3 students are filled in\n\
         note: canvas.csv has no row for these ids: 16\n\
         note: the assignment is worth 10 points in canvas.csv, and 1 here; `--points 10` makes \
         them equal\n"
    );
    let (_, filled, notes) = fill(&["--points", "10", "--column", "A1"]);
    assert!(
        filled.contains("12,L1,10\r\n") && !notes.contains("worth"),
        "{notes}"
    );
    let (status, unchanged, notes) = fill(&["--column", "A2"]);
    assert_eq!((status, &*unchanged), (Some(3), sheet), "{notes}");
    assert!(notes.contains("no column \"A2\""), "{notes}");
}

#[test]
fn archives_in_a_folder_are_one_per_student() {
    gives(
        "handed-in",
        &[
            ("1234567890.tar.gz", &tar_gz("a1/main.py", RIGHT)),
            (
                "2345678901.zip",
                &zip(&[("__MACOSX/._main.py", b"mac"), ("main.py", RIGHT)]),
            ),
            ("outside.zip", &zip(&[("../../main.py", RIGHT)])),
            ("rar.rar", b"Rar!\x1a\x07\x01\x00"),
        ],
        "4 submissions: one per file or folder",
        &[
            "1234567890.tar.gz,,,,1,1,1,0,1,ok",
            "2345678901.zip,,,,1,1,1,0,1,ok",
            "outside.zip,,,,0,1,0,0,1,could not start",
            "rar.rar,,,,0,1,0,0,1,could not start",
        ],
    );
}

#[test]
fn the_reason_for_a_bad_archive_is_on_the_students_page() {
    let here = place("handed-in", &[("bob.zip", &zip(&[("../main.py", RIGHT)]))]);
    mark(here.path(), "handed-in", &["--reports", "out"]);
    let page = fs::read_to_string(here.path().join("out/bob.zip.html")).expect("there is a page");
    let reason = "cannot unpack bob.zip: <code>../main.py</code>: the path leads out of the folder";
    assert!(page.contains(reason), "{page}");
}

#[test]
fn a_layout_can_be_chosen() {
    let files: [(&str, &[u8]); 2] = [("doe_1_2_main.py", RIGHT), ("marks.csv", b"old")];
    let here = place("submissions", &files);
    let (_, notes, rows) = mark(here.path(), "submissions", &["--layout", "canvas"]);
    assert_eq!(rows, ["doe_1,doe,1,,1,1,1,0,1,ok"]);
    assert_eq!(
        notes,
        [
            "1 submission in an export of Canvas",
            "left out, since not of Canvas: marks.csv"
        ]
    );
    let (_, notes, rows) = mark(here.path(), "submissions", &[]);
    assert_eq!(rows.len(), 2);
    assert!(notes[1].contains("`--layout canvas`"), "{notes:?}");
    let (_, _, rows) = mark(here.path(), "submissions", &["--layout", "folders"]);
    assert_eq!(rows[0], "doe_1_2_main.py,,,,1,1,1,0,1,ok");
}

#[test]
fn what_is_no_class_is_an_error() {
    let here = place("submissions", &[("a.py", RIGHT), ("a.zip", b"no archive")]);
    for (submissions, options, words) in [
        ("gone", &[][..], "error: cannot read gone: "),
        (
            "submissions/a.py",
            &[],
            "error: cannot read submissions/a.py: ",
        ),
        (
            "submissions/a.zip",
            &[],
            "error: cannot unpack a.zip: it is neither a zip nor a tar",
        ),
        (
            "submissions",
            &["--layout", "moodle"],
            "error: no name in submissions is that of a submission in an export of Moodle",
        ),
    ] {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("automarker"))
            .args(["batch", "utoronto-a1", submissions, "--cases", "cases"])
            .args(options)
            .current_dir(here.path())
            .output()
            .expect("the command runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        assert!(stderr.starts_with(words), "{stderr}");
    }
}
