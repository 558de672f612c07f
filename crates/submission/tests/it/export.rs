//! Exports of each platform, as folders and as archives.

use std::fs;
use std::path::Path;

use sandbox::Requirement;
use submission::export::{Class, ClassError, LAYOUTS, Layout, Submission};
use submission::{Building, Failed, WorkingCopy};
use tempfile::TempDir;
use walkdir::WalkDir;

use super::packed::{gzip, tar, zip};
use super::{folder, own, write};

const C: &str = "int main(void) { return 0; }\n";

/// A folder `name` in a folder, with these files, of which each has its name as
/// its text.
fn export(name: &str, files: &[&str]) -> TempDir {
    let around = folder();
    let files: Vec<_> = files.iter().map(|file| (*file, *file)).collect();
    fs::create_dir(around.path().join(name)).expect("a folder can be made");
    write(&around.path().join(name), &files);
    around
}

/// Reads a folder as a class, and the same packed with the folder in it, and the
/// same packed without: all must be the same.
fn read(name: &str, files: &[&str]) -> (&'static str, Vec<String>, Vec<String>) {
    let around = export(name, files);
    let folder = around.path().join(name);
    let class = Class::read(&folder, None).expect("it can be read");
    let rows = rows(&class);
    let pack = |prefix: &str| {
        let names: Vec<_> = files.iter().map(|file| format!("{prefix}{file}")).collect();
        let entries: Vec<_> = names
            .iter()
            .zip(files)
            .map(|(name, file)| (name.as_bytes(), 0o100_644, file.as_bytes()))
            .collect();
        zip(&entries)
    };
    for archive in [pack(""), pack(&format!("{name}/"))] {
        let path = around.path().join(format!("{name}.zip"));
        fs::write(&path, archive).expect("a file can be written");
        let packed = Class::read(&path, None).expect("it can be read");
        assert_eq!(self::rows(&packed), rows);
        assert_eq!((packed.layout, &packed.notes), (class.layout, &class.notes));
    }
    (class.layout.name, rows, class.notes)
}

fn named(name: &str) -> &'static Layout {
    let layout = LAYOUTS.iter().find(|layout| layout.name == name);
    layout.expect("it is in the table")
}

/// Each submission's name, students, and files with their texts.
fn rows(class: &Class) -> Vec<String> {
    let row = |submission: &Submission| {
        let students: Vec<_> = submission
            .students
            .iter()
            .map(|student| format!("{} ({})", student.name, student.id))
            .collect();
        let files = match files(WorkingCopy::of_submission(submission)) {
            Ok(files) => files.join(", "),
            Err(failed) => own(failed).reason,
        };
        let late = submission.late.map(|late| format!(" | {}", late.note()));
        let (name, students) = (&submission.name, students.join(", "));
        format!("{name} | {students} | {files}{}", late.unwrap_or_default())
    };
    class.submissions.iter().map(row).collect()
}

/// The files of a copy with their texts, if those are not their names.
fn files(copy: Result<WorkingCopy, Failed>) -> Result<Vec<String>, Failed> {
    let building = Building {
        requirement: Requirement::Off,
        ..Building::default()
    };
    let list = |folder: &Path| {
        let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
        let files = entries
            .map(|entry| entry.expect("it can be read"))
            .filter(|entry| entry.file_type().is_file());
        files
            .map(|file| {
                let text = fs::read_to_string(file.path()).expect("it is text");
                let name = file.path().strip_prefix(folder).expect("it is below");
                let name = name.display().to_string();
                if text == name {
                    name
                } else {
                    format!("{name} = {text}")
                }
            })
            .collect()
    };
    let (_copy, files) = copy?.build(&building, &|site| Ok(list(site.folder)));
    files
}

#[test]
fn a_folder_per_student_is_as_it_was() {
    let files = [
        "alice/a.c",
        "bob.py",
        "carol/src/c.c",
        ".notes/x",
        "__MACOSX/._bob.py",
    ];
    let (layout, rows, notes) = read("submissions", &files);
    assert_eq!(layout, "folders");
    assert_eq!(
        rows,
        [
            "alice |  | a.c = alice/a.c",
            "bob.py |  | bob.py",
            "carol |  | src/c.c = carol/src/c.c",
        ]
    );
    assert_eq!(notes, ["3 submissions: one per file or folder"]);
}

