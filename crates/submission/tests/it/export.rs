//! Exports of each platform, as folders and as archives.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use sandbox::{HostError, Requirement};
use submission::export::{Class, Submission};
use submission::{Building, Failed, WorkingCopy};
use walkdir::WalkDir;

use super::packed::{gzip, tar, zip};
use super::{folder, own, write};

const C: &str = "int main(void) { return 0; }\n";

#[test]
fn each_export_is_recognised_and_grouped_by_student() {
    for example in include_str!("exports.txt").split("\n\n").skip(1) {
        let (given, expected) = example.split_once("\n=>\n").expect("it has two parts");
        let mut lines = given.lines();
        let (layout, name) = lines
            .next()
            .and_then(|line| line.split_once(' '))
            .expect("a name");
        let files: Vec<_> = lines
            .map(|line| line.split_once(" = ").unwrap_or((line, line)))
            .map(|(file, text)| (file, text.replace("\\n", "\n").replace("\\f", "\u{feff}")))
            .collect();
        let around = folder();
        let folder = around.path().join(name);
        let texts: Vec<_> = files
            .iter()
            .map(|(file, text)| (*file, text.as_str()))
            .collect();
        fs::create_dir(&folder).expect("a folder can be made");
        write(&folder, &texts);
        let archives = [String::new(), format!("{name}/")].map(|prefix| {
            let names: Vec<_> = files
                .iter()
                .map(|(file, _)| format!("{prefix}{file}"))
                .collect();
            let entries = names.iter().zip(&texts);
            let entries =
                entries.map(|(name, (_, text))| (name.as_bytes(), 0o100_644, text.as_bytes()));
            zip(&entries.collect::<Vec<_>>())
        });
        let packed = around.path().join(format!("{name}.zip"));
        for archive in [None, Some(&archives[0]), Some(&archives[1])] {
            let path = match archive {
                None => &folder,
                Some(archive) => {
                    fs::write(&packed, archive).expect("a file can be written");
                    &packed
                }
            };
            let class = Class::read(path, None).expect("it can be read");
            let mut found = rows(&class);
            found.extend(class.notes.iter().map(|note| format!("note: {note}")));
            assert_eq!(found.join("\n"), expected.trim_end());
            assert_eq!(class.layout.name, layout);
        }
    }
}

fn rows(class: &Class) -> Vec<String> {
    let row = |submission: &Submission| {
        let students: Vec<_> = submission
            .students
            .iter()
            .map(|student| format!("{} ({})", student.name, student.id))
            .collect();
        let files = match files(WorkingCopy::of_submission(submission)) {
            Ok(files) => files.join(", "),
            Err(Failed::Host(HostError::Setup(why))) => why,
            Err(failed) => own(failed).reason,
        };
        let late = submission.late.map(|late| format!(" | late: {late}"));
        let (name, students) = (&submission.name, students.join(", "));
        format!("{name} | {students} | {files}{}", late.unwrap_or_default())
    };
    class.submissions.iter().map(row).collect()
}

fn files(copy: Result<WorkingCopy, Failed>) -> Result<Vec<String>, Failed> {
    let building = Building {
        requirement: Requirement::Exactly(sandbox::Level::Off),
        ..Building::default()
    };
    let list = |folder: &Path| {
        let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
        let files = entries
            .map(|entry| entry.expect("it can be read"))
            .filter(|entry| entry.file_type().is_file());
        files
            .map(|file| {
                let text = fs::read(file.path()).expect("it can be read");
                let text = String::from_utf8_lossy(&text);
                let name = file.path().strip_prefix(folder).expect("it is below");
                let name = name.display().to_string();
                format!("{name} = {text}")
            })
            .collect()
    };
    copy?.build(&building, &|site| Ok(list(site.folder)))
}

#[test]
fn other_names_are_of_no_platform() {
    for name in [
        "a1_submissions_2026_09_30_T_23_59_00",
        "alice",
        "marks.csv",
        "lab_1",
        "a1-octocat",
        "a1-",
        "jane_doe_a1.zip",
        "2026-03-05 a.c",
        "1-2 - A B - a.c",
        "x_attempt_2024.c",
        "Jane Doe_assignment.zip",
    ] {
        let around = folder();
        write(around.path(), &[(name, C)]);
        let class = Class::read(around.path(), None).expect("it can be read");
        assert_eq!(class.layout.name, "folders", "{name}");
    }
}

