//! The files of a batch: where they may lie, and their names.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::{Class, RIGHT, WRONG, ended};

/// Marks with `options`, which must be refused before any program runs, with
/// `status` and `words` on standard error.
fn is_refused(class: &Class, options: &[&str], status: i32, words: &str) {
    let (code, stdout, stderr) = class.mark(options);
    assert_eq!(
        (code, &*stdout),
        (Some(status), ""),
        "{options:?}: {stderr}"
    );
    assert!(stderr.contains(words), "{options:?}: {stderr}");
}

#[test]
fn outputs_that_cannot_be_written_are_found_before_a_program_runs() {
    let class = Class::new(&[("alice", RIGHT)]);
    fs::create_dir(class.path("folder")).expect("a folder can be made");
    class.write("file", "");
    for (options, words) in [
        (["--csv", "folder"], "cannot write folder: "),
        (
            ["--csv", "no/such/marks.csv"],
            "cannot write no/such/marks.csv: ",
        ),
        (
            ["--csv", "/proc/marks.csv"],
            "cannot write /proc/marks.csv: ",
        ),
        (["--reports", "file"], "cannot create file: "),
        (["--reports", "file/out"], "cannot create file/out: "),
        (
            ["--reports", "/proc/self"],
            "cannot write to /proc/self/results: ",
        ),
    ] {
        is_refused(&class, &options, 3, words);
    }
}

#[test]
fn a_page_that_cannot_be_written_costs_nobody_a_mark() {
    let class = Class::new(&[("alice", RIGHT), ("bob", RIGHT)]);
    let page = class.path("out/alice.html");
    // The build makes the folder after the check of the outputs.
    let build = format!("mkdir -p {}", page.display());
    let options = ["--reports", "out", "--sandbox", "off", "--build", &build];
    let (status, _, stderr) = class.mark(&options);
    assert_eq!(status, Some(3));
    assert!(stderr.contains("cannot write out/alice.html: "), "{stderr}");
    assert!(class.path("out/bob.html").is_file());
    assert_eq!(class.read("out/marks.csv").lines().count(), 3);
    assert!(class.path("out/results/alice.json").is_file());
}

#[test]
fn no_output_may_lie_where_the_next_batch_takes_it_for_a_submission() {
    let class = Class::new(&[("alice", RIGHT)]);
    symlink("submissions", class.path("link")).expect("a link can be made");
    for options in [
        ["--csv", "submissions/marks.csv"],
        ["--csv", "submissions/alice/marks.csv"],
        ["--reports", "submissions"],
        ["--reports", "submissions/new/out"],
        ["--reports", "link/out"],
        ["--reports", "cases/../submissions/out"],
    ] {
        is_refused(&class, &options, 2, "lies in the folder of the submissions");
    }
    let left: Vec<_> = fs::read_dir(class.path("submissions"))
        .expect("it is there")
        .collect();
    assert_eq!(left.len(), 1);
}

#[test]
fn a_folder_without_submissions_is_an_error() {
    let class = Class::new(&[]);
    fs::create_dir(class.path("submissions")).expect("a folder can be made");
    is_refused(
        &class,
        &[],
        3,
        "error: there is no submission in submissions\n",
    );
}

#[test]
fn a_class_of_another_course_is_a_warning() {
    let class = Class::new(&[]);
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
    let program = fs::read_to_string(zoo.join("utoronto-a1/correct.py")).expect("a program");
    class.write("submissions/alice/a1.py", &program);
    class.write("submissions/bob/a1.py", &program);
    for (course, warnings) in [("aps105-lab8", 1), ("cmsc201", 1), ("utoronto-a1", 0)] {
        let mut batch = Command::new(assert_cmd::cargo::cargo_bin!("automarker"));
        batch.current_dir(class.folder.path());
        let (_, _, stderr) = ended(batch.args(["batch", course, "submissions"]));
        let warning = format!(
            "warning: no case earns a point, and the texts are those of utoronto-a1: is {course} "
        );
        assert_eq!(stderr.matches(&warning).count(), warnings, "{stderr}");
    }
}