#[test]
fn gradescope_names_the_students_of_each_folder() {
    let around = export(
        "assignment_77_export",
        &["submission_1/a.c", "submission_2/b.c"],
    );
    let metadata = "---\nsubmission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '001'\n  \
                    - :name: \"Zoë\"\n    :email: zoe@example.org\nsubmission_2:\n  :score: 1\n";
    let folder = around.path().join("assignment_77_export");
    fs::write(folder.join("submission_metadata.yml"), metadata).expect("a file can be written");
    for path in [&folder, around.path()] {
        let class = Class::read(path, None).expect("it can be read");
        assert_eq!(class.layout.name, "gradescope");
        assert_eq!(
            rows(&class),
            [
                "submission_1 | Jane Doe (001), Zoë (zoe@example.org) | a.c = submission_1/a.c",
                "submission_2 |  | b.c = submission_2/b.c",
            ]
        );
        assert_eq!(class.notes, ["2 submissions in an export of Gradescope"]);
    }
    fs::write(folder.join("submission_metadata.yml"), "[").expect("a file can be written");
    let class = Class::read(&folder, None).expect("the folders can still be marked");
    assert_eq!(class.submissions.len(), 2);
    let note = &class.notes[1];
    assert!(
        note.starts_with("the students have no names and ids: cannot read"),
        "{note}"
    );
}

#[test]
fn the_files_of_one_student_in_canvas_are_one_submission() {
    let (layout, rows, notes) = read(
        "submissions",
        &[
            "doejane_12_345_main-1.c",
            "doejane_12_346_board-1.h",
            "doejane_42_347_main.c",
            "mallory_42_12_345_x.c",
            "roe_LATE_13_350_part-1.c",
            "roe_LATE_13_351_part-2.c",
            "roe_LATE_13_352_...",
            "zed_14_text.html",
            "anon_Ab1_360_main.py",
        ],
    );
    assert_eq!(layout, "canvas");
    assert_eq!(
        rows,
        [
            "anon_Ab1 |  (Ab1) | main.py = anon_Ab1_360_main.py",
            "doejane_12 | doejane (12) | board.h = doejane_12_346_board-1.h, \
             main.c = doejane_12_345_main-1.c",
            "doejane_42 | doejane (42) | main.c = doejane_42_347_main.c",
            "mallory_42 | mallory (42) | 345_x.c = mallory_42_12_345_x.c",
            "roe_13 | roe (13) | ... = roe_LATE_13_352_..., part-1.c = roe_LATE_13_350_part-1.c, \
             part-2.c = roe_LATE_13_351_part-2.c | submitted late",
            "zed_14 | zed (14) | no file was submitted, only zed_14_text.html",
        ]
    );
    assert_eq!(
        notes,
        [
            "6 submissions in an export of Canvas",
            "no file was submitted by zed_14",
            "the numbers that Canvas adds to files submitted again are removed from 2 names, as in \
             `main-1.c`, which is `main.c`",
            "submitted late: roe_13",
        ]
    );
}

#[test]
fn moodle_has_folders_or_is_flat() {
    let (layout, rows, notes) = read(
        "CSC-Lab 8-99",
        &[
            "Jane Doe_12_assignsubmission_file/a1/src/main.c",
            "Jane Doe_12_assignsubmission_onlinetext/onlinetext.html",
            "Zoë Roe_13_assignsubmission_file_/main.c",
            "Group A-Bo_14_assignsubmission_file_main.c",
            "Group A-Bo_14_assignsubmission_file_board.c",
            "Participant_15_assignsubmission_file_/main.c",
            "Participant_16_assignsubmission_onlinetext_onlinetext.html",
        ],
    );
    assert_eq!(layout, "moodle");
    assert_eq!(
        rows,
        [
            "Group A-Bo_14 | Group A-Bo (14) | board.c = Group A-Bo_14_assignsubmission_file_board.c, \
             main.c = Group A-Bo_14_assignsubmission_file_main.c",
            "Jane Doe_12 | Jane Doe (12) | a1/src/main.c = Jane \
             Doe_12_assignsubmission_file/a1/src/main.c",
            "Participant_15 |  (15) | main.c = Participant_15_assignsubmission_file_/main.c",
            "Participant_16 |  (16) | no file was submitted, only \
             Participant_16_assignsubmission_onlinetext_onlinetext.html",
            "Zoë Roe_13 | Zoë Roe (13) | main.c = Zoë Roe_13_assignsubmission_file_/main.c",
        ]
    );
    assert_eq!(notes[0], "5 submissions in an export of Moodle");
}