#[test]
fn a_class_in_the_only_folder_is_found() {
    let main = "int main(void) { return 0; } // import board\n";
    for (files, expected, first) in [
        (
            &["week 7/ann/main.c", "week 7/bob/main.c", "week 7/notes.txt"][..],
            &["ann", "bob", "notes.txt"][..],
            "the submissions are in the folder `week 7`",
        ),
        (
            &["week 7/ann/a1.py", "week 7/bob/a1.py", "week 7/cy.zip"],
            &["ann", "bob", "cy.zip"],
            "the submissions are in the folder `week 7`",
        ),
        (
            &["ann/src/main.py", "ann/lib/board.py"],
            &["ann"],
            "the folder contains only `ann`",
        ),
        (
            &["ann/src/main.c", "ann/tests/main.c"],
            &["ann"],
            "the folder contains only `ann`, which is taken as one submission; if it contains \
             the class, give that folder: `automarker batch COURSE '",
        ),
        (
            &["ann/main.c", "ann/old/main.c", "ann/older/main.c"],
            &["ann"],
            "the folder contains only `ann`",
        ),
    ] {
        let around = folder();
        for file in files {
            write(around.path(), &[(file, main)]);
        }
        let class = Class::read(around.path(), None).expect("it can be read");
        let names: Vec<_> = class.submissions.iter().map(|it| &*it.name).collect();
        assert_eq!(names, expected);
        assert!(class.notes[0].starts_with(first), "{:?}", class.notes);
    }
}

#[test]
fn names_that_look_the_same_stay_apart() {
    let names: [(&[u8], &str); 5] = [
        (b"M\xfcller.c", "M\\xfcller.c"),
        (b"M\xf6ller.c", "M\\xf6ller.c"),
        (b"M\\xfcller.c", "M\\\\xfcller.c"),
        ("Zo\u{eb}.c".as_bytes(), "Zo\u{eb}.c"),
        ("Zoe\u{308}.c".as_bytes(), "Zoe(U+0308).c"),
    ];
    let around = folder();
    for (bytes, _) in names {
        fs::write(around.path().join(OsStr::from_bytes(bytes)), bytes).expect("a file");
    }
    let class = Class::read(around.path(), None).expect("it can be read");
    for (bytes, name) in names {
        let mut all = class.submissions.iter();
        let found = all.find(|it| it.name == name).expect("it is there");
        assert_eq!(fs::read(&found.parts[0].path).expect("a file"), bytes);
    }
    let file = |name: &'static [u8]| (name, tar::EntryType::Regular, 0o644, &b""[..]);
    let packed = around.path().join("class.tar");
    let both = tar(&[file(b"M\xfcller.c"), file(b"M\xf6ller.c")]);
    fs::write(&packed, both).expect("a file can be written");
    let class = Class::read(&packed, None).expect("it can be read");
    let names: Vec<_> = class.submissions.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["Möller.c", "Müller.c"]);
}

#[test]
fn a_file_that_cannot_be_unpacked_is_its_students_problem() {
    let mut archive = zip(&[
        (b"doejane_12_345_main.c", 0o100_644, C.as_bytes()),
        (b"roe_13_346_main.c", 0o100_644, C.as_bytes()),
        (b"roe_13_347_link.c", 0o120_777, b"/etc/passwd"),
        (b"../zed_14_348_main.c", 0o100_644, C.as_bytes()),
        (b"mo_15_349_main.c", 0o100_644, C.as_bytes()),
    ]);
    // This marks the last entry as encrypted.
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
    let outside = file(b"../../main.c", C.as_bytes());
    let unpacked = format!("a1/main.c = {C}");
    for (files, expected) in [
        (&[("1234567890.tar.gz", &*inner)][..], &*unpacked),
        (&[("upload.ZIP", &nested)], &unpacked),
        (
            &[
                ("a1.tgz", &inner),
                ("report.PDF", b""),
                ("README", b""),
                (".DS_Store", b""),
            ],
            &unpacked,
        ),
        // A possible program is not ignored.
        (
            &[("a.zip", b"PK"), ("main.c", C.as_bytes())],
            &format!("a.zip = PK, main.c = {C}"),
        ),
        // Nested more deeply, it is not unpacked.
        (&[("a.zip", &thrice)], "1234567890.tar.gz = \u{1f}"),
        (
            &[("a.zip", &nested), ("b.zip", &nested)],
            "only one archive is unpacked, and there are several: a.zip, b.zip",
        ),
        (
            &[("a.zip", b"Rar!\x1a\x07\x01\x00")],
            "cannot unpack a.zip: it is a rar archive; zip and tar archives can be read",
        ),
        (
            &[("a.tar", &outside)],
            "cannot unpack a.tar: `../../main.c`: the path leads out of the folder",
        ),
    ] {
        let submission = folder();
        for (name, content) in files {
            fs::write(submission.path().join(name), content).expect("a file can be written");
        }
        let found = match self::files(WorkingCopy::of(submission.path())) {
            Ok(found) => found.join(", "),
            Err(failed) => own(failed).reason,
        };
        assert!(found.starts_with(expected), "{found:?} is not {expected:?}");
    }
}