#[test]
fn the_index_shows_the_class_and_leads_to_its_pages() {
    let class = Class::new(&[("alice", RIGHT), ("Li, Bob", WRONG), ("a;b", WRONG)]);
    class.write("cases/cases.toml", "[two]\nhidden = true\n");
    let (status, _, stderr) = class.mark(&["--reports", "out"]);
    assert_eq!(status, Some(1), "{stderr}");
    let index = class.read("out/index.html");
    for part in [
        "<title>utoronto-a1: 3 submissions</title>",
        "For course staff only.",
        "<a href=\"alice.html\">alice</a>",
        "<a href=\"Li,%20Bob.html#case-1\">Li, Bob</a>",
        "the program ended with 1 line of its input unread",
        "<summary><strong>2</strong> ",
    ] {
        assert!(index.contains(part), "{part}\n{index}");
    }
    for link in index.split("href=\"").skip(1) {
        let (address, _) = link.split_once('"').expect("it ends");
        let (page, fragment) = address.split_once('#').unwrap_or((address, ""));
        let page = if page.is_empty() { "index.html" } else { page };
        let page = class.read(&format!("out/{}", page.replace("%20", " ")));
        assert!(page.contains(&format!("id=\"{fragment}\"")) || fragment.is_empty());
    }
}

#[test]
fn names_of_students_cannot_harm_each_other_or_the_marker() {
    let names = [
        "-x", "=1+1", "Alice", "CON", "alice", "index", "marks", "results", "x;y|z",
    ];
    let class = Class::new(&names.map(|name| (name, RIGHT)));
    let long = "x".repeat(250);
    class.submit(&long, WRONG);
    let (status, _, stderr) = class.mark(&["--reports", "out", "--format", "junit"]);
    assert_eq!(status, Some(1), "{stderr}");
    let table = class.read("out/marks.csv");
    assert_eq!(table.lines().count(), 1 + names.len() + 1);
    assert!(
        table.contains("\n'=1+1,,,,2,2,") && table.contains("\n'-x,,,,2,2,"),
        "{table}"
    );
    let files: Vec<_> = fs::read_dir(class.path("out"))
        .expect("it is there")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    let count = |extension: &str| {
        files
            .iter()
            .filter(|name| name.ends_with(extension))
            .count()
    };
    assert_eq!(count(".xml"), names.len() + 1, "{files:?}");
    assert!(
        !files.iter().any(|name| name.starts_with("CON.")),
        "{files:?}"
    );
    assert!(
        !files.iter().any(|name| name.starts_with("alice.")),
        "{files:?}"
    );
}

#[test]
fn only_one_copy_per_thread_exists_at_a_time() {
    let class = Class::new(&[]);
    for student in ["a", "b", "c", "d", "e", "f"] {
        class.submit(student, RIGHT);
        class.write(&format!("submissions/{student}/here-is-a-copy"), "");
    }
    let scratch = class.path("tmp");
    fs::create_dir(&scratch).expect("a folder can be made");
    let build = format!(
        "test $(find {} -name here-is-a-copy -type f | wc -l) -le 2",
        scratch.display()
    );
    let options = ["--sandbox", "off", "--jobs", "2", "--build", &build];
    let output = class.command(&options).env("TMPDIR", &scratch).output();
    let output = output.expect("the command runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn a_note_on_a_build_is_on_the_page_of_its_student_only() {
    let class = Class::new(&[("bob", RIGHT)]);
    let main = "#include <stdio.h>\nint moves;\nint main(void) { char l[9]; \
                while (fgets(l, 9, stdin)) printf(\"%s%s\", l, l); return 0; }\n";
    class.write("submissions/alice/main.c", main);
    class.write("submissions/alice/moves.c", "int moves;\n");
    let (status, stdout, stderr) = class.mark(&["--reports", "out"]);
    assert_eq!(status, Some(0), "{stdout}{stderr}");
    let has_note = |name: &str| class.read(name).contains("built with -fcommon");
    assert!(has_note("out/alice.html") && !has_note("out/bob.html"));
}