#[test]
fn the_table_of_a_platform_has_the_lateness() {
    let around = folder();
    let late = |files: &[(&str, &str)]| -> Vec<String> {
        let folder = tempfile::tempdir_in(around.path()).expect("a folder can be made");
        write(folder.path(), files);
        let class = Class::read(folder.path(), None).expect("it can be read");
        assert_eq!(class.submissions.len(), 2);
        let late = |it: &Submission| it.late.map_or("-".to_owned(), |late| late.to_string());
        class.submissions.iter().map(late).collect()
    };
    let scores =
        "Name,SID,Submission ID,Lateness (H:M:S)\n\"Doe, J\",1,71,00:00:00\nRoe,2,72,27:00:01\n";
    let gradescope = [
        ("submission_71/a.c", C),
        ("submission_72/a.c", C),
        ("submission_metadata.yml", "submission_71:\n"),
        ("Lab_8_scores.csv", scores),
        ("Lab_7_scores.csv", "Name\nDoe\n"),
    ];
    assert_eq!(late(&gradescope), ["-", "1 day 3 h"]);
    let worksheet = "\u{feff}Identifier,\"Full name\",Status,Grade\n\
                     Participant 12,Jane Doe,\"Submitted for grading - 3 mins 31 secs late - \",\n\
                     Participant 13,Zoë Roe,Submitted for grading,\n";
    let moodle = [
        ("Jane Doe_12_assignsubmission_file_/a.c", C),
        ("Zoë Roe_13_assignsubmission_file_/a.c", C),
        ("Grades-CSC-Lab 8-99.csv", worksheet),
    ];
    assert_eq!(late(&moodle), ["3 min", "-"]);
}

#[test]
fn the_latest_attempt_in_blackboard_counts() {
    let around = export(
        "gradebook",
        &[
            "Lab_8_jdoe3_attempt_2024-02-05-23-10-11_old.c",
            "Lab_8_jdoe3_attempt_2024-02-06-08-00-00_main.c",
            "Lab_8_jdoe3_attempt_2024-02-06-08-00-00_board.c",
            "Lab_8_x_y_attempt_2024-02-05-23-10-11_a.c",
            "Lab_8_z_y_attempt_2024-02-05-23-10-11_a.c",
            "Lab_8_roe_attempt_2024-02-05-23-10-11_a.c",
            "Lab_8_roe_attempt_2024-02-07-23-10-11.txt",
        ],
    );
    let folder = around.path().join("gradebook");
    for attempt in ["2024-02-05-23-10-11", "2024-02-06-08-00-00"] {
        let text = "Name: Jane Doe (jdoe3)\nAssignment: Lab 8\n";
        let path = folder.join(format!("Lab_8_jdoe3_attempt_{attempt}.txt"));
        fs::write(path, text).expect("a file can be written");
    }
    let class = Class::read(&folder, None).expect("it can be read");
    assert_eq!(class.layout.name, "blackboard");
    assert_eq!(
        rows(&class),
        [
            "Lab_8_x_y |  (y) | a.c = Lab_8_x_y_attempt_2024-02-05-23-10-11_a.c",
            "Lab_8_z_y |  (y) | a.c = Lab_8_z_y_attempt_2024-02-05-23-10-11_a.c",
            "jdoe3 | Jane Doe (jdoe3) | board.c = Lab_8_jdoe3_attempt_2024-02-06-08-00-00_board.c, \
             main.c = Lab_8_jdoe3_attempt_2024-02-06-08-00-00_main.c",
            "roe |  (roe) | no file was submitted, only Lab_8_roe_attempt_2024-02-07-23-10-11.txt",
        ]
    );
    assert_eq!(
        class.notes,
        [
            "4 submissions in an export of Blackboard",
            "files and folders of earlier attempts are left out: 3",
            "no file was submitted by roe",
        ]
    );
}

#[test]
fn the_latest_attempt_in_brightspace_counts() {
    let (layout, rows, _) = read(
        "Programming Exam 1",
        &[
            "index.html",
            "39786-640693 - Jane Doe - Oct 9, 2025 1022 PM/Old.java",
            "39786-640693 - Jane Doe - Oct 10, 2025 1022 AM/Main.java",
            "39787-640694 - 23304308 Angood - 05 March 2026 612 PM/main.py",
            "39788-640694 - Jane Doe - Oct 10, 2025 1022 AM - a - b.c",
        ],
    );
    assert_eq!(layout, "brightspace");
    assert_eq!(
        rows,
        [
            "23304308 Angood | Angood (23304308) | main.py = 39787-640694 - 23304308 Angood - 05 \
             March 2026 612 PM/main.py",
            "39786 - Jane Doe | Jane Doe () | Main.java = 39786-640693 - Jane Doe - Oct 10, 2025 \
             1022 AM/Main.java",
            "39788 - Jane Doe | Jane Doe () | a - b.c = 39788-640694 - Jane Doe - Oct 10, 2025 1022 \
             AM - a - b.c",
        ]
    );
}

#[test]
fn an_export_with_another_file_is_marked_as_folders_unless_asked() {
    let files = ["doejane_12_345_main.c", "roe_13_346_main.c", "marks.csv"];
    let (layout, rows, notes) = read("submissions", &files);
    assert_eq!((layout, rows.len()), ("folders", 3));
    assert_eq!(
        notes[1],
        "it looks like an export of Canvas, but for `marks.csv`; `--layout canvas` ignores what is \
         not of it"
    );
    let around = export("submissions", &files);
    let class = Class::read(around.path(), Some(named("canvas"))).expect("it can be read");
    assert_eq!(class.submissions.len(), 2);
    assert_eq!(class.notes[1], "left out, since not of Canvas: marks.csv");
    let class = Class::read(around.path(), Some(named("moodle")));
    let error = class.expect_err("it is not").to_string();
    assert!(
        error.ends_with(" is that of a submission in an export of Moodle"),
        "{error}"
    );
}

#[test]
fn a_class_that_cannot_be_read_is_an_error() {
    let around = export("submissions", &["a.zip"]);
    let missing = Class::read(&around.path().join("gone"), None);
    assert!(matches!(missing, Err(ClassError::Read { .. })));
    let damaged = Class::read(&around.path().join("submissions/a.zip"), None);
    let error = damaged.expect_err("it is no archive").to_string();
    assert_eq!(
        error,
        "cannot unpack a.zip: it is neither a zip nor a tar archive"
    );
}

/// One student's upload that cannot be unpacked costs no other a mark.
#[test]
fn a_file_that_cannot_be_unpacked_is_its_students_problem() {
    let mut archive = zip(&[
        (b"doejane_12_345_main.c", 0o100_644, C.as_bytes()),
        (b"roe_13_346_main.c", 0o100_644, C.as_bytes()),
        (b"roe_13_347_link.c", 0o120_777, b"/etc/passwd"),
        (b"../zed_14_348_main.c", 0o100_644, C.as_bytes()),
        (b"mo_15_349_main.c", 0o100_644, C.as_bytes()),
    ]);
    // The flags of the last entry: it is encrypted.
    let at = archive.windows(4).rposition(|bytes| bytes == b"PK\x01\x02");
    archive[at.expect("there is a directory") + 8] |= 1;
    let around = folder();
    let path = around.path().join("submissions.zip");
    fs::write(&path, archive).expect("a file can be written");
    let class = Class::read(&path, None).expect("it can be read");
    let c = C;
    assert_eq!(
        rows(&class),
        [
            format!("doejane_12 | doejane (12) | main.c = {c}"),
            "mo_15 | mo (15) | cannot unpack submissions.zip: `mo_15_349_main.c`: it is encrypted"
                .to_owned(),
            format!("roe_13 | roe (13) | main.c = {c}"),
        ]
    );
    assert_eq!(
        class.notes[1..],
        [
            "left out `roe_13_347_link.c`: it is a link",
            "left out `../zed_14_348_main.c`: the path leads out of the folder",
            "left out `mo_15_349_main.c`: it is encrypted",
        ]
    );
    let unpacked = class.unpacked().expect("it was an archive").to_owned();
    drop(class);
    assert!(!unpacked.exists());
}

#[test]
fn the_archive_that_a_student_submitted_is_unpacked() {
    use tar::EntryType::Regular;
    let file = |name: &[u8], content: &[u8]| tar(&[(name, Regular, 0o644, content)]);
    let inner = gzip(&file(b"a1/main.c", C.as_bytes()));
    let nested = zip(&[
        (b"1234567890.tar.gz", 0o100_644, &inner),
        (b"._x", 0o100_644, b"mac"),
    ]);
    let thrice = zip(&[(b"a.zip", 0o100_644, &nested)]);
    let around = folder();
    let submit = |files: &[(&str, &[u8])]| {
        let submission = tempfile::tempdir_in(around.path()).expect("a folder can be made");
        for (name, content) in files {
            fs::write(submission.path().join(name), content).expect("a file can be written");
        }
        let files = files.len();
        match self::files(WorkingCopy::of(submission.path())) {
            Ok(found) => found.join(", "),
            Err(failed) => format!("{files}: {}", own(failed).reason),
        }
    };
    let unpacked = format!("a1/main.c = {C}");
    assert_eq!(submit(&[("1234567890.tar.gz", &inner)]), unpacked);
    assert_eq!(submit(&[("upload.ZIP", &nested)]), unpacked);
    let documents: [(&str, &[u8]); 4] = [
        ("a1.tgz", &inner),
        ("report.PDF", b""),
        ("README", b""),
        (".DS_Store", b""),
    ];
    assert_eq!(submit(&documents), unpacked);
    // A file that could be a program is not ignored.
    let beside = submit(&[("a.zip", b"PK"), ("main.c", b"main.c")]);
    assert_eq!(beside, "a.zip = PK, main.c");
    // No deeper.
    assert!(matches!(
        &*submit_binary(around.path(), &thrice),
        [only] if only == "1234567890.tar.gz"
    ));
    assert_eq!(
        submit(&[("a.zip", &nested), ("b.zip", &nested)]),
        "2: it is not clear which of these is the program: a.zip, b.zip"
    );
    assert_eq!(
        submit(&[("a.zip", b"Rar!\x1a\x07\x01\x00")]),
        "1: cannot unpack a.zip: it is a rar archive; zip and tar archives can be read"
    );
    let outside = file(b"../../main.c", C.as_bytes());
    assert_eq!(
        submit(&[("a.tar", &outside)]),
        "1: cannot unpack a.tar: `../../main.c`: the path leads out of the folder"
    );
}

/// The names of the files in the copy of a submission with the file `a.zip`.
fn submit_binary(around: &Path, archive: &[u8]) -> Vec<String> {
    let submission = tempfile::tempdir_in(around).expect("a folder can be made");
    fs::write(submission.path().join("a.zip"), archive).expect("a file can be written");
    let copy = WorkingCopy::of(submission.path()).expect("it can be unpacked");
    let building = Building {
        requirement: Requirement::Off,
        ..Building::default()
    };
    let (_copy, names) = copy.build(&building, &|site| {
        let entries = fs::read_dir(site.folder).expect("it is there");
        let names = entries.map(|entry| entry.expect("it can be read").file_name());
        Ok(names
            .map(|name| name.to_string_lossy().into_owned())
            .collect::<Vec<_>>())
    });
    names.expect("it is there")
}
